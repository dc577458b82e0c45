import type { AccountViewer } from '@marquee/runtime/viewer';
import { z } from 'zod';
import { requireSales } from '../checkout/own-ticket-order.ts';
import type { FestivalResources } from '../resources.ts';
import { type OwnSubmission, requireOwn, withOrder } from './own-submission.ts';

export const submissionIdSchema = z.object({ submissionId: z.string() });

/** The viewer's submission as its payment stands at the provider: sooner than the provider's own event. */
export async function getSubmission(
  resources: FestivalResources,
  viewer: AccountViewer,
  { submissionId }: z.output<typeof submissionIdSchema>,
): Promise<OwnSubmission> {
  const { id, amount } = await requireOwn(resources.db, viewer, submissionId);
  if (amount === 0n) return withOrder(resources.db, id, undefined);
  const { payment } = await requireSales(resources).desk.refresh(id);
  return withOrder(resources.db, id, payment);
}
