import type { StudioFilm } from '@marquee/contracts/film/v1/film_pb';
import type { Api } from '../../api/context.ts';
import { notFound } from '../../api/viewer.ts';
import { _ } from '../../language/words.ts';

/** The film that a page of the studio is about. */
export async function ownFilm({ studio }: Pick<Api, 'studio'>, filmId: string): Promise<StudioFilm> {
  const { film } = await studio.getMyFilm({ filmId });
  if (!film) throw notFound(_('Film not found'));
  return film;
}
