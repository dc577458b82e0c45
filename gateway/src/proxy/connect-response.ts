import type { ServerResponse } from 'node:http';
import type { Registry } from '@bufbuild/protobuf';
import type { ConnectError } from '@connectrpc/connect';
import { codeToHttpStatus, endStreamToJson, errorToJsonBytes } from '@connectrpc/connect/protocol-connect';
import { errorDetail } from '@marquee/contracts/error-detail';
import { type HttpRefusal, isTooLarge } from './connect-request.ts';

const ENVELOPE_HEADER_BYTES = 5;
const FLAG_END_STREAM = 0b10;

export type Visible = Map<string, string[]>;

function setHeaders(response: ServerResponse, metadata: Visible, prefix = ''): void {
  for (const [name, values] of metadata) response.setHeader(`${prefix}${name}`, values);
}

// Responses belong to the viewer: no cache may store them, unless the service says otherwise.
function setDefaults(response: ServerResponse): void {
  if (!response.hasHeader('cache-control')) response.setHeader('cache-control', 'private, no-store');
  response.setHeader('x-content-type-options', 'nosniff');
}

/** Says when the call may be repeated, where the refusal knows it: a rate limit, a queue that is full. */
function setRetryAfter(response: ServerResponse, error: ConnectError | undefined): void {
  const seconds = errorDetail(error)?.metadata.retryAfterS;
  if (seconds && WHOLE_SECONDS.test(seconds)) response.setHeader('retry-after', seconds);
}
const WHOLE_SECONDS = /^\d+$/;

export function writeHttpRefusal(response: ServerResponse, { status, headers = {} }: HttpRefusal): void {
  setDefaults(response);
  response.writeHead(status, { ...headers, 'content-length': 0 }).end();
}

/** A unary response: trailers are sent as headers. */
export function writeUnary(
  response: ServerResponse,
  json: boolean,
  body: Buffer,
  headers: Visible,
  trailers: Visible,
): void {
  setHeaders(response, headers);
  setHeaders(response, trailers, 'trailer-');
  setDefaults(response);
  response.writeHead(200, {
    'content-type': json ? 'application/json' : 'application/proto',
    'content-length': body.byteLength,
  });
  response.end(body);
}

/** A unary error, also for a stream that failed before it began. */
export function writeUnaryError(
  response: ServerResponse,
  error: ConnectError,
  registry: Registry,
  headers: Visible = new Map(),
  trailers: Visible = new Map(),
): void {
  setHeaders(response, headers);
  setHeaders(response, trailers, 'trailer-');
  setDefaults(response);
  setRetryAfter(response, error);
  const body = errorToJsonBytes(error, { registry });
  // 429 would ask to send the same again later.
  response.writeHead(isTooLarge(error) ? 413 : codeToHttpStatus(error.code), {
    'content-type': 'application/json',
    'content-length': body.byteLength,
  });
  response.end(body);
}

/** Begins a stream of enveloped messages, or one that is refused: then its error follows as its end. */
export function beginStream(
  response: ServerResponse,
  json: boolean,
  headers: Visible,
  refusal?: ConnectError | undefined,
): void {
  setHeaders(response, headers);
  setDefaults(response);
  setRetryAfter(response, refusal);
  // Without this nginx buffers the stream.
  response.setHeader('x-accel-buffering', 'no');
  response.writeHead(200, { 'content-type': json ? 'application/connect+json' : 'application/connect+proto' });
  response.flushHeaders();
}

/** One message, as the protocol frames it. */
export function envelope(message: Buffer, flags = 0): Buffer {
  const framed = Buffer.allocUnsafe(ENVELOPE_HEADER_BYTES + message.byteLength);
  framed.writeUInt8(flags, 0);
  framed.writeUInt32BE(message.byteLength, 1);
  message.copy(framed, ENVELOPE_HEADER_BYTES);
  return framed;
}

/** Ends a stream, with its error if it failed. */
export function endStream(
  response: ServerResponse,
  error: ConnectError | undefined,
  trailers: Visible,
  registry: Registry,
): void {
  const headers = new Headers();
  for (const [name, values] of trailers) for (const value of values) headers.append(name, value);
  const end = endStreamToJson(headers, error, { registry });
  response.end(envelope(Buffer.from(JSON.stringify(end)), FLAG_END_STREAM));
}
