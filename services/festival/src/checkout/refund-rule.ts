import type { TicketEvent } from '../tickets/events.ts';
import type { SoldType } from '../tickets/ticket-types.ts';

const HOUR_MS = 3_600_000;

/** Until when buyers may give tickets back: hours before the first of their events; undefined where they may not. */
export function refundableUntil(
  { refundHours }: Pick<SoldType, 'refundHours'>,
  events: readonly Pick<TicketEvent, 'startTime'>[],
): Date | undefined {
  if (refundHours === null || events.length === 0) return undefined;
  const first = Math.min(...events.map(({ startTime }) => startTime.getTime()));
  return new Date(first - refundHours * HOUR_MS);
}
