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
  const unitId = alone && ticketsLeft(order) > 1 ? alone.unitId : null;
  if (unitId !== null) return returnOne(write, order, asked, unitId);
  if (amount > 0n) {
    await requireSales(write).desk.askRefund(write, id, asked);
    return;
  }
  if (!(await takeBackTickets(write, id))) return;
  await endReturn(write, id);
  await tallyReturned(write, typeId, ticketsLeft(order));
}

async function returnOne(write: FestivalWrite, order: TicketOrder, asked: Asked, unitId: string): Promise<void> {
  const { id, amount, typeId } = order;
  const paid = amount > 0n ? await orders.lock(write.tx, id) : undefined;
  const share = paid ? priceOfOne(order, paid) : 0n;
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
