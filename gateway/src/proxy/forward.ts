import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Registry } from '@bufbuild/protobuf';
import { Code, ConnectError } from '@connectrpc/connect';
import type { CallOptions, ClientReadableStream, Metadata, StatusObject } from '@grpc/grpc-js';
import type { Logger } from '@marquee/runtime/log';
import { endOfCall } from '@marquee/runtime/rpc/status';
import { beginStream, endStream, envelope, writeUnary, writeUnaryError } from './connect-response.ts';
import { type SessionChanges, sessionChanges, visibleMetadata } from './metadata-rules.ts';
import type { ProxiedMethod } from './method-table.ts';
import { refusalFromStatus } from './proxy-error.ts';

/** What is known about a response before it is written. */
export type Exchange = {
  request: IncomingMessage;
  response: ServerResponse;
  proxied: ProxiedMethod;
  /** False for a refusal. */
  ok: boolean;
  session: SessionChanges | undefined;
};

/** One call being forwarded. */
export type Forward = {
  request: IncomingMessage;
  response: ServerResponse;
  proxied: ProxiedMethod;
  json: boolean;
  message: Buffer;
  metadata: Metadata;
  options: CallOptions;
  registry: Registry;
  log: Logger;
  beforeResponse(exchange: Exchange): void;
  /** Called once at the end, with the gRPC code. */
  ended(code: number): void;
};

const asIs = (bytes: Buffer): Buffer => bytes;

function announce(forward: Forward, ok: boolean, metadata: (Metadata | undefined)[]): void {
  const { request, response, proxied } = forward;
  const session = sessionChanges(proxied.upstream.service.typeName, metadata);
  forward.beforeResponse({ request, response, proxied, ok, session });
}

/** Forwards a unary call; its bytes are only decoded when the page uses JSON. */
export function forwardUnary(forward: Forward): void {
  const { response, proxied, json, registry } = forward;
  let headers: Metadata | undefined;
  let body: Buffer | undefined;
  const call = proxied.upstream.client.makeUnaryRequest(
    proxied.path,
    asIs,
    asIs,
    forward.message,
    forward.metadata,
    forward.options,
    (_error, bytes) => {
      body = bytes;
    },
  );
  call.on('metadata', (metadata: Metadata) => {
    headers = metadata;
  });
  // The status, with the trailers, arrives after the callback.
  call.on('status', (said: StatusObject) => {
    const status = endOfCall(said, forward.options, response.destroyed);
    forward.ended(status.code);
    response.off('close', abandon);
    if (response.destroyed) return;
    const answer = status.code === 0 && body ? readable(forward, body) : undefined;
    announce(forward, Boolean(answer), [headers, status.metadata]);
    const visible = [visibleMetadata(headers), visibleMetadata(status.metadata)] as const;
    if (answer) writeUnary(response, json, answer, ...visible);
    else
      writeUnaryError(
        response,
        refusalFromStatus(status.code === 0 ? { code: Code.Internal as number } : status),
        registry,
        ...visible,
      );
  });
  const abandon = () => call.cancel();
  response.once('close', abandon);
}

function readable({ proxied, json, log }: Forward, body: Buffer): Buffer | undefined {
  if (!json) return body;
  try {
    return proxied.responseToJson(body);
  } catch (err) {
    log.error({ err, path: proxied.path }, 'an answer cannot be written as JSON');
    return undefined;
  }
}

/** Ends an open stream with an error. */
export type EndStream = (error: ConnectError) => void;

/** Forwards a server stream at the speed at which the page reads it. Calls `done` at its end. */
export function forwardStream(forward: Forward, done: () => void): EndStream {
  const { response, proxied, json, registry } = forward;
  const call: ClientReadableStream<Buffer> = proxied.upstream.client.makeServerStreamRequest(
    proxied.path,
    asIs,
    asIs,
    forward.message,
    forward.metadata,
    forward.options,
  );
  let finished = false;

  function begin(metadata: Metadata | undefined, refusal?: ConnectError, trailers?: Metadata): void {
    if (response.headersSent) return;
    announce(forward, !refusal, [metadata, trailers]);
    beginStream(response, json, visibleMetadata(metadata), refusal);
  }

  function finish(error: ConnectError | undefined, trailers?: Metadata): void {
    if (finished) return;
    finished = true;
    forward.ended(error?.code ?? 0);
    done();
    response.off('close', abandon);
    call.cancel();
    if (response.destroyed) return;
    begin(undefined, error, trailers);
    endStream(response, error, visibleMetadata(trailers), registry);
  }

  const abandon = () => {
    finished = true;
    forward.ended(Code.Canceled as number);
    done();
    call.cancel();
  };

  call.on('metadata', (metadata: Metadata) => begin(metadata));
  call.on('data', (bytes: Buffer) => {
    const message = readable(forward, bytes);
    if (!message) finish(new ConnectError('internal error', Code.Internal));
    else if (!finished && !response.write(envelope(message))) {
      call.pause();
      response.once('drain', () => call.resume());
    }
  });
  // The status may arrive while messages still wait for a slow page; the end is sent after the last of them.
  let ended: StatusObject | undefined;
  call.on('status', (status: StatusObject) => {
    ended = endOfCall(status, forward.options, response.destroyed);
  });
  call.on('end', () => {
    const status = ended ?? { code: Code.Internal as number };
    finish(status.code === 0 ? undefined : refusalFromStatus(status), ended?.metadata);
  });
  // Handled by the status; without a listener the error event would end the process.
  call.on('error', () => undefined);
  response.once('close', abandon);
  return finish;
}
