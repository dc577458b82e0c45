import type { AccountViewer } from '@marquee/runtime/viewer';
import { z } from 'zod';
import type { FilmResources } from '../resources.ts';
import { type OwnOrder, requireOwnOrder, withTitle } from './own-order.ts';

export const orderIdSchema = z.object({ orderId: z.string() });

/** The viewer's order as its payment stands at the provider: sooner than the provider's own event. */
export async function getOrder(
  resources: FilmResources,
  viewer: AccountViewer,
  { orderId }: z.output<typeof orderIdSchema>,
): Promise<OwnOrder> {
  await requireOwnOrder(resources.db, viewer, orderId);
  const { order, payment } = await resources.desk.refresh(orderId);
  return withTitle(resources.db, order, payment);
}
