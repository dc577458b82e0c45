import type { Viewer } from '@marquee/runtime/viewer';
import { z } from 'zod';
import type { IdentityResources } from '../resources.ts';
import { requireSales } from './sales.ts';

const BYTES_MAX = 262_144;
export const receivePlanPaymentEventSchema = z.object({
  body: z.custom<Uint8Array>((body) => body instanceof Uint8Array && body.length > 0 && body.length <= BYTES_MAX),
  signature: z.string().min(1).max(2_000),
});

/** Keeps and applies what the payment provider sent. @throws DomainError INVALID, WEBHOOK_REFUSED */
export async function receivePlanPaymentEvent(
  resources: IdentityResources,
  _gateway: Viewer,
  { body, signature }: z.output<typeof receivePlanPaymentEventSchema>,
): Promise<object> {
  await requireSales(resources).desk.receive(body, signature);
  return {};
}
