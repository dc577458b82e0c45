import { BROWSER_CALLER } from '@marquee/contracts/services';
import { LRUCache } from 'lru-cache';
import { type Admission, type RoomReceipt, readAdmission, readReceipt } from './admission-token.ts';
import { atMost } from './at-most.ts';
import { type Clock, systemClock } from './clock.ts';
import { DomainError } from './errors.ts';
import type { PublicKeys, SigningKey } from './keys.ts';
import { type ServiceClaims, verifyServiceToken } from './service-token.ts';
import { CLOCK_SKEW_S, type VerifiedViewer, verifyViewerToken } from './viewer-token.ts';

const CACHED_TOKENS_MAX = 20_000;

/**
 * The token is genuine, but its time is not now. Callers send fresh tokens, so that this says nothing of the session:
 * the clocks of two processes are apart, or the call took longer than a token lives.
 */
export const OUT_OF_TIME = 'out of time';

/** Checks the tokens of incoming calls. A signature is checked once per token, its time at every call. */
export type Verifier = {
  /** The viewer of a token; undefined for one that is not genuine. */
  viewer(token: string): VerifiedViewer | typeof OUT_OF_TIME | undefined;
  /** The calling service of a token; undefined for one that is not genuine, or not meant for this callee. */
  service(token: string, callee: string): ServiceClaims | typeof OUT_OF_TIME | undefined;
  /** Who may order tickets to what, by an admission that is good now; undefined for any other. */
  admission(token: string): Admission | undefined;
  /** A place in a queue, by a receipt of the last day; undefined for any other. */
  receipt(token: string): RoomReceipt | undefined;
  /** Whether the public half of a key is among those of a service, or without one among those of viewers. */
  knows(key: SigningKey, service?: string): boolean;
  /** Whether there is a public key of a service at all. */
  hasKeyOf(service: string): boolean;
};

/** The refusal of a token that is OUT_OF_TIME: the same call with another token succeeds. */
export function outOfTime(): DomainError {
  return new DomainError({
    kind: 'UNAVAILABLE',
    reason: 'TOKEN_OUT_OF_TIME',
    message: 'The service is not available right now. Please try again in a moment.',
  });
}

/** `viewerKeys` are those that sign viewer tokens; `serviceKeys` are those of each process by its name. */
export function createVerifier(options: {
  viewerKeys: PublicKeys;
  serviceKeys: Readonly<Record<string, PublicKeys>>;
  clock?: Clock;
}): Verifier {
  const clock = options.clock ?? systemClock;
  const serviceKeys = new Map(Object.entries(options.serviceKeys));
  const gatewayKeys: PublicKeys = serviceKeys.get(BROWSER_CALLER) ?? new Map();
  const viewers = new LRUCache<string, VerifiedViewer>(atMost(CACHED_TOKENS_MAX));
  const services = new LRUCache<string, ServiceClaims>(atMost(CACHED_TOKENS_MAX));

  const inTime = (times: { issuedAt: Date; expiresAt: Date }) => {
    const now = clock.now().getTime();
    return (
      times.issuedAt.getTime() - CLOCK_SKEW_S * 1000 <= now && now < times.expiresAt.getTime() + CLOCK_SKEW_S * 1000
    );
  };

  return {
    viewer(token) {
      const known = viewers.get(token) ?? verifyViewerToken(options.viewerKeys, token);
      if (!known) return undefined;
      if (!inTime(known)) return OUT_OF_TIME;
      viewers.set(token, known);
      return known;
    },
    service(token, callee) {
      const known = services.get(token) ?? verifyServiceToken(serviceKeys, token);
      if (!known || known.callee !== callee) return undefined;
      if (!inTime(known)) return OUT_OF_TIME;
      services.set(token, known);
      return known;
    },
    admission(token) {
      const admission = readAdmission(gatewayKeys, token);
      return admission && admission.until > clock.now() ? admission : undefined;
    },
    receipt: (token) => readReceipt(gatewayKeys, token, clock.now()),
    knows: (key, service) =>
      (service === undefined ? options.viewerKeys : serviceKeys.get(service))?.has(key.id) ?? false,
    hasKeyOf: (service) => (serviceKeys.get(service)?.size ?? 0) > 0,
  };
}
