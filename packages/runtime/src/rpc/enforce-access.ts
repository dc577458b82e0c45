import { type Access, Audience, RateClass } from '@marquee/contracts/access';
import { Permission, permits } from '@marquee/contracts/permissions';
import { accountIsClosing, DomainError, forbidden, signInNeeded } from '../errors.ts';
import { holderOf, networkOf } from '../network.ts';
import type { RateLimit, RateLimits } from '../rate-limits.ts';
import { type AccountViewer, isDirector, isPro, isStaff, type Viewer } from '../viewer.ts';

/** How long a passkey challenge counts as fresh. */
export const STEP_UP_FRESH_MS = 5 * 60_000;

/** What each rate class allows one account, or one address without an account. */
export const rateLimitOf: Record<RateClass, RateLimit> = {
  [RateClass.UNSPECIFIED]: { points: 120, durationS: 60 },
  [RateClass.READ]: { points: 600, durationS: 60 },
  [RateClass.WRITE]: { points: 120, durationS: 60 },
  [RateClass.SENSITIVE]: { points: 20, durationS: 60 },
  [RateClass.HEARTBEAT]: { points: 60, durationS: 60 },
};

/** How many times as much as one address the visitors of one network may do: a line of IPv6 has a network of addresses. */
const NETWORK_SHARE = 20;

/**
 * Lets the call pass if its contract's policy does. An account that is closing reads, and writes only what keeps or exports
 * it [SET-05].
 *
 * @throws DomainError UNAUTHENTICATED or FORBIDDEN
 */
export function enforceAccess(
  access: Access,
  viewer: Viewer,
  caller: string | undefined,
  now: Date,
  writes: boolean,
): void {
  if (access.audience === Audience.SERVICE) {
    if (caller === undefined || !access.callers.includes(caller)) {
      throw forbidden('SERVICES_ONLY', 'This can only be used by services.');
    }
    return;
  }
  if (access.audience === Audience.PUBLIC) return;
  if (viewer.kind !== 'account') throw signInNeeded();
  if (!mayEnter(access.audience, viewer) || !isPermitted(access, viewer)) throw forbidden();
  if (viewer.closing && writes && !access.whileClosing) throw accountIsClosing();
  if (access.stepUp && now.getTime() - (viewer.steppedUpAt?.getTime() ?? 0) > STEP_UP_FRESH_MS) {
    throw new DomainError({
      kind: 'FORBIDDEN',
      reason: 'STEP_UP_NEEDED',
      message: 'Please confirm with your passkey first.',
    });
  }
}

function mayEnter(audience: Audience, viewer: AccountViewer): boolean {
  switch (audience) {
    case Audience.SIGNED_IN:
      return true;
    case Audience.PRO:
      return isPro(viewer) || isStaff(viewer);
    case Audience.DIRECTOR:
      return isDirector(viewer) || isStaff(viewer);
    case Audience.STAFF:
      return isStaff(viewer);
    case Audience.ADMIN:
      return viewer.roles.includes('ADMIN');
    default:
      return false;
  }
}

/** Roles of staff differ in what they may do [ADU-10]. */
function isPermitted({ permission }: Access, { roles }: AccountViewer): boolean {
  return permission === Permission.UNSPECIFIED || permits(roles, permission);
}

/**
 * Counts one call against the viewer's rate limit: that of the account, or those of the visitor's address and network. Calls of services are not counted, nor calls without a client address.
 *
 * @throws DomainError EXHAUSTED, RATE_LIMITED
 */
export async function enforceRate(limits: RateLimits, access: Access, viewer: Viewer, ip: string): Promise<void> {
  if (viewer.kind === 'service') return;
  const limit = rateLimitOf[access.rateClass] ?? rateLimitOf[RateClass.UNSPECIFIED];
  const name = `rpc:${access.rateClass}`;
  if (viewer.kind === 'account') return limits.consume(name, viewer.accountId, limit);
  if (ip === '') return;
  // One after the other: what its address has used up does not count for the neighbours of the network.
  await limits.consume(name, holderOf(ip), limit);
  await limits.consume(`rpc-network:${access.rateClass}`, networkOf(ip), {
    ...limit,
    points: limit.points * NETWORK_SHARE,
  });
}

/** True when the call is not counted, so that nothing needs to be awaited. */
export function isUncounted(viewer: Viewer, caller: string | undefined): boolean {
  return viewer.kind === 'service' || (viewer.kind === 'visitor' && caller === undefined);
}
