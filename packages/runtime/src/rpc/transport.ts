import type { DescMessage, DescMethod, DescService, MessageShape } from '@bufbuild/protobuf';
import { Code, ConnectError, type StreamResponse, type Transport, type UnaryResponse } from '@connectrpc/connect';
import {
  type CallOptions,
  Client,
  credentials,
  type Metadata,
  type ServiceError,
  type StatusObject,
  status,
} from '@grpc/grpc-js';
import { isServiceOnly } from '@marquee/contracts/access';
import type { Call } from '../context.ts';
import { type ObservedCall, observeClientCall } from '../telemetry/observe-call.ts';
import { channelOptions } from './channel.ts';
import { codecOf } from './codec.ts';
import { headersFromMetadata } from './metadata.ts';
import { type Caller, Outgoing } from './outgoing.ts';
import { endOfCall, errorFromStatus } from './status.ts';
import { openStream } from './transport-stream.ts';

export type GrpcTransportOptions = Caller & {
  /** `host:port`, or a gRPC target such as `dns:///host:5000`. */
  address: string;
  /** For unary calls without a timeout. Streams have none by default. */
  defaultTimeoutMs: number;
  /** 8 MiB by default. */
  maxResponseBytes?: number | undefined;
  /** After this much silence a peer is pinged; SILENCE_MS by default. */
  silenceMs?: number;
};

export type GrpcTransport = Transport & { close(): void };

/**
 * Connect's transport over grpc-js: `createClient(FilmService, grpcTransport(…))`. Each call carries the viewer, request
 * id, trace and deadline of the call that it is made for, and is cancelled with it.
 */
export function grpcTransport(options: GrpcTransportOptions): GrpcTransport {
  const outgoing = new Outgoing(options);
  const clients = new Map<DescService, Client>();

  // One per service type: its retry policy is part of the channel. They share a connection pool per policy.
  function clientOf(service: DescService): Client {
    const known = clients.get(service);
    if (known) return known;
    const made = new Client(options.address, credentials.createInsecure(), channelOptions(service, options));
    clients.set(service, made);
    return made;
  }

  return {
    unary(method, signal, timeoutMs, header, input) {
      const origin = outgoing.origin();
      const observed = observeClientCall(method, options.callee, origin.traceparent);
      const metadata = outgoing.metadata(origin, header, observed.traceparent);
      const callOptions = outgoing.options(origin, timeoutMs ?? options.defaultTimeoutMs);
      return unary({ client: clientOf(method.parent), origin, signal, observed }, method, input, metadata, callOptions);
    },
    async stream(method, signal, timeoutMs, header, input) {
      const origin = outgoing.origin();
      const observed = observeClientCall(method, options.callee, origin.traceparent);
      const metadata = outgoing.metadata(origin, header, observed.traceparent);
      const callOptions = outgoing.options(origin, timeoutMs);
      const made = { client: clientOf(method.parent), origin, signal, observed };
      return openStream(made, method, input, metadata, callOptions);
    },
    close() {
      for (const client of clients.values()) client.close();
      clients.clear();
    },
  };
}

/** The response of a unary call; its headers are built on first access. */
class GrpcUnaryResponse<I extends DescMessage, O extends DescMessage> implements UnaryResponse<I, O> {
  readonly stream = false;
  readonly method: UnaryResponse<I, O>['method'];
  readonly message: MessageShape<O>;
  readonly #headers: Metadata | undefined;
  readonly #trailers: Metadata | undefined;

  constructor(
    method: UnaryResponse<I, O>['method'],
    message: MessageShape<O>,
    headers?: Metadata,
    trailers?: Metadata,
  ) {
    this.method = method;
    this.message = message;
    this.#headers = headers;
    this.#trailers = trailers;
  }

  get service(): DescService {
    return this.method.parent;
  }

  get header(): Headers {
    return headersFromMetadata(this.#headers);
  }

  get trailer(): Headers {
    return headersFromMetadata(this.#trailers);
  }
}

/** The metadata and options of a call of any kind. */
export type Made = { client: Client; origin: Call; signal: AbortSignal | undefined; observed: ObservedCall };

function unary<I extends DescMessage, O extends DescMessage>(
  { client, origin, signal, observed }: Made,
  method: UnaryResponse<I, O>['method'],
  input: object,
  metadata: Metadata,
  options: CallOptions,
): Promise<UnaryResponse<I, O>> {
  const codec = codecOf(method);
  return new Promise((resolve, reject) => {
    if (signal?.aborted) {
      observed.end(status.CANCELLED);
      reject(canceled(signal));
      return;
    }
    let headers: Metadata | undefined;
    let message: MessageShape<O> | undefined;
    let failure: ServiceError | undefined;
    const call = client.makeUnaryRequest(
      codec.path,
      codec.encodeRequest,
      asIs,
      input,
      metadata,
      options,
      (error, bytes) => {
        failure = error ?? undefined;
        if (!bytes) return;
        try {
          message = codec.decodeResponse(bytes) as MessageShape<O>;
        } catch (cause) {
          failure = Object.assign(new Error('the response could not be read', { cause }), unreadable(metadata));
        }
      },
    );
    const cancel = () => call.cancel();
    const stopListening = listenForCancel(origin, signal, cancel);
    call.on('metadata', (received: Metadata) => {
      headers = received;
    });
    // Trailers come with the status, after the callback.
    call.on('status', (said: StatusObject) => {
      stopListening();
      const ended = endOfCall(failure ?? said, options, signal?.aborted === true);
      observed.end(ended.code);
      if (message !== undefined) resolve(new GrpcUnaryResponse(method, message, headers, said.metadata));
      else if (signal?.aborted) reject(canceled(signal));
      else reject(withHeaders(errorFromStatus(ended, speaksToViewer(method)), headers));
    });
  });
}

const asIs = (bytes: Buffer): Buffer => bytes;

function unreadable(metadata: Metadata): Omit<ServiceError, 'name' | 'message'> {
  return { code: status.INTERNAL, details: 'the response could not be read', metadata };
}

function withHeaders(error: ConnectError, headers: Metadata | undefined): ConnectError {
  if (headers) headersFromMetadata(headers).forEach((value, name) => void error.metadata.append(name, value));
  return error;
}

/** True when the callee's errors are meant for the viewer, false for SERVICE methods. */
export function speaksToViewer(method: DescMethod): boolean {
  return !isServiceOnly(method);
}

/** The error of a call that its caller aborted. */
export function canceled(signal: AbortSignal): ConnectError {
  return ConnectError.from(signal.reason, Code.Canceled);
}

/** Cancels when the parent call ends or the signal aborts. Returns an unsubscribe function. */
export function listenForCancel(origin: Call, signal: AbortSignal | undefined, cancel: () => void): () => void {
  const endOrigin = origin.onCancel?.(cancel);
  signal?.addEventListener('abort', cancel, { once: true });
  return () => {
    endOrigin?.();
    signal?.removeEventListener('abort', cancel);
  };
}

export type { StreamResponse };
