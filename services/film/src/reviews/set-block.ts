import type { AccountViewer } from '@marquee/runtime/viewer';
import { requireVisibleTo } from '../films/film-rights.ts';
import * as films from '../films/films.ts';
import type { FilmWrite } from '../resources.ts';
import * as stats from '../statistics/stats.ts';
import * as marks from './marks.ts';

/** Blocks a film, so that its viewer is not offered it any more, or takes that back [FLM-13]. */
export async function setBlock(
  { tx, clock }: FilmWrite,
  viewer: AccountViewer,
  { filmId, blocked }: { filmId: string; blocked: boolean },
): Promise<{ blocked: boolean }> {
  const film = await films.get(tx, filmId);
  requireVisibleTo(viewer, film);
  const mark = { filmId: film.id, accountId: viewer.accountId };
  if (await marks.set(tx, 'film_blocks', mark, blocked ? clock.now() : null)) {
    await stats.add(tx, film.id, { blocks: blocked ? 1 : -1 });
  }
  return { blocked };
}
