import { createHmac } from 'node:crypto';
import { PAGE_VIEW_WINDOW_MINUTES } from '@marquee/rules/catalogue';
import type { CallContext } from '@marquee/runtime/rpc/implement';
import { isVisible } from '../films/film-rights.ts';
import { getFilm } from '../films/film-store.ts';
import type { FilmResources } from '../resources.ts';
import { countPageView as count } from '../statistics/stat-store.ts';

/** Counts a page view, once per account or browser and film in 30 minutes; previews do not count [FLM-13]. */
export async function countPageView(
  { db, clock, config }: FilmResources,
  { viewer, client }: Pick<CallContext, 'viewer' | 'client'>,
  { filmId, requestId }: { filmId: string; requestId: string },
): Promise<void> {
  const film = await getFilm(db, filmId);
  if (!isVisible(film)) return;
  const browser = [client.ip, client.userAgent].filter(Boolean).join('\n') || requestId;
  const visitor =
    viewer.kind === 'account'
      ? viewer.accountId
      : createHmac('sha256', config.FILM_SECRET).update(`visitor\0${browser}`).digest('base64url');
  const now = clock.now();
  const since = new Date(now.getTime() - PAGE_VIEW_WINDOW_MINUTES * 60_000);
  await count(db, { filmId: film.id, visitor, now, since });
}
