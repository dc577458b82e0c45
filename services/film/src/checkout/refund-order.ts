import { isId } from '@marquee/data/ids';
import { orderNotFound } from '@marquee/payments/order-errors';
import type { Order } from '@marquee/payments/orders';
import { staffReasonSchema } from '@marquee/rules/back-office';
import type { AccountViewer } from '@marquee/runtime/viewer';
import type { z } from 'zod';
import * as films from '../films/films.ts';
import * as filmActions from '../moderation/film-actions.ts';
import type { FilmWrite } from '../resources.ts';
import { orderIdSchema } from './get-order.ts';

export const refundOrderSchema = orderIdSchema.extend({ reason: staffReasonSchema });

/**
 * Gives the money of an order back and ends the access; the film's history says so. The provider is asked afterwards.
 *
 * @throws DomainError NOT_FOUND, ORDER_NOT_FOUND; FAILED_PRECONDITION, NOT_REFUNDABLE or REFUND_PENDING
 */
export async function refundOrder(
  write: FilmWrite,
  viewer: AccountViewer,
  { orderId, reason }: z.output<typeof refundOrderSchema>,
): Promise<Order> {
  const { desk } = write;
  if (!isId(orderId)) throw orderNotFound();
  const asked = { kind: 'STAFF', reason, askedBy: viewer.accountId } as const;
  const order = await desk.askRefund(write, orderId, asked);
  // A film that was removed has a history all the same.
  const film = await films.lockIfThere(write.tx, order.itemId);
  const at = {
    filmId: order.itemId,
    version: film?.version ?? 0n,
    actorId: viewer.accountId,
    createdAt: write.clock.now(),
  };
  const changes = [{ field: 'order', before: orderId, after: '' }];
  await filmActions.insert(write.tx, at, [{ kind: 'ORDER_REFUNDED', reason, changes }]);
  return order;
}
