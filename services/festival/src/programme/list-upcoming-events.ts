import { keyset } from '@marquee/data/paging';
import type { Viewer } from '@marquee/runtime/viewer';
import { z } from 'zod';
import type { FestivalResources } from '../resources.ts';
import * as events from './events.ts';

export const listUpcomingEventsSchema = z.object({ pageSize: z.number(), cursor: z.string() });

/** What begins next, or has begun and not ended, at all festivals [FES-01] [FES-03]. */
export async function listUpcomingEvents(
  { db, clock, config }: FestivalResources,
  _viewer: Viewer,
  { pageSize: size, cursor }: z.output<typeof listUpcomingEventsSchema>,
): Promise<{ rows: events.ShownEvent[]; nextCursor: string }> {
  const list = keyset<events.TimeKey>({ key: config.CURSOR_KEY, scope: 'upcoming events', size, cursor });
  const page = { now: clock.now(), after: list.after, limit: list.limit };
  return list.page(await events.listAllUpcoming(db, page), events.keyOf);
}
