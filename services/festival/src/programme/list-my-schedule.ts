import { keyset } from '@marquee/data/paging';
import type { AccountViewer } from '@marquee/runtime/viewer';
import { z } from 'zod';
import type { FestivalResources } from '../resources.ts';
import * as events from './events.ts';

export const listMyScheduleSchema = z.object({ pageSize: z.number(), cursor: z.string() });

/** The events that the viewer starred and that have not ended [FES-11]. */
export async function listMySchedule(
  { db, clock, config }: FestivalResources,
  { accountId }: AccountViewer,
  { pageSize: size, cursor }: z.output<typeof listMyScheduleSchema>,
): Promise<{ rows: events.ShownEvent[]; nextCursor: string }> {
  const scope = JSON.stringify(['my schedule', accountId]);
  const list = keyset<events.TimeKey>({ key: config.CURSOR_KEY, scope, size, cursor });
  const page = { accountId, now: clock.now(), after: list.after, limit: list.limit };
  return list.page(await events.listStarred(db, page), events.keyOf);
}
