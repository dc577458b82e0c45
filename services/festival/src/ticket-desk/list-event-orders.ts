import { keyset } from '@marquee/data/paging';
import type { AccountViewer } from '@marquee/runtime/viewer';
import { z } from 'zod';
import { requireStanding } from '../organizations/organization-rights.ts';
import * as organizations from '../organizations/organizations.ts';
import type { FestivalResources } from '../resources.ts';
import * as events from '../tickets/events.ts';
import * as sold from './sold-orders.ts';

export const listEventOrdersSchema = z.object({ eventId: z.string(), pageSize: z.number(), cursor: z.string() });

/** The orders of an event, for who sells its tickets [TIC-05]. */
export async function listEventOrders(
  { db, config }: FestivalResources,
  viewer: AccountViewer,
  { eventId, pageSize: size, cursor }: z.output<typeof listEventOrdersSchema>,
): Promise<{ orders: sold.SoldOrder[]; nextCursor: string; eventName: string }> {
  const event = await events.get(db, eventId);
  await requireStanding(db, viewer, await organizations.get(db, event.festivalId), 'MANAGER');
  const scope = `orders of ${event.id}`;
  const list = keyset<sold.SoldKey>({ key: config.CURSOR_KEY, scope, size, cursor });
  const found = await sold.listOf(db, { eventId: event.id, after: list.after, limit: list.limit });
  const { rows, nextCursor } = list.page(found, ({ createdAt, id }) => [createdAt.toISOString(), id]);
  return { orders: rows, nextCursor, eventName: event.name };
}
