import type { ServerResponse } from 'node:http';
import type { Registry } from '@bufbuild/protobuf';
import type { ConnectError } from '@connectrpc/connect';
import { codeToHttpStatus, endStreamToJson, errorToJsonBytes } from '@connectrpc/connect/protocol-connect';
import type { HttpRefusal } from './connect-request.ts';

const ENVELOPE_HEADER_BYTES = 5;
const FLAG_END_STREAM = 0b10;

export type Visible = Map<string, string[]>;

function setHeaders(response: ServerResponse, metadata: Visible, prefix = ''): void {
  for (const [name, values] of metadata) response.setHeader(`${prefix}${name}`, values);
}

// What a viewer gets is theirs: no cache on the way may keep it, unless the service said otherwise.
function setDefaults(response: ServerResponse): void {
  if (!response.hasHeader('cache-control')) response.setHeader('cache-control', 'private, no-store');
  response.setHeader('x-content-type-options', 'nosniff');
}

export function writeHttpRefusal(response: ServerResponse, { status, headers = {} }: HttpRefusal): void {
  setDefaults(response);
  response.writeHead(status, { ...headers, 'content-length': 0 }).end();
}

/** A unary answer: trailers travel as headers. */
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

/** A unary refusal; also for what failed before a stream began to be one. */
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
  const body = errorToJsonBytes(error, { registry });
  response.writeHead(codeToHttpStatus(error.code), {
    'content-type': 'application/json',
    'content-length': body.byteLength,
  });
  response.end(body);
}

/** Begins a stream; its messages follow in envelopes. */
export function beginStream(response: ServerResponse, json: boolean, headers: Visible): void {
  setHeaders(response, headers);
  setDefaults(response);
  // nginx would collect a stream before it passes it on.
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

/** Ends a stream, with the refusal that it ended with, if any. */
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
