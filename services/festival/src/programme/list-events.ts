import { keyset } from '@marquee/data/paging';
import type { Viewer } from '@marquee/runtime/viewer';
import { z } from 'zod';
import { getOrganization } from '../organizations/get-organization.ts';
import type { FestivalResources } from '../resources.ts';
import * as events from './events.ts';

export const listEventsSchema = z.object({
  festivalId: z.string(),
  past: z.boolean(),
  pageSize: z.number(),
  cursor: z.string(),
});

/** The events of an organization that are on show [FES-03] [FES-11]. */
export async function listEvents(
  resources: FestivalResources,
  viewer: Viewer,
  { festivalId, past, pageSize: size, cursor }: z.output<typeof listEventsSchema>,
): Promise<{ rows: events.ShownEvent[]; nextCursor: string }> {
  const { db, clock, config } = resources;
  const { organization } = await getOrganization(resources, viewer, { festivalId });
  const scope = JSON.stringify(['events', organization.id, past]);
  const list = keyset<events.TimeKey>({ key: config.CURSOR_KEY, scope, size, cursor });
  const page = { festivalId: organization.id, now: clock.now(), after: list.after, limit: list.limit };
  return list.page(past ? await events.listPast(db, page) : await events.listUpcoming(db, page), events.keyOf);
}
