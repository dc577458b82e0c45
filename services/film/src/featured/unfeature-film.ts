import { isId } from '@marquee/data/ids';
import type { AccountViewer } from '@marquee/runtime/viewer';
import * as films from '../films/films.ts';
import * as filmActions from '../moderation/film-actions.ts';
import type { FilmWrite } from '../resources.ts';
import { featuredFilmsChanged } from './featured-events.ts';
import * as featured from './featured-films.ts';
import { entriesOf, type FeaturedEntry } from './list-featured-films.ts';

/** Takes a film off the list of picks; the film itself stays as it is. Doing it twice changes nothing. */
export async function unfeatureFilm(
  { tx, clock, emit }: FilmWrite,
  viewer: AccountViewer,
  { filmId }: { filmId: string },
): Promise<FeaturedEntry[]> {
  if (isId(filmId)) {
    await featured.lock(tx);
    const film = await films.lockIfThere(tx, filmId);
    if (film && (await featured.remove(tx, filmId))) {
      const at = { filmId, version: film.version, actorId: viewer.accountId, createdAt: clock.now() };
      await filmActions.insert(tx, at, [{ kind: 'UNFEATURED' }]);
      await emit(featuredFilmsChanged(filmId, await featured.nextVersion(tx)));
    }
  }
  return entriesOf(tx, clock.now());
}
