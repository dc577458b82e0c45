import { sweep } from '@marquee/data/sweep';
import { transact } from '@marquee/service/use-case';
import type { FestivalResources } from '../resources.ts';
import { releaseOrder } from './release-order.ts';
import * as ticketOrders from './ticket-orders.ts';

/**
 * Gives back what nobody paid for in time, a payment that is still on its way too: money that comes late buys what is
 * there then, or goes back [TIC-04].
 */
export async function releaseOverdue(resources: FestivalResources, signal: AbortSignal): Promise<void> {
  const { db, clock, log } = resources;
  const release = (id: string) => transact<FestivalResources, void>(resources, (write) => releaseOrder(write, id));
  const failed = 'held tickets could not be given back';
  const about = (orderId: string) => ({ orderId });
  await sweep(await ticketOrders.listOverdue(db, clock.now()), release, { signal, log, failed, about });
}
