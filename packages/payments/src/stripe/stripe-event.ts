import { z } from 'zod';
import type { ProviderEvent } from '../payment-provider.ts';
import { webhookRefused } from '../webhook-signature.ts';

const id = z.string().min(1).max(255);
/** Stripe gives an id, or the whole object where a version expands it. */
const reference = z.union([id, z.looseObject({ id }).transform((object) => object.id)]);

/** What is read of an event. All else is asked of Stripe, in the version of its API that this code knows. */
const eventSchema = z.looseObject({
  id,
  type: id,
  data: z.looseObject({
    object: z.looseObject({ object: z.string(), id: id.optional(), payment_intent: reference.nullish() }),
  }),
});

/**
 * An event of Stripe's: of a payment itself, or of what belongs to one, such as a charge, a refund or a dispute.
 *
 * @throws DomainError INVALID, WEBHOOK_REFUSED for what is no event
 */
export function stripeEvent(body: Uint8Array): ProviderEvent {
  const read = eventSchema.safeParse(jsonOf(body));
  if (!read.success) throw webhookRefused();
  const { id: eventId, type, data } = read.data;
  const { object } = data;
  const paymentId = object.object === 'payment_intent' ? object.id : object.payment_intent;
  return { id: eventId, type, paymentId: paymentId ?? '', saysPaid: type === 'payment_intent.succeeded' };
}

function jsonOf(body: Uint8Array): unknown {
  try {
    return JSON.parse(Buffer.from(body).toString('utf8'));
  } catch {
    throw webhookRefused();
  }
}
