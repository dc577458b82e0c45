import { isId } from '@marquee/data/ids';
import type { AccountViewer } from '@marquee/runtime/viewer';
import type { FilmWrite } from '../resources.ts';
import { featuredFilmsChanged } from './featured-events.ts';
import * as featured from './featured-films.ts';
import { entriesOf, type FeaturedEntry } from './list-featured-films.ts';

/** Takes a film off the list of picks; the film itself stays as it is. Doing it twice changes nothing. */
export async function unfeatureFilm(
  { tx, clock, emit }: FilmWrite,
  _viewer: AccountViewer,
  { filmId }: { filmId: string },
): Promise<FeaturedEntry[]> {
  if (isId(filmId)) {
    await featured.lock(tx);
    if (await featured.remove(tx, filmId)) await emit(featuredFilmsChanged(filmId, await featured.nextVersion(tx)));
  }
  return entriesOf(tx, clock.now());
}
