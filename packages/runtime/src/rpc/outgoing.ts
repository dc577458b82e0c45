import { type CallOptions, Metadata } from '@grpc/grpc-js';
import { type Clock, systemClock } from '../clock.ts';
import { type Call, currentCall, newCall } from '../context.ts';
import type { SigningKey } from '../keys.ts';
import { issueServiceToken, SERVICE_TOKEN_LIFE_S } from '../service-token.ts';
import { refuseInTransaction } from '../transaction-guard.ts';
import { addHeaders, metadataNames } from './metadata.ts';

// Renewed early, so that a slow call does not arrive with an expired token.
const RENEW_BEFORE_END_MS = 60_000;

export type Caller = {
  /** The name of this service. */
  service: string;
  /** The name of the service that is called. */
  callee: string;
  serviceKey?: SigningKey | undefined;
  clock?: Clock | undefined;
};

/** Adds what every call to one callee carries. */
export class Outgoing {
  readonly #caller: Caller;
  readonly #clock: Clock;
  #token: { token: string; expiresAt: Date } | undefined;

  constructor(caller: Caller) {
    this.#caller = caller;
    this.#clock = caller.clock ?? systemClock;
  }

  /** The parent call, or a new one. @throws InsideTransactionError inside a transaction */
  origin(): Call {
    refuseInTransaction();
    return currentCall() ?? newCall();
  }

  /** `traceparent` names the span of this very call, or what it is made for. */
  metadata(origin: Call, header: ConstructorParameters<typeof Headers>[0], traceparent = origin.traceparent): Metadata {
    const metadata = new Metadata();
    if (header) addHeaders(metadata, header instanceof Headers ? header : new Headers(header));
    const token = this.#serviceToken();
    if (token) metadata.set(metadataNames.serviceToken, token);
    if (origin.viewerToken) metadata.set(metadataNames.viewerToken, origin.viewerToken);
    if (origin.clientInfoBytes) metadata.set(metadataNames.clientInfo, origin.clientInfoBytes);
    metadata.set(metadataNames.requestId, origin.requestId);
    metadata.set(metadataNames.traceparent, traceparent);
    return metadata;
  }

  /** The earlier of the call's own deadline and that of the call it is made for. */
  options(origin: Call, timeoutMs: number | undefined): CallOptions {
    const own = Date.now() + (timeoutMs ?? Number.POSITIVE_INFINITY);
    const deadline = Math.min(own, origin.deadline?.getTime() ?? Number.POSITIVE_INFINITY);
    return deadline === Number.POSITIVE_INFINITY ? {} : { deadline };
  }

  #serviceToken(): string | undefined {
    const { serviceKey, service, callee } = this.#caller;
    if (!serviceKey) return undefined;
    const now = this.#clock.now();
    const leftMs = (this.#token?.expiresAt.getTime() ?? 0) - now.getTime();
    // One that lives too long was issued before the clock was set back: callees would refuse it.
    const isGood = leftMs >= RENEW_BEFORE_END_MS && leftMs <= SERVICE_TOKEN_LIFE_S * 1_000;
    if (!this.#token || !isGood) {
      this.#token = issueServiceToken(serviceKey, { caller: service, callee }, now);
    }
    return this.#token.token;
  }
}
