import { z } from 'zod';
import type { PublicKeys, SigningKey } from './keys.ts';
import { NAMESPACE } from './namespace.ts';
import { openToken, signToken } from './signed-token.ts';

export const SERVICE_TOKEN_LIFE_S = 300;
const PURPOSE = `${NAMESPACE}-service-1`;

const claimsSchema = z.object({ iat: z.int(), exp: z.int(), caller: z.string().min(1), callee: z.string().min(1) });

export type ServiceClaims = { caller: string; callee: string; issuedAt: Date; expiresAt: Date };

/** A token of five minutes by which a service calls for itself; good for one callee. */
export function issueServiceToken(
  key: SigningKey,
  claims: { caller: string; callee: string },
  now: Date,
): { token: string; expiresAt: Date } {
  const iat = Math.floor(now.getTime() / 1000);
  const exp = iat + SERVICE_TOKEN_LIFE_S;
  const token = signToken(key, PURPOSE, { iat, exp, ...claims } satisfies z.input<typeof claimsSchema>);
  return { token, expiresAt: new Date(exp * 1000) };
}

/**
 * The claims of a token, or nothing when it is forged, malformed, or signed by another service's key than the one it
 * names. Its time and its callee are for the caller to check.
 */
export function verifyServiceToken(keysOf: ReadonlyMap<string, PublicKeys>, token: string): ServiceClaims | undefined {
  const claimed = claimsSchema.safeParse(unverifiedClaims(token));
  const keys = claimed.success && keysOf.get(claimed.data.caller);
  if (!keys) return undefined;
  const result = claimsSchema.safeParse(openToken(keys, PURPOSE, token)?.claims);
  if (!result.success) return undefined;
  const { caller, callee, iat, exp } = result.data;
  return { caller, callee, issuedAt: new Date(iat * 1000), expiresAt: new Date(exp * 1000) };
}

// Only tells whose keys to try.
function unverifiedClaims(token: string): unknown {
  try {
    return JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString());
  } catch {
    return undefined;
  }
}
