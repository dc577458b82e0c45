import { timestampDate } from '@bufbuild/protobuf/wkt';
import { EventChangedSchema, UserTicketChangedSchema } from '@marquee/contracts/events/v1/festival_pb';
import type { Screening as ScreeningMessage } from '@marquee/contracts/festival/v1/screening_pb';
import { PAGE_SIZE_MAX } from '@marquee/data/paging';
import { copyOf } from '@marquee/service/copy-of';
import type { FilmResources, FilmWrite } from '../resources.ts';
import * as eventTickets from './event-tickets.ts';
import * as screenings from './screenings.ts';
import * as ticketRights from './ticket-rights.ts';

function screeningOf(message: ScreeningMessage | undefined): screenings.Screening | undefined {
  if (!message?.startTime || !message.endTime) return undefined;
  const { eventId: id, open, preRollVideoUri: preRollUri, preRollDuration: preRollSeconds, filmIds, version } = message;
  const times = { startsAt: timestampDate(message.startTime), endsAt: timestampDate(message.endTime) };
  return { id, version, open, ...times, preRollUri, preRollSeconds, filmIds };
}

/** Film's own copy of what events show: holders of their tickets may watch that. */
export const screeningsCopy = copyOf<FilmResources, typeof EventChangedSchema, screenings.Screening>({
  name: 'screenings',
  event: EventChangedSchema,
  // One that the release before published says nothing of it.
  rowOf: ({ screening }) => screeningOf(screening),
  async exportPage({ screenings }, cursor) {
    const { screenings: rows, nextCursor } = await screenings.exportScreenings({ pageSize: PAGE_SIZE_MAX, cursor });
    return { rows: rows.flatMap((row) => screeningOf(row) ?? []), nextCursor };
  },
  async keep({ tx }, screening) {
    await ticketRights.takeTurn(tx, screening.id, 'ALONE');
    // Who watches learns at the next heartbeat: everybody at once is too many to signal.
    if (await screenings.keep(tx, screening)) await ticketRights.entitle(tx, { eventId: screening.id });
  },
  kept: screenings.KEPT,
  async forget({ tx }, screening) {
    await ticketRights.takeTurn(tx, screening.id, 'ALONE');
    if (await screenings.forget(tx, screening)) await ticketRights.entitle(tx, { eventId: screening.id });
  },
});

/** Who lost a right by a ticket is signalled; their player learns it with its next heartbeat. */
async function entitleHolder(
  { tx, touch }: FilmWrite,
  { id, version }: Pick<eventTickets.EventTicket, 'id' | 'version'>,
) {
  for (const accountId of await ticketRights.entitle(tx, { ticketId: id }))
    touch('account', { id: accountId, version });
}

/** Film's own copy of who has tickets. */
export const ticketsCopy = copyOf<FilmResources, typeof UserTicketChangedSchema, eventTickets.EventTicket>({
  name: 'event-tickets',
  event: UserTicketChangedSchema,
  rowOf: ({ userTicketId: id, eventId, accountId, valid }, { aggregateVersion: version }) => ({
    ...{ id, version, eventId, valid, accountId: accountId || null },
  }),
  async exportPage({ screenings }, cursor) {
    const { tickets, nextCursor } = await screenings.exportUserTickets({ pageSize: PAGE_SIZE_MAX, cursor });
    const rows = tickets.map(({ userTicketId: id, eventId, accountId, valid, version }) => ({
      ...{ id, version, eventId, valid, accountId: accountId || null },
    }));
    return { rows, nextCursor };
  },
  async keep(write, ticket) {
    await ticketRights.takeTurn(write.tx, ticket.eventId, 'TOGETHER');
    if (await eventTickets.keep(write.tx, ticket)) await entitleHolder(write, ticket);
  },
  kept: eventTickets.KEPT,
  async forget(write, ticket) {
    if (await eventTickets.forget(write.tx, ticket)) await entitleHolder(write, ticket);
  },
});
