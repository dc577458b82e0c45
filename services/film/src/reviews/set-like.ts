import type { AccountViewer } from '@marquee/runtime/viewer';
import { requireVisibleTo } from '../films/film-rights.ts';
import * as films from '../films/films.ts';
import type { FilmWrite } from '../resources.ts';
import * as stats from '../statistics/stats.ts';
import * as marks from './marks.ts';

/** Likes a film or takes that back; doing it twice changes nothing [FLM-13]. */
export async function setLike(
  { tx, clock }: FilmWrite,
  viewer: AccountViewer,
  { filmId, liked }: { filmId: string; liked: boolean },
): Promise<{ liked: boolean }> {
  const film = await films.get(tx, filmId);
  requireVisibleTo(viewer, film);
  const mark = { filmId: film.id, accountId: viewer.accountId };
  if (await marks.set(tx, 'film_likes', mark, liked ? clock.now() : null)) {
    await stats.add(tx, film.id, { likes: liked ? 1 : -1 });
  }
  return { liked };
}
