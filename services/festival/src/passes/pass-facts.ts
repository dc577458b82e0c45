import type { OwnTicket } from '../tickets/list-own-tickets.ts';
import type { TicketCodes } from '../tickets/ticket-codes.ts';

/** What a pass in a wallet says of a ticket. It names nobody. */
export type PassFacts = Pick<OwnTicket, 'id' | 'generation' | 'ticketTypeName' | 'event'> & {
  /** What its QR code says, as on its page; '' for a pass that is void. */
  code: string;
};

/** A ticket that somebody has, as a pass. That of a cancelled event is void. */
export function passOf(ticketCodes: TicketCodes, { id, generation, ticketTypeName, event }: OwnTicket): PassFacts {
  const isOff = event.status === 'CANCELLED';
  const code = isOff ? '' : ticketCodes.codeOf({ userTicketId: id, eventId: event.id, generation });
  return { id, generation, ticketTypeName, event, code };
}

/** A moment on the clock of a place, with its difference to UTC (RFC 3339), such as 2026-12-04T20:00:00+01:00. */
export function timeAt(at: Date, timeZone: string): string {
  const parts = new Intl.DateTimeFormat('en', {
    ...{ timeZone, hourCycle: 'h23', timeZoneName: 'longOffset' },
    ...{ year: 'numeric', month: '2-digit', day: '2-digit', hour: '2-digit', minute: '2-digit', second: '2-digit' },
  }).formatToParts(at);
  const of = (wanted: string) => parts.find(({ type }) => type === wanted)?.value ?? '';
  const offset = of('timeZoneName').replace('GMT', '') || '+00:00';
  return `${of('year')}-${of('month')}-${of('day')}T${of('hour')}:${of('minute')}:${of('second')}${offset}`;
}
