import { Code, ConnectError } from '@connectrpc/connect';
import type {
  handleBidiStreamingCall,
  handleClientStreamingCall,
  handleServerStreamingCall,
  Metadata,
  ServerReadableStream,
  StatusObject,
} from '@grpc/grpc-js';
import type { Access } from '@marquee/contracts/access';
import { runInCall } from '../context.ts';
import { DomainError } from '../errors.ts';
import { codecOf, type MethodCodec } from './codec.ts';
import type { BoundMethod } from './implement.ts';
import { metadataFromHeaders } from './metadata.ts';
import { admit, decodeRequest, type Gate, refuse } from './run-call.ts';
import { type GrpcCall, ServerCall } from './server-call.ts';
import { commits, statusFromError } from './status.ts';

/** Lets a server end the streams that are open. */
export type OpenStreams = Set<(reason: ConnectError | DomainError) => void>;

type Of<K extends BoundMethod['kind']> = Extract<BoundMethod, { kind: K }>;
type Writer = GrpcCall & {
  write(bytes: Buffer): boolean;
  end(trailers?: Metadata): unknown;
  emit(event: 'error', status: StatusObject): boolean;
};

async function* requestsOf(
  grpcCall: ServerReadableStream<Buffer, unknown>,
  codec: MethodCodec,
): AsyncGenerator<object> {
  // The default would destroy the writing half as well when the handler stops reading.
  for await (const bytes of grpcCall.iterator({ destroyOnReturn: false })) yield decodeRequest(codec, bytes as Buffer);
}

/** Writes what the handler yields until it is done, the caller leaves, or the server ends the stream. */
class ResponseStream {
  readonly #call: ServerCall;
  readonly #writer: Writer;
  readonly #codec: MethodCodec;
  #ended = false;
  #headersSent = false;
  #wake: (() => void) | undefined;

  constructor(call: ServerCall, writer: Writer, codec: MethodCodec) {
    this.#call = call;
    this.#writer = writer;
    this.#codec = codec;
  }

  async pump(messages: AsyncIterator<object>): Promise<void> {
    const stopListening = this.#call.onCancel(() => {
      this.#stop();
      void messages.return?.().catch(() => undefined);
    });
    try {
      for (let step = await messages.next(); !step.done; step = await messages.next()) {
        if (this.#ended) break;
        await this.#write(step.value);
        if (this.#ended) break;
      }
      if (!this.#ended) this.#end();
    } finally {
      stopListening();
      void messages.return?.().catch(() => undefined);
    }
  }

  /** Ends with a refusal, at once. */
  refuse(error: unknown): void {
    if (this.#ended) return;
    const refusal = refuse(this.#call, error);
    if (commits(refusal)) this.#sendHeaders();
    this.#stop();
    this.#call.abort(refusal);
    this.#call.finish(refusal.code);
    this.#writer.emit('error', statusFromError(refusal, this.#call.touchedTrailers));
  }

  #end(): void {
    this.#sendHeaders();
    this.#stop();
    this.#call.finish(0);
    const trailers = this.#call.touchedTrailers;
    if (trailers) this.#writer.end(metadataFromHeaders(trailers));
    else this.#writer.end();
  }

  #stop(): void {
    this.#ended = true;
    this.#wake?.();
  }

  #sendHeaders(): void {
    if (this.#headersSent) return;
    this.#headersSent = true;
    if (this.#call.touchedHeaders) this.#writer.sendMetadata(metadataFromHeaders(this.#call.touchedHeaders));
  }

  // A reader that falls behind holds the handler up, instead of filling memory.
  async #write(message: object): Promise<void> {
    const bytes = this.#codec.encodeResponse(message);
    this.#sendHeaders();
    if (this.#writer.write(bytes) || this.#ended) return;
    await new Promise<void>((resolve) => {
      this.#wake = resolve;
      this.#writer.once('drain', resolve);
    });
    this.#wake = undefined;
  }
}

function runStream(
  call: ServerCall,
  writer: Writer,
  codec: MethodCodec,
  access: Access,
  gate: Gate,
  open: OpenStreams,
  start: () => AsyncIterable<object>,
): void {
  const responses = new ResponseStream(call, writer, codec);
  const end = (reason: ConnectError | DomainError) => responses.refuse(reason);
  const run = async () => {
    open.add(end);
    const endOnRevocation = gate.revocations?.onRevoked(() => endIfRevoked(call, gate, end));
    try {
      await admit(call, access, gate);
      await responses.pump(start()[Symbol.asyncIterator]());
    } catch (error) {
      responses.refuse(error);
    } finally {
      endOnRevocation?.();
      open.delete(end);
      // Nothing else finishes a call whose caller has disconnected.
      call.finish(Code.Canceled);
    }
  };
  // The handler's own steps run in this context too: a generator runs in the context of the caller of next().
  void runInCall(call, run);
}

function endIfRevoked(call: ServerCall, gate: Gate, end: (reason: DomainError) => void): void {
  if (call.viewer.kind !== 'account' || !call.tokenIssuedAt) return;
  if (!gate.revocations?.isRevoked(call.viewer, call.tokenIssuedAt)) return;
  end(new DomainError({ kind: 'UNAUTHENTICATED', reason: 'SESSION_ENDED', message: 'Please sign in again.' }));
}

/** The grpc-js handler of a server-streaming method. */
export function serverStreamingHandler(
  bound: Of<'server_streaming'>,
  access: Access,
  gate: Gate,
  open: OpenStreams,
): handleServerStreamingCall<Buffer, Buffer> {
  const codec = codecOf(bound.method);
  return (grpcCall) => {
    const call = new ServerCall(bound.method, gate.log, grpcCall);
    runStream(call, grpcCall, codec, access, gate, open, () =>
      bound.handle(decodeRequest(codec, grpcCall.request), call),
    );
  };
}

/** The grpc-js handler of a method that streams both ways. */
export function bidiStreamingHandler(
  bound: Of<'bidi_streaming'>,
  access: Access,
  gate: Gate,
  open: OpenStreams,
): handleBidiStreamingCall<Buffer, Buffer> {
  const codec = codecOf(bound.method);
  return (grpcCall) => {
    const call = new ServerCall(bound.method, gate.log, grpcCall);
    runStream(call, grpcCall, codec, access, gate, open, () => bound.handle(requestsOf(grpcCall, codec), call));
  };
}

/** The grpc-js handler of a client-streaming method. */
export function clientStreamingHandler(
  bound: Of<'client_streaming'>,
  access: Access,
  gate: Gate,
): handleClientStreamingCall<Buffer, Buffer> {
  const codec = codecOf(bound.method);
  return (grpcCall, callback) => {
    const call = new ServerCall(bound.method, gate.log, grpcCall);
    const respond = async () => {
      await admit(call, access, gate);
      return codec.encodeResponse(await bound.handle(requestsOf(grpcCall, codec), call));
    };
    void runInCall(call, () =>
      respond().then(
        (response) => {
          call.finish(0);
          if (call.touchedHeaders) grpcCall.sendMetadata(metadataFromHeaders(call.touchedHeaders));
          callback(null, response, call.touchedTrailers && metadataFromHeaders(call.touchedTrailers));
        },
        (error) => {
          const refusal = refuse(call, error);
          call.finish(refusal.code);
          if (call.touchedHeaders && commits(refusal)) grpcCall.sendMetadata(metadataFromHeaders(call.touchedHeaders));
          callback(statusFromError(refusal, call.touchedTrailers));
        },
      ),
    );
  };
}

/** Why a server that drains ends its streams; clients reopen them elsewhere. */
export function shuttingDown(): ConnectError {
  return new ConnectError('shutting down', Code.Unavailable);
}
