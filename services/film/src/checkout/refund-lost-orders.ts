import { sweep } from '@marquee/data/sweep';
import { transact } from '@marquee/service/use-case';
import type { FilmResources } from '../resources.ts';
import * as lostOrders from './lost-orders.ts';

/** Gives the money back to those whose film was removed, hidden or turned into something else before their time ended. */
export async function refundLostOrders(resources: FilmResources, signal: AbortSignal): Promise<void> {
  const { db, clock, log, desk } = resources;
  const asked = { kind: 'LATE', reason: 'The film was taken back.', askedBy: null } as const;
  const refund = async (orderId: string) => {
    await transact<FilmResources, unknown>(resources, (write) => desk.askRefund(write, orderId, asked));
    await desk.sendRefund(orderId);
  };
  const failed = 'the order of a film that is gone could not be refunded';
  const about = (orderId: string) => ({ orderId });
  await sweep(await lostOrders.list(db, clock.now()), refund, { signal, log, failed, about });
}
