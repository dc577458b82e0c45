import { LRUCache } from 'lru-cache';
import { type Clock, systemClock } from './clock.ts';
import type { PublicKeys } from './keys.ts';
import { type ServiceClaims, verifyServiceToken } from './service-token.ts';
import { CLOCK_SKEW_S, type VerifiedViewer, verifyViewerToken } from './viewer-token.ts';

const CACHED_TOKENS_MAX = 20_000;

/** Checks the tokens of incoming calls. A signature is checked once per token, its time at every call. */
export type Verifier = {
  /** The viewer of a token that is genuine and not expired. */
  viewer(token: string): VerifiedViewer | undefined;
  /** The calling service of a token that is genuine, not expired and meant for this callee. */
  service(token: string, callee: string): ServiceClaims | undefined;
};

/** `viewerKeys` are identity's; `serviceKeys` are those of each service (and `gateway`) by its name. */
export function createVerifier(options: {
  viewerKeys: PublicKeys;
  serviceKeys: Readonly<Record<string, PublicKeys>>;
  clock?: Clock;
}): Verifier {
  const clock = options.clock ?? systemClock;
  const serviceKeys = new Map(Object.entries(options.serviceKeys));
  const viewers = new LRUCache<string, VerifiedViewer>({ max: CACHED_TOKENS_MAX });
  const services = new LRUCache<string, ServiceClaims>({ max: CACHED_TOKENS_MAX });

  const inTime = (times: { issuedAt: Date; expiresAt: Date }) => {
    const now = clock.now().getTime();
    return (
      times.issuedAt.getTime() - CLOCK_SKEW_S * 1000 <= now && now < times.expiresAt.getTime() + CLOCK_SKEW_S * 1000
    );
  };

  return {
    viewer(token) {
      const known = viewers.get(token) ?? verifyViewerToken(options.viewerKeys, token);
      if (!known || !inTime(known)) return undefined;
      viewers.set(token, known);
      return known;
    },
    service(token, callee) {
      const known = services.get(token) ?? verifyServiceToken(serviceKeys, token);
      if (!known || known.callee !== callee || !inTime(known)) return undefined;
      services.set(token, known);
      return known;
    },
  };
}
