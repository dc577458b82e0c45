import { randomUUID } from 'node:crypto';
import type { DescMethod } from '@bufbuild/protobuf';
import { Code, ConnectError } from '@connectrpc/connect';
import type { Metadata, ServerUnaryCall } from '@grpc/grpc-js';
import { BROWSER_CALLER } from '@marquee/contracts/services';

import { type ClientInfo, decodeClientInfo, unknownClient } from '../client-info.ts';
import type { Logger } from '../log.ts';
import { type ObservedCall, observeServerCall } from '../telemetry/observe-call.ts';
import { isTraceparent, newTraceparent } from '../trace.ts';
import { type Viewer, visitor } from '../viewer.ts';
import type { CallContext } from './implement.ts';
import { metadataBytes, metadataNames, metadataText } from './metadata.ts';

/** The part of a grpc-js call that this adapter uses, whatever its kind. */
export type GrpcCall = Pick<
  ServerUnaryCall<unknown, unknown>,
  'metadata' | 'cancelled' | 'getDeadline' | 'sendMetadata'
> & {
  once(event: string, listener: () => void): unknown;
};

const REQUEST_ID = /^[\w.:-]{8,64}$/;

/** One incoming call. What most handlers never look at is made when it is first asked for. */
export class ServerCall implements CallContext {
  readonly method: DescMethod;
  readonly log: Logger;
  readonly requestId: string;
  readonly traceparent: string;
  viewer: Viewer = visitor;
  viewerToken: string | undefined;
  tokenIssuedAt: Date | undefined;
  caller: string | undefined;
  readonly #grpcCall: GrpcCall;
  readonly #observed: ObservedCall;
  #responseHeaders: Headers | undefined;
  #responseTrailers: Headers | undefined;
  #controller: AbortController | undefined;
  #client: ClientInfo | undefined;
  #onCancel: Set<() => void> | undefined;
  #finished = false;

  constructor(method: DescMethod, log: Logger, grpcCall: GrpcCall) {
    this.method = method;
    this.log = log;
    this.#grpcCall = grpcCall;
    const requestId = metadataText(grpcCall.metadata, metadataNames.requestId);
    this.requestId = requestId && REQUEST_ID.test(requestId) ? requestId : randomUUID();
    const traceparent = metadataText(grpcCall.metadata, metadataNames.traceparent);
    this.#observed = observeServerCall(method, isTraceparent(traceparent) ? traceparent : newTraceparent());
    this.traceparent = this.#observed.traceparent;
  }

  get metadata(): Metadata {
    return this.#grpcCall.metadata;
  }

  header(name: string): string | undefined {
    return metadataText(this.#grpcCall.metadata, name);
  }

  get deadline(): Date | undefined {
    const deadline = this.#grpcCall.getDeadline();
    return Number.isFinite(Number(deadline)) ? new Date(deadline) : undefined;
  }

  // Only BROWSER_CALLER sees the browser; no other service can vouch for it, so nothing is passed on.
  get client(): ClientInfo {
    this.#client ??=
      this.caller === BROWSER_CALLER
        ? decodeClientInfo(metadataBytes(this.#grpcCall.metadata, metadataNames.clientInfo))
        : unknownClient;
    return this.#client;
  }

  get responseHeaders(): Headers {
    this.#responseHeaders ??= new Headers();
    return this.#responseHeaders;
  }

  get responseTrailers(): Headers {
    this.#responseTrailers ??= new Headers();
    return this.#responseTrailers;
  }

  /** What the handler set, or nothing when it never looked. */
  get touchedHeaders(): Headers | undefined {
    return this.#responseHeaders;
  }

  get touchedTrailers(): Headers | undefined {
    return this.#responseTrailers;
  }

  get signal(): AbortSignal {
    if (!this.#controller) {
      const controller = new AbortController();
      this.#controller = controller;
      this.onCancel(() => controller.abort(new ConnectError('the call was canceled', Code.Canceled)));
    }
    return this.#controller.signal;
  }

  get cancelled(): boolean {
    return this.#grpcCall.cancelled && !this.#finished;
  }

  onCancel(listener: () => void): () => void {
    if (this.#grpcCall.cancelled) {
      if (!this.#finished) listener();
      return () => {};
    }
    const listeners = this.#listenForCancel();
    listeners.add(listener);
    return () => listeners.delete(listener);
  }

  /** One listener at the call for all: a stream makes many calls of its own, each of which ends with it. */
  #listenForCancel(): Set<() => void> {
    if (this.#onCancel) return this.#onCancel;
    const listeners = new Set<() => void>();
    this.#onCancel = listeners;
    this.#grpcCall.once('cancelled', () => {
      // grpc-js says "cancelled" for the end of a finished call as well.
      if (!this.#finished) for (const listener of listeners) listener();
    });
    return listeners;
  }

  /** Aborts the handler's signal, if it looked at it. */
  abort(reason: ConnectError): void {
    this.#controller?.abort(reason);
  }

  /** The response is on its way, with this gRPC code: what happens to the call now concerns nobody. */
  finish(code: number): void {
    this.#finished = true;
    this.#observed.end(code);
  }
}
