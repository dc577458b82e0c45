import { keyset } from '@marquee/data/paging';
import type { AccountViewer } from '@marquee/runtime/viewer';
import { z } from 'zod';
import type { FestivalResources } from '../resources.ts';
import * as events from './events.ts';
import { requireProgrammer } from './programme-rights.ts';

export const listFestivalEventsSchema = z.object({ festivalId: z.string(), pageSize: z.number(), cursor: z.string() });

/** All events of an organization for those who make its programme, drafts too [FES-03]. */
export async function listFestivalEvents(
  { db, config }: FestivalResources,
  viewer: AccountViewer,
  { festivalId, pageSize: size, cursor }: z.output<typeof listFestivalEventsSchema>,
): Promise<{ rows: events.ShownEvent[]; nextCursor: string }> {
  const { id } = await requireProgrammer(db, viewer, festivalId);
  const scope = JSON.stringify(['all events', id]);
  const list = keyset<events.TimeKey>({ key: config.CURSOR_KEY, scope, size, cursor });
  const rows = await events.listOf(db, { festivalId: id, after: list.after, limit: list.limit });
  return list.page(rows, events.keyOf);
}
