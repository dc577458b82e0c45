import { STEP_UP_FRESH_MS } from '@marquee/runtime/rpc/enforce-access';
import type { AccountViewer } from '@marquee/runtime/viewer';
import type { IdentityResources } from '../resources.ts';
import { signInAgainNeeded, stepUpNeeded } from './passkey-errors.ts';

/** How long signing in counts as proof: who has lost every passkey signs in by mail and makes a new one. */
const SIGN_IN_FRESH_MS = 10 * 60_000;

/** GIVEN, or what the person has to do. */
export type Proof = 'GIVEN' | 'PASSKEY_NEEDED' | 'SIGN_IN_NEEDED';

/** Whether the person at this session is its owner: by a passkey within five minutes, or by signing in within ten. */
export async function freshProof(
  { prisma, clock }: Pick<IdentityResources, 'prisma' | 'clock'>,
  { accountId, sessionId }: AccountViewer,
): Promise<Proof> {
  const [session, owned] = await Promise.all([
    prisma.session.findUnique({ where: { id: sessionId } }),
    prisma.passkey.count({ where: { accountId } }),
  ]);
  const now = clock.now().getTime();
  if (session?.passkeyAt && now - session.passkeyAt.getTime() <= STEP_UP_FRESH_MS) return 'GIVEN';
  if (session && now - session.createdAt.getTime() <= SIGN_IN_FRESH_MS) return 'GIVEN';
  return owned > 0 ? 'PASSKEY_NEEDED' : 'SIGN_IN_NEEDED';
}

/**
 * That the person at this session is its owner. A stolen session alone neither adds a passkey nor removes one.
 *
 * @throws DomainError STEP_UP_NEEDED, or SIGN_IN_AGAIN where the account has no passkey
 */
export async function requireFreshProof(
  resources: Pick<IdentityResources, 'prisma' | 'clock'>,
  viewer: AccountViewer,
): Promise<void> {
  const proof = await freshProof(resources, viewer);
  if (proof !== 'GIVEN') throw proof === 'PASSKEY_NEEDED' ? stepUpNeeded() : signInAgainNeeded();
}

/**
 * `requireFreshProof` of who has a passkey. For everybody else something of the action itself stands in its place: the typed
 * address before closing, the link or code that proves a new address, and the notice at the old one with its way back.
 */
export async function requireProofByPasskey(
  resources: Pick<IdentityResources, 'prisma' | 'clock'>,
  viewer: AccountViewer,
): Promise<void> {
  const owned = await resources.prisma.passkey.count({ where: { accountId: viewer.accountId } });
  if (owned > 0) await requireFreshProof(resources, viewer);
}
