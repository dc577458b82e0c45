import type { Order } from '@marquee/payments/orders';
import * as ticketOrders from '../checkout/ticket-orders.ts';
import type { FestivalWrite } from '../resources.ts';
import * as submissions from '../submissions/submissions.ts';
import * as tallies from './tallies.ts';

/** Counts an order that was delivered, in the transaction in which the ledger books its sale [FES-12]. */
export async function tallySale(write: FestivalWrite, order: Order): Promise<void> {
  const { festivalId, subjectId, tickets } = await soldBy(write, order);
  const { amount, fee } = order;
  await tallies.add(write.tx, { festivalId, subjectId, at: write.clock.now(), sales: 1, tickets, amount, fee });
}

/** Takes an order off that was delivered and whose money is back, in the transaction in which the ledger books it. */
export async function tallyRefund(write: FestivalWrite, order: Order): Promise<void> {
  const { festivalId, subjectId, tickets: returned } = await soldBy(write, order);
  const [amount, fee] = [-order.amount, -order.fee];
  await tallies.add(write.tx, { festivalId, subjectId, at: write.clock.now(), refunds: 1, returned, amount, fee });
}

/** What an order is of: a ticket type, or the call of a submission. */
async function soldBy(
  { tx }: FestivalWrite,
  { id, itemId, payeeId: festivalId }: Order,
): Promise<{ festivalId: string; subjectId: string; tickets: number }> {
  const tickets = await ticketOrders.find(tx, id);
  if (tickets) return { festivalId, subjectId: tickets.typeId, tickets: tickets.quantity };
  const submission = await submissions.find(tx, id);
  return { festivalId, subjectId: submission?.callId ?? itemId, tickets: 0 };
}
