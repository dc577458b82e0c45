import type { Refund } from '@marquee/payments/orders';
import * as orders from '@marquee/payments/orders';
import type { FestivalWrite } from '../resources.ts';
import * as tallies from '../tallies/tallies.ts';
import * as types from '../tickets/ticket-types.ts';
import type { UserTicket } from '../tickets/user-tickets.ts';
import { cannotGiveBack } from './checkout-errors.ts';
import { requireSales } from './own-ticket-order.ts';
import { priceOfOne } from './price-of-one.ts';
import { endReturn, takeBackTickets } from './ticket-goods.ts';
import { type TicketOrder, ticketsLeft } from './ticket-orders.ts';

type Asked = Pick<Refund, 'kind' | 'reason' | 'askedBy'>;

/**
 * Takes the tickets of an order back, or those of the unit of one ticket, and begins the refund of what was paid for them. The
 * order must be locked. The last ticket of an order is the order.
 */
export async function returnTickets(
  write: FestivalWrite,
  order: TicketOrder,
  asked: Asked,
  alone?: Pick<UserTicket, 'unitId'>,
): Promise<void> {
  const { id, amount, typeId } = order;
  const paid = alone && amount > 0n ? await orders.lock(write.tx, id) : undefined;
  const share = priceOfOne(order, paid ? orders.leftOf(paid) : 0n);
  if (alone?.unitId && share !== undefined) return returnOne(write, order, asked, { unitId: alone.unitId, share });
  if (amount > 0n) {
    await requireSales(write).desk.askRefund(write, id, asked);
    return;
  }
  if (!(await takeBackTickets(write, id))) return;
  await endReturn(write, id);
  await tallyReturned(write, typeId, ticketsLeft(order));
}

async function returnOne(
  write: FestivalWrite,
  { id, typeId }: TicketOrder,
  asked: Asked,
  { unitId, share }: { unitId: string; share: bigint },
): Promise<void> {
  if (share > 0n) {
    await requireSales(write).desk.askRefund(write, id, { ...asked, part: { amount: share, id: unitId } });
    return;
  }
  // Nothing is left that could go back for it.
  if (!(await takeBackTickets(write, id, unitId))) throw cannotGiveBack();
  await endReturn(write, id, unitId);
  await tallyReturned(write, typeId, 1);
}

async function tallyReturned({ tx, clock }: FestivalWrite, typeId: string, returned: number): Promise<void> {
  const { festivalId } = await types.get(tx, typeId);
  await tallies.add(tx, { festivalId, subjectId: typeId, at: clock.now(), returned });
}
