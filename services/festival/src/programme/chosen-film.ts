import type { AccountViewer } from '@marquee/runtime/viewer';
import type { FestivalResources } from '../resources.ts';
import { type FilmRow, filmOf } from './film-facts.ts';
import { filmNotFound, filmNotYours } from './programme-errors.ts';

/**
 * The film that somebody chooses for a block: one of their own, any for ADMIN [FES-04]. Asks film, so it runs before the
 * transaction.
 *
 * @throws DomainError FILM_NOT_FOUND or FILM_NOT_YOURS
 */
export async function chosenFilm(
  { films }: Pick<FestivalResources, 'films'>,
  viewer: AccountViewer,
  { filmId }: { filmId: string },
): Promise<FilmRow> {
  const { films: found } = await films.describeFilms({ filmIds: [filmId] });
  const [facts] = found;
  if (!facts) throw filmNotFound();
  if (facts.makerId !== viewer.accountId && !viewer.roles.includes('ADMIN')) throw filmNotYours();
  return filmOf(facts);
}
