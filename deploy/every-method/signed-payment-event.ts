import { newId } from '@marquee/data/ids';
import { signWebhook } from '@marquee/payments/webhook-signature';
import type { Values } from './call.ts';
import { PAYMENT_WEBHOOK_SECRET } from './running-services.ts';

/** An event about a payment that nobody knows, as the payment provider signs it. */
export async function signedPaymentEvent(): Promise<Values> {
  const body = Buffer.from(JSON.stringify({ id: newId(), type: 'payment_intent.created', paymentId: newId() }));
  return { body, signature: signWebhook(body, { secret: PAYMENT_WEBHOOK_SECRET, at: new Date() }) };
}
