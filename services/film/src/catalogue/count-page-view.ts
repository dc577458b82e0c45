import { createHmac } from 'node:crypto';
import { PAGE_VIEW_WINDOW_MINUTES } from '@marquee/rules/catalogue';
import type { CallContext } from '@marquee/runtime/rpc/implement';
import { isVisible } from '../films/film-rights.ts';
import * as films from '../films/films.ts';
import type { FilmResources } from '../resources.ts';
import * as stats from '../statistics/stats.ts';

/** Counts a page view, once per account or browser and film in 30 minutes; previews do not count [FLM-13]. */
export async function countPageView(
  { db, clock, config }: FilmResources,
  { viewer, client }: Pick<CallContext, 'viewer' | 'client'>,
  { filmId }: { filmId: string },
): Promise<void> {
  const film = await films.get(db, filmId);
  if (!isVisible(film)) return;
  const browser = `${client.ip}\n${client.userAgent}`;
  const visitor =
    viewer.kind === 'account'
      ? viewer.accountId
      : createHmac('sha256', config.VISITOR_HASH_KEY).update(browser).digest('base64url');
  const now = clock.now();
  const since = new Date(now.getTime() - PAGE_VIEW_WINDOW_MINUTES * 60_000);
  await stats.countPageView(db, { filmId: film.id, visitor, now, since });
}
