import { z } from 'zod';
import type { PublicKeys, SigningKey } from './keys.ts';
import { NAMESPACE } from './namespace.ts';
import { openToken, signToken } from './signed-token.ts';
import type { AccountViewer } from './viewer.ts';

export const VIEWER_TOKEN_LIFE_S = 60;
/** How far two machines' clocks may be apart. */
export const CLOCK_SKEW_S = 5;
const PURPOSE = `${NAMESPACE}-viewer-1`;

const claimsSchema = z.object({
  iat: z.int(),
  exp: z.int(),
  acc: z.string().min(1),
  ses: z.string().min(1),
  rol: z.array(z.enum(['ADMIN', 'SUPER_USER'])),
  con: z.enum(['UNSPECIFIED', 'MOVIE_LOVER', 'ENTERTAINMENT_PRO', 'B2B']),
  typ: z.enum(['UNSPECIFIED', 'INDIVIDUAL', 'COMPANY']),
  tal: z.array(z.string()),
  onb: z.boolean(),
  pln: z.string().optional(),
  dir: z.boolean().optional(),
  clo: z.boolean().optional(),
  stp: z.int().optional(),
});

export type VerifiedViewer = { viewer: AccountViewer; issuedAt: Date; expiresAt: Date };

/** A token of one minute that says who is calling. Only the service that signs people in has the key. */
export function issueViewerToken(
  key: SigningKey,
  viewer: Omit<AccountViewer, 'kind'>,
  now: Date,
): { token: string; expiresAt: Date } {
  const iat = Math.floor(now.getTime() / 1000);
  const exp = iat + VIEWER_TOKEN_LIFE_S;
  const token = signToken(key, PURPOSE, {
    iat,
    exp,
    acc: viewer.accountId,
    ses: viewer.sessionId,
    rol: viewer.roles,
    con: viewer.consumerType,
    typ: viewer.accountType,
    tal: viewer.talents,
    onb: viewer.onboarding,
    ...(viewer.plan && { pln: viewer.plan }),
    ...(viewer.directs && { dir: true }),
    ...(viewer.closing && { clo: true }),
    ...(viewer.steppedUpAt && { stp: Math.floor(viewer.steppedUpAt.getTime() / 1000) }),
  } satisfies z.input<typeof claimsSchema>);
  return { token, expiresAt: new Date(exp * 1000) };
}

/** The viewer of a token, or nothing when it is forged or malformed. Its time is for the caller to check. */
export function verifyViewerToken(keys: PublicKeys, token: string): VerifiedViewer | undefined {
  const result = claimsSchema.safeParse(openToken(keys, PURPOSE, token)?.claims);
  if (!result.success) return undefined;
  const { iat, exp, acc, ses, rol, con, typ, tal, onb, pln, dir, clo, stp } = result.data;
  return {
    viewer: {
      kind: 'account',
      accountId: acc,
      sessionId: ses,
      roles: rol,
      consumerType: con,
      accountType: typ,
      talents: tal,
      onboarding: onb,
      ...(pln && { plan: pln }),
      ...(dir && { directs: true }),
      ...(clo && { closing: true }),
      ...(stp !== undefined && { steppedUpAt: new Date(stp * 1000) }),
    },
    issuedAt: new Date(iat * 1000),
    expiresAt: new Date(exp * 1000),
  };
}
