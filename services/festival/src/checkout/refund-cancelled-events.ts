import { sweep } from '@marquee/data/sweep';
import { transact } from '@marquee/service/use-case';
import type { FestivalResources } from '../resources.ts';
import { lockToReturn } from './lock-to-return.ts';
import { returnTickets } from './return-tickets.ts';
import * as ticketOrders from './ticket-orders.ts';

/** Gives the money back to those whose events were all cancelled; free tickets are ended [TIC-05]. */
export async function refundCancelledEvents(resources: FestivalResources, signal: AbortSignal): Promise<void> {
  const { db, clock, sales, log } = resources;
  const refund = async ({ id, amount }: ticketOrders.TicketOrder) => {
    await transact<FestivalResources, void>(resources, async (write) => {
      const { order } = await lockToReturn(write, id, '');
      await returnTickets(write, order, { kind: 'CANCELLED', reason: '', askedBy: null });
    });
    if (amount > 0n) await sales?.desk.sendRefund(id);
  };
  const failed = 'the order of a cancelled event could not be refunded';
  const about = ({ id }: ticketOrders.TicketOrder) => ({ orderId: id });
  await sweep(await ticketOrders.listOfCancelled(db, clock.now()), refund, { signal, log, failed, about });
}
