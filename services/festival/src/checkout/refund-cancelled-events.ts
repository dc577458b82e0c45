import { transact } from '@marquee/service/use-case';
import type { FestivalResources } from '../resources.ts';
import { lockToReturn } from './lock-to-return.ts';
import { returnTickets } from './return-tickets.ts';
import * as ticketOrders from './ticket-orders.ts';

/** Gives the money back to those whose events were all cancelled; free tickets are ended [TIC-05]. */
export async function refundCancelledEvents(resources: FestivalResources, signal: AbortSignal): Promise<void> {
  const { db, clock, sales, log } = resources;
  for (const order of await ticketOrders.listOfCancelled(db, clock.now())) {
    signal.throwIfAborted();
    try {
      await transact<FestivalResources, void>(resources, async (write) => {
        const { order: locked } = await lockToReturn(write, order.id, '');
        await returnTickets(write, locked, { kind: 'CANCELLED', reason: '', askedBy: null });
      });
      if (order.amount > 0n) await sales?.desk.sendRefund(order.id);
    } catch (err) {
      log.warn({ err, orderId: order.id }, 'the order of a cancelled event could not be refunded');
    }
  }
}
