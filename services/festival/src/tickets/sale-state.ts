import type { TicketType } from '../../gen/prisma/client.ts';
import type { TicketEvent } from './events.ts';

export type SaleState = 'ON_SALE' | 'NOT_YET' | 'OVER' | 'NOT_SOLD';

type OnSale = Pick<TicketEvent, 'status' | 'festivalActive' | 'sellingTickets' | 'endTime'>;

/** Whether something can still be attended of what a type is for. */
export const isToBeAttended = (events: readonly Pick<TicketEvent, 'status' | 'endTime'>[], now: Date): boolean =>
  events.some(({ status, endTime }) => status === 'PUBLISHED' && endTime > now);

/** Whether a type can be bought now: its sale runs, and its organization sells tickets to all of its events. */
export function saleStateOf(
  { withdrawn, saleStart, saleEnd }: Pick<TicketType, 'withdrawn' | 'saleStart' | 'saleEnd'>,
  events: readonly OnSale[],
  now: Date,
): SaleState {
  const isSold = events.every(({ status, festivalActive, sellingTickets }) => {
    return status === 'PUBLISHED' && festivalActive && sellingTickets;
  });
  if (withdrawn || events.length === 0 || !isSold) return 'NOT_SOLD';
  if (!isToBeAttended(events, now) || (saleEnd && saleEnd <= now)) return 'OVER';
  return saleStart && saleStart > now ? 'NOT_YET' : 'ON_SALE';
}
