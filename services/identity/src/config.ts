import { paymentVariables, refusePayments } from '@marquee/payments/payment-config';
import { isLoopback } from '@marquee/runtime/network';
import { signingKey } from '@marquee/service/process-config';
import { secret } from '@marquee/service/secret';
import { z } from 'zod';

const KEY_BYTES_MIN = 32;

const secretKey = z
  .string()
  .transform((text) => Buffer.from(text, 'base64'))
  .refine((key) => key.length >= KEY_BYTES_MIN, `must be at least ${KEY_BYTES_MIN} bytes in base64`);

const flag = z
  .enum(['0', '1'])
  .default('0')
  .transform((value) => value === '1');

/** The environment of identity. */
export const identityConfig = z
  .object({
    ...paymentVariables,
    PUBLIC_URL: z
      .url({ protocol: /^https?$/ })
      .describe('the site that passkeys belong to: they stop working when its host changes'),
    CHALLENGE_KEY: secret(secretKey).describe('derives link tokens, codes and session tokens'),
    CHALLENGE_HASH_KEY: secret(secretKey).describe(
      'hashes those for the database, so that who reads it cannot use them',
    ),
    CURSOR_KEY: secret().describe('authenticates the cursors of lists'),
    VIEWER_SIGNING_KEY: secret(signingKey, 'viewerKey').describe('Ed25519 key (PKCS #8 PEM) that signs viewer tokens'),
    ALLOW_STAFF_WITHOUT_PASSKEY: flag.describe(
      '`1` lets staff sign in by link or code, on this machine only: who reads their mail is staff (decision 0042)',
    ),
    OWN_DATA_WORKER: z
      .enum(['0', '1'])
      .default('1')
      .describe('`0` makes no exports and anonymises no closed accounts in this process'),
    SIGN_IN_LIMITS_SCALE: z.coerce
      .number()
      .min(1)
      .max(1000)
      .default(1)
      .describe('multiplies the limits of sign-in attempts, for load tests and journeys'),
  })
  .superRefine((config, context) => {
    refusePayments(config, context);
    const { ALLOW_STAFF_WITHOUT_PASSKEY: allowed, HOST, NODE_ENV } = config;
    const refuse = (message: string) =>
      context.addIssue({ code: 'custom', path: ['ALLOW_STAFF_WITHOUT_PASSKEY'], message });
    if (!allowed) return;
    if (!isLoopback(HOST)) {
      refuse(`ALLOW_STAFF_WITHOUT_PASSKEY=1 is refused with HOST=${HOST}: it only exists on this machine (127.0.0.1).`);
    }
    if (NODE_ENV === 'production') refuse('ALLOW_STAFF_WITHOUT_PASSKEY=1 is refused with NODE_ENV=production.');
  });
export type IdentityConfig = z.output<typeof identityConfig>;
