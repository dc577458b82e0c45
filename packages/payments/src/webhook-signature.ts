import { createHmac, timingSafeEqual } from 'node:crypto';
import { DomainError } from '@marquee/runtime/errors';

/** How old a signature may be, and how far ahead of our clock. */
export const SIGNATURE_AGE_MS_MAX = 300_000;

const NOT_SIGNED = 'This was not signed by the payment provider.';

/** Signs a body as Stripe does: `t=<seconds>,v1=<HMAC-SHA256 over t.body>`. */
export function signWebhook(body: Uint8Array, { secret, at }: { secret: string; at: Date }): string {
  const seconds = Math.floor(at.getTime() / 1_000);
  return `t=${seconds},v1=${hmac(body, seconds, secret)}`;
}

/**
 * Checks a signature of that form; of several v1 one has to fit, as while a secret is changed.
 *
 * @throws DomainError INVALID, WEBHOOK_REFUSED
 */
export function requireSigned(body: Uint8Array, signature: string, { secret, at }: { secret: string; at: Date }): void {
  const parts = signature.split(',', 20).map((part) => part.trim().split('=', 2));
  const seconds = Number(parts.find(([name]) => name === 't')?.[1] ?? Number.NaN);
  const given = parts.filter(([name]) => name === 'v1').map(([, value = '']) => value);
  if (!Number.isSafeInteger(seconds)) throw webhookRefused();
  if (Math.abs(at.getTime() - seconds * 1_000) > SIGNATURE_AGE_MS_MAX) throw webhookRefused();
  const expected = Buffer.from(hmac(body, seconds, secret));
  const fits = given.some((value) => value.length === expected.length && timingSafeEqual(Buffer.from(value), expected));
  if (!fits) throw webhookRefused();
}

/** What arrived is not from the provider, or is too old. */
export function webhookRefused(): DomainError {
  return new DomainError({
    kind: 'INVALID',
    reason: 'WEBHOOK_REFUSED',
    message: NOT_SIGNED,
    // Which of the two was changed nobody knows.
    fields: [
      { field: 'signature', message: NOT_SIGNED },
      { field: 'body', message: NOT_SIGNED },
    ],
  });
}

function hmac(body: Uint8Array, seconds: number, secret: string): string {
  return createHmac('sha256', secret).update(`${seconds}.`).update(body).digest('hex');
}
