import { BROWSER_CALLER } from '@marquee/contracts/services';
import { DomainError } from '../errors.ts';
import type { Revocations } from '../revocations.ts';
import { OUT_OF_TIME, outOfTime, type Verifier } from '../verifier.ts';
import type { AccountViewer } from '../viewer.ts';
import { metadataNames, metadataText } from './metadata.ts';
import type { ServerCall } from './server-call.ts';

export type Authentication = {
  /** The name of this service: tokens of other services must be meant for it. */
  service: string;
  verifier: Verifier;
  revocations?: Revocations | undefined;
};

/**
 * Finds out who is calling from the tokens of the call. For a method of services the viewer is the calling service,
 * for all others the account that the call was first made for.
 *
 * @throws DomainError UNAUTHENTICATED for a token that is forged, revoked or meant for another service; UNAVAILABLE for one
 *   whose time is not now
 */
export function authenticate(call: ServerCall, forServices: boolean, options: Authentication): void {
  const serviceToken = metadataText(call.metadata, metadataNames.serviceToken);
  if (serviceToken) {
    const claims = options.verifier.service(serviceToken, options.service);
    if (claims === OUT_OF_TIME) throw outOfTime();
    if (!claims) throw tokenRefused('SERVICE_TOKEN_INVALID');
    call.caller = claims.caller;
  }
  const account = accountOf(call, forServices, options);
  if (call.caller !== undefined && (forServices || (!account && call.caller !== BROWSER_CALLER))) {
    call.viewer = { kind: 'service', service: call.caller, ...(account && { onBehalfOf: account }) };
  } else if (account) {
    call.viewer = account;
  }
}

function accountOf(call: ServerCall, forServices: boolean, options: Authentication): AccountViewer | undefined {
  const token = metadataText(call.metadata, metadataNames.viewerToken);
  if (!token) return undefined;
  const verified = options.verifier.viewer(token);
  const isGood = verified && verified !== OUT_OF_TIME;
  if (!isGood || options.revocations?.isRevoked(verified.viewer, verified.issuedAt)) {
    // A service's own work does not need the session of the viewer whose request started it.
    if (forServices) return undefined;
    if (verified === OUT_OF_TIME) throw outOfTime();
    throw tokenRefused(verified ? 'SESSION_ENDED' : 'VIEWER_TOKEN_INVALID');
  }
  call.viewerToken = token;
  call.tokenIssuedAt = verified.issuedAt;
  return verified.viewer;
}

function tokenRefused(reason: string): DomainError {
  return new DomainError({ kind: 'UNAUTHENTICATED', reason, message: 'Please sign in again.' });
}
