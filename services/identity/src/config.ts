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
export const identityConfig = z.object({
  /** Derives link tokens, codes and session tokens. */
  CHALLENGE_KEY: secret(secretKey),
  /** Hashes them for the database: who reads it can make nothing of it. */
  CHALLENGE_HASH_KEY: secret(secretKey),
  /** Authenticates the cursors of lists. */
  CURSOR_KEY: secret(),
  /** Ed25519, PKCS #8 PEM: signs viewer tokens. */
  VIEWER_SIGNING_KEY: secret(signingKey, 'viewerKey'),
  /** Staff may sign in by link or code, until passkeys exist: whoever reads their mail is staff (decision 0019). */
  ALLOW_STAFF_WITHOUT_PASSKEY: flag,
  /** Multiplies the limits of sign-in attempts, for load tests and journeys. */
  SIGN_IN_LIMITS_SCALE: z.coerce.number().min(1).max(1000).default(1),
});
export type IdentityConfig = z.output<typeof identityConfig>;
