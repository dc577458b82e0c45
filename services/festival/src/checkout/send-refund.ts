import type { FestivalResources } from '../resources.ts';
import * as ticketOrders from './ticket-orders.ts';

/** Has the provider make a refund that was begun, at once; the sweeper does it if the provider does not answer. */
export async function sendRefund({ sales, db, log }: FestivalResources, orderId: string): Promise<void> {
  const isSold = ((await ticketOrders.find(db, orderId))?.amount ?? 0n) > 0n;
  if (!isSold) return;
  await sales?.desk
    .sendRefund(orderId)
    .catch((err: unknown) => log.warn({ err }, 'a refund waits for the payment provider'));
}
