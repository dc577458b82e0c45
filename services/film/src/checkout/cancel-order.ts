import type { AccountViewer } from '@marquee/runtime/viewer';
import type { z } from 'zod';
import type { FilmResources } from '../resources.ts';
import type { orderIdSchema } from './get-order.ts';
import { type OwnOrder, requireOwnOrder, withTitle } from './own-order.ts';

/** Ends the viewer's order; nothing is charged. @throws DomainError FAILED_PRECONDITION, PAYMENT_UNDER_WAY */
export async function cancelOrder(
  resources: FilmResources,
  viewer: AccountViewer,
  { orderId }: z.output<typeof orderIdSchema>,
): Promise<OwnOrder> {
  await requireOwnOrder(resources.db, viewer, orderId);
  return withTitle(resources.db, await resources.desk.cancel(orderId), undefined);
}
