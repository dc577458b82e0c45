import type { DescMessage, DescService, MessageInitShape, MessageShape } from '@bufbuild/protobuf';
import { Code, ConnectError, type StreamResponse } from '@connectrpc/connect';
import { type CallOptions, type ClientDuplexStream, type Metadata, type StatusObject, status } from '@grpc/grpc-js';
import { codecOf } from './codec.ts';
import { headersFromMetadata } from './metadata.ts';
import { endOfCall, errorFromStatus } from './status.ts';
import { canceled, listenForCancel, type Made, speaksToViewer } from './transport.ts';

/** How many messages wait for a slow reader before the callee is held up. */
const WAITING_MAX = 16;

type Stream = ClientDuplexStream<object, Buffer>;

/** Opens a stream of any kind: on the wire the three kinds are one. Resolves with the response's headers. */
export async function openStream<I extends DescMessage, O extends DescMessage>(
  { client, origin, signal, observed }: Made,
  method: StreamResponse<I, O>['method'],
  input: AsyncIterable<MessageInitShape<I>>,
  metadata: Metadata,
  options: CallOptions,
): Promise<StreamResponse<I, O>> {
  if (signal?.aborted) {
    observed.end(status.CANCELLED);
    throw canceled(signal);
  }
  const codec = codecOf(method);
  const stream: Stream = client.makeBidiStreamRequest(
    codec.path,
    codec.encodeRequest,
    (bytes: Buffer) => bytes,
    metadata,
    options,
  );
  const received = new Received(stream);
  const ended = endOf(stream, { signal, observed }, { options, forViewer: speaksToViewer(method) });
  const stopListening = listenForCancel(origin, signal, () => stream.cancel());
  void ended.promise.finally(stopListening);
  void send(stream, input, ended);
  const header = await headerOf(stream, ended);
  return {
    stream: true,
    service: method.parent as DescService,
    method,
    header,
    trailer: ended.trailer,
    message: messagesOf<O>(stream, received, ended, (bytes) => codec.decodeResponse(bytes) as MessageShape<O>),
  };
}

type End = { promise: Promise<ConnectError | undefined>; trailer: Headers; done: boolean };

function endOf(
  stream: Stream,
  { signal, observed }: Pick<Made, 'signal' | 'observed'>,
  { options, forViewer }: { options: CallOptions; forViewer: boolean },
): End {
  const end: End = { promise: Promise.resolve(undefined), trailer: new Headers(), done: false };
  end.promise = new Promise((resolve) => {
    // The status says it all; without a listener the error event would end the process.
    stream.on('error', () => undefined);
    stream.on('status', (status: StatusObject) => {
      end.done = true;
      const ended = endOfCall(status, options, signal?.aborted === true);
      observed.end(ended.code);
      headersFromMetadata(status.metadata).forEach((value, name) => void end.trailer.append(name, value));
      if (ended.code === 0) resolve(undefined);
      else resolve(signal?.aborted ? canceled(signal) : errorFromStatus(ended, forViewer));
    });
  });
  return end;
}

async function send(stream: Stream, input: AsyncIterable<object>, ended: End): Promise<void> {
  try {
    for await (const message of input) {
      if (ended.done) return;
      if (!stream.write(message)) await Promise.race([drained(stream), ended.promise]);
    }
    stream.end();
  } catch {
    // The caller's own iterable failed: the callee must not take half of it for the whole.
    stream.cancel();
  }
}

function drained(stream: Stream): Promise<void> {
  return new Promise((resolve) => stream.once('drain', resolve));
}

// A stream that fails before its first message has no headers: what the status carries stands in.
function headerOf(stream: Stream, ended: End): Promise<Headers> {
  return new Promise((resolve, reject) => {
    stream.once('metadata', (metadata: Metadata) => resolve(headersFromMetadata(metadata)));
    void ended.promise.then((error) => (error ? reject(error) : resolve(new Headers())));
  });
}

async function* messagesOf<O extends DescMessage>(
  stream: Stream,
  received: Received,
  ended: End,
  decode: (bytes: Buffer) => MessageShape<O>,
): AsyncGenerator<MessageShape<O>> {
  try {
    for (;;) {
      const bytes = received.take();
      if (bytes) yield decode(bytes);
      else if (received.complete) break;
      else await received.change();
    }
  } catch (error) {
    throw new ConnectError('the response could not be read', Code.Internal, undefined, undefined, error);
  } finally {
    if (!ended.done) stream.cancel();
  }
  const failure = await ended.promise;
  if (failure) throw failure;
}

// Messages are taken off the stream as they come: grpc-js drops those that nobody asked for when a refusal follows.
class Received {
  readonly #stream: Stream;
  readonly #waiting: Buffer[] = [];
  #wake: () => void = () => undefined;
  complete = false;

  constructor(stream: Stream) {
    this.#stream = stream;
    stream.on('data', (bytes: Buffer) => {
      this.#waiting.push(bytes);
      if (this.#waiting.length >= WAITING_MAX) stream.pause();
      this.#wake();
    });
    stream.on('end', () => {
      this.complete = true;
      this.#wake();
    });
  }

  take(): Buffer | undefined {
    const bytes = this.#waiting.shift();
    if (this.#waiting.length === 0 && this.#stream.isPaused()) this.#stream.resume();
    return bytes;
  }

  change(): Promise<void> {
    return new Promise((resolve) => {
      this.#wake = resolve;
    });
  }
}
