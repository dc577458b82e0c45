import type { paymentEventSchema } from '@marquee/payments/payment-event-schema';
import type { Viewer } from '@marquee/runtime/viewer';
import type { z } from 'zod';
import type { FestivalResources } from '../resources.ts';
import { requireSales } from './own-ticket-order.ts';

/** Keeps and applies what the payment provider sent. @throws DomainError INVALID, WEBHOOK_REFUSED */
export async function receivePaymentEvent(
  resources: FestivalResources,
  _gateway: Viewer,
  { body, signature }: z.output<typeof paymentEventSchema>,
): Promise<object> {
  await requireSales(resources).desk.receive(body, signature);
  return {};
}
