import { transact } from '@marquee/service/use-case';
import type { FestivalResources } from '../resources.ts';
import { releaseOrder } from './release-order.ts';
import * as ticketOrders from './ticket-orders.ts';

/**
 * Gives back what nobody paid for in time, a payment that is still on its way too: money that comes late buys what is
 * there then, or goes back [TIC-04].
 */
export async function releaseOverdue(resources: FestivalResources, signal: AbortSignal): Promise<void> {
  for (const id of await ticketOrders.listOverdue(resources.db, resources.clock.now())) {
    signal.throwIfAborted();
    await transact<FestivalResources, void>(resources, (write) => releaseOrder(write, id)).catch((err: unknown) =>
      resources.log.warn({ err, orderId: id }, 'held tickets could not be given back'),
    );
  }
}
