import { keyset } from '@marquee/data/paging';
import type { AccountViewer } from '@marquee/runtime/viewer';
import { z } from 'zod';
import type { FestivalResources } from '../resources.ts';
import * as events from './events.ts';
import * as userTickets from './user-tickets.ts';

export const listOwnTicketsSchema = z.object({ past: z.boolean(), pageSize: z.number(), cursor: z.string() });

export type OwnTicket = userTickets.ShownTicket & { event: events.TicketEvent };
export type OwnGroup = { festivalId: string; tickets: OwnTicket[] };

/** The viewer's tickets by festival; a mixed festival stands in both lists, each with its own tickets [TIC-01]. */
export async function listOwnTickets(
  { db, clock, config }: FestivalResources,
  { accountId: holderId }: AccountViewer,
  { past, pageSize: size, cursor }: z.output<typeof listOwnTicketsSchema>,
): Promise<{ groups: OwnGroup[]; nextCursor: string }> {
  const now = clock.now();
  const scope = JSON.stringify(['own tickets', holderId, past]);
  const list = keyset<userTickets.GroupKey>({ key: config.CURSOR_KEY, scope, size, cursor });
  const found = await userTickets.listGroups(db, { holderId, past, now, after: list.after, limit: list.limit });
  const { rows, nextCursor } = list.page(found, ({ latestEnd, festivalId }) => [latestEnd.toISOString(), festivalId]);
  const festivalIds = rows.map(({ festivalId }) => festivalId);
  const tickets = await withEvents(db, await userTickets.listIn(db, { holderId, past, now, festivalIds }));
  const groups = festivalIds.map((festivalId) => ({
    festivalId,
    tickets: tickets.filter((ticket) => ticket.festivalId === festivalId),
  }));
  return { groups, nextCursor };
}

/** Tickets with the events that they are to. */
export async function withEvents(
  db: FestivalResources['db'],
  tickets: readonly userTickets.ShownTicket[],
): Promise<OwnTicket[]> {
  const found = await events.list(db, [...new Set(tickets.map(({ eventId }) => eventId))]);
  const byId = new Map(found.map((event) => [event.id, event]));
  return tickets.flatMap((ticket) => {
    const event = byId.get(ticket.eventId);
    return event ? [{ ...ticket, event }] : [];
  });
}
