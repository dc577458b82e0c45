import { transact } from '@marquee/service/use-case';
import type { FilmResources } from '../resources.ts';
import * as lostOrders from './lost-orders.ts';

/** Gives the money back to those whose film was removed, hidden or turned into something else before their time ended. */
export async function refundLostOrders(resources: FilmResources, signal: AbortSignal): Promise<void> {
  const { desk } = resources;
  const asked = { kind: 'LATE', reason: 'The film was taken back.', askedBy: null } as const;
  for (const orderId of await lostOrders.list(resources.db, resources.clock.now())) {
    signal.throwIfAborted();
    try {
      await transact<FilmResources, unknown>(resources, (write) => desk.askRefund(write, orderId, asked));
      await desk.sendRefund(orderId);
    } catch (err) {
      resources.log.warn({ err, orderId }, 'the order of a film that is gone could not be refunded');
    }
  }
}
