import * as promoCodes from '../promo-codes/promo-codes.ts';
import type { FestivalWrite } from '../resources.ts';
import * as units from '../tickets/ticket-units.ts';
import * as ticketOrders from './ticket-orders.ts';

/** Gives back what an order holds and nobody paid for. Does nothing for any other. */
export async function releaseOrder({ tx, soldOut }: FestivalWrite, id: string): Promise<void> {
  const order = await ticketOrders.lock(tx, id);
  if (order?.state !== 'HELD') return;
  await ticketOrders.setState(tx, id, 'RELEASED');
  await units.free(tx, id);
  if (order.promoCodeId) await promoCodes.free(tx, id);
  soldOut.forget(order.typeId);
}
