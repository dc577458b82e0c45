import type { AccountViewer } from '@marquee/runtime/viewer';
import { requireVisibleTo } from '../films/film-rights.ts';
import * as films from '../films/films.ts';
import type { FilmWrite } from '../resources.ts';
import * as stats from '../statistics/stats.ts';
import * as marks from './marks.ts';

const STAT_OF = { film_likes: 'likes', film_blocks: 'blocks' } as const;

/** Sets a mark of the viewer on a film, or removes it, and counts the change; doing it twice changes nothing [FLM-13]. */
export async function setMark(
  { tx, clock }: FilmWrite,
  viewer: AccountViewer,
  { filmId, table, isSet }: { filmId: string; table: keyof typeof STAT_OF; isSet: boolean },
): Promise<void> {
  const film = await films.get(tx, filmId);
  requireVisibleTo(viewer, film);
  const mark = { filmId: film.id, accountId: viewer.accountId };
  if (await marks.set(tx, table, mark, isSet ? clock.now() : null)) {
    await stats.add(tx, film.id, { [STAT_OF[table]]: isSet ? 1 : -1 });
  }
}
