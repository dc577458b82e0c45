import { createHmac } from 'node:crypto';
import { PAGE_VIEW_WINDOW_MINUTES } from '@marquee/rules/catalogue';
import type { Viewer } from '@marquee/runtime/viewer';
import { z } from 'zod';
import { isVisible } from '../films/film-rights.ts';
import * as films from '../films/films.ts';
import { filmIdSchema } from '../films/request-schemas.ts';
import type { FilmResources } from '../resources.ts';
import * as stats from '../statistics/stats.ts';

export const countPageViewSchema = filmIdSchema.extend({ browser: z.string() });

/** Counts a page view, once per account or browser and film in 30 minutes; previews do not count [FLM-13]. */
export async function countPageView(
  { db, clock, config }: FilmResources,
  viewer: Viewer,
  { filmId, browser }: z.output<typeof countPageViewSchema>,
): Promise<void> {
  const film = await films.get(db, filmId);
  if (!isVisible(film)) return;
  const visitor =
    viewer.kind === 'account'
      ? viewer.accountId
      : createHmac('sha256', config.VISITOR_HASH_KEY).update(browser).digest('base64url');
  const now = clock.now();
  const since = new Date(now.getTime() - PAGE_VIEW_WINDOW_MINUTES * 60_000);
  await stats.countPageView(db, { filmId: film.id, visitor, now, since });
}
