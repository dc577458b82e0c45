import { isUtf8 } from 'node:buffer';
import type { IncomingMessage } from 'node:http';
import { Code, ConnectError } from '@connectrpc/connect';
import { parseContentType, parseTimeout } from '@connectrpc/connect/protocol-connect';
import type { ProxiedMethod } from './method-table.ts';

const ENVELOPE_HEADER_BYTES = 5;
const FLAG_COMPRESSED = 0b1;
const FLAG_END_STREAM = 0b10;
/** Of JSON. No message of the contracts is half as deep; to parse a megabyte of brackets takes most of a second. */
const DEPTH_MAX = 64;
// The protocol allows ten digits; setTimeout takes fewer.
const TIMEOUT_MS_MAX = 2 ** 31 - 1;

/** A plain HTTP refusal of a request that is not of the Connect protocol. */
export type HttpRefusal = { status: number; headers?: Record<string, string> };

/** The format of a request. */
export type RequestForm = { json: boolean; get: URLSearchParams | undefined };

/** The format of the request, or its refusal: 405 for the HTTP method, 415 for the content type. */
export function requestForm(
  request: IncomingMessage,
  { streaming, sideEffectFree }: ProxiedMethod,
): RequestForm | HttpRefusal {
  const getAllowed = sideEffectFree && !streaming;
  if (request.method === 'GET' && getAllowed) {
    const query = new URL(request.url ?? '', 'http://gateway').searchParams;
    const encoding = query.get('encoding');
    if (encoding !== 'proto' && encoding !== 'json') return { status: 415 };
    return { json: encoding === 'json', get: query };
  }
  if (request.method !== 'POST') return { status: 405, headers: { allow: getAllowed ? 'GET, POST' : 'POST' } };
  const type = parseContentType(request.headers['content-type'] ?? null);
  if (!type || type.stream !== streaming) {
    const prefix = streaming ? 'application/connect+' : 'application/';
    return { status: 415, headers: { 'accept-post': `${prefix}proto, ${prefix}json` } };
  }
  return { json: !type.binary, get: undefined };
}

/** Checks version and compression and returns the caller's timeout. @throws ConnectError */
export function checkProtocol(
  request: IncomingMessage,
  { streaming }: ProxiedMethod,
  form: RequestForm,
): number | undefined {
  const version = form.get ? form.get.get('connect') : (request.headers['connect-protocol-version'] ?? '1');
  if (version !== (form.get ? 'v1' : '1')) {
    throw new ConnectError('this version of the Connect protocol is not supported', Code.InvalidArgument);
  }
  const compression = form.get
    ? form.get.get('compression')
    : request.headers[streaming ? 'connect-content-encoding' : 'content-encoding'];
  if (compression && compression !== 'identity') {
    const accepted = { [streaming ? 'connect-accept-encoding' : 'accept-encoding']: 'identity' };
    throw new ConnectError(`unknown compression "${compression}": supported is identity`, Code.Unimplemented, accepted);
  }
  const timeout = parseTimeout(single(request.headers['connect-timeout-ms']), Number.MAX_SAFE_INTEGER);
  if (timeout.error) throw timeout.error;
  return timeout.timeoutMs === undefined ? undefined : Math.min(timeout.timeoutMs, TIMEOUT_MS_MAX);
}

function single(value: string | string[] | undefined): string | null {
  return typeof value === 'string' ? value : null;
}

/** The request's message as protobuf bytes. @throws ConnectError */
export async function readMessage(
  request: IncomingMessage,
  proxied: ProxiedMethod,
  form: RequestForm,
): Promise<Buffer> {
  const bytes = form.get ? messageOfQuery(request, form.get, proxied) : await readBody(request, proxied);
  const message = proxied.streaming ? onlyEnvelope(bytes) : bytes;
  if (message.byteLength > proxied.requestBytesMax) throw tooLarge(proxied.requestBytesMax);
  if (!form.json) return message;
  // Decoding would put U+FFFD where bytes are not UTF-8, and change what was sent.
  if (!isUtf8(message)) throw notUtf8();
  if (isDeeperThan(message, DEPTH_MAX)) throw tooDeep();
  return proxied.requestFromJson(message.toString());
}

function messageOfQuery(request: IncomingMessage, query: URLSearchParams, { requestBytesMax }: ProxiedMethod): Buffer {
  if (!isDecodable(request.url ?? '')) throw notUtf8();
  const message = query.get('message') ?? '';
  const bytes = Buffer.from(message, query.get('base64') === '1' ? 'base64url' : 'utf8');
  if (bytes.byteLength > requestBytesMax) throw tooLarge(requestBytesMax);
  return bytes;
}

async function readBody(request: IncomingMessage, { requestBytesMax, streaming }: ProxiedMethod): Promise<Buffer> {
  const bodyBytesMax = requestBytesMax + (streaming ? ENVELOPE_HEADER_BYTES : 0);
  if (Number(request.headers['content-length'] ?? 0) > bodyBytesMax) throw tooLarge(requestBytesMax);
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    length += chunk.byteLength;
    if (length > bodyBytesMax) throw tooLarge(requestBytesMax);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

// A server-streaming request is one message in an envelope: flags, length, bytes.
function onlyEnvelope(body: Buffer): Buffer {
  if (body.byteLength === 0) throw new ConnectError('protocol error: missing request message', Code.Unimplemented);
  if (body.byteLength < ENVELOPE_HEADER_BYTES) throw brokenEnvelope();
  const flags = body.readUInt8(0);
  const end = ENVELOPE_HEADER_BYTES + body.readUInt32BE(1);
  if (flags & FLAG_COMPRESSED) {
    throw new ConnectError('protocol error: received compressed envelope without compression', Code.Internal);
  }
  if (flags & FLAG_END_STREAM || end > body.byteLength) throw brokenEnvelope();
  if (end < body.byteLength) {
    throw new ConnectError('protocol error: received extra request message', Code.Unimplemented);
  }
  return body.subarray(ENVELOPE_HEADER_BYTES, end);
}

/** False for an address whose percent-encoded bytes are not UTF-8, which URLSearchParams replaces. */
function isDecodable(url: string): boolean {
  try {
    decodeURIComponent(url);
    return true;
  } catch {
    return false;
  }
}

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const OPENING = new Set([0x5b, 0x7b]);
const CLOSING = new Set([0x5d, 0x7d]);

/** Whether JSON has more objects and lists within each other, without parsing it. */
function isDeeperThan(json: Buffer, depthMax: number): boolean {
  let depth = 0;
  let isText = false;
  for (let at = 0; at < json.length; at += 1) {
    const byte = json[at] as number;
    if (isText) {
      if (byte === BACKSLASH) at += 1;
      else isText = byte !== QUOTE;
    } else if (byte === QUOTE) isText = true;
    else if (OPENING.has(byte)) {
      depth += 1;
      if (depth > depthMax) return true;
    } else if (CLOSING.has(byte)) depth -= 1;
  }
  return false;
}

function tooDeep(): ConnectError {
  return new ConnectError('the request is nested too deeply', Code.InvalidArgument);
}

function notUtf8(): ConnectError {
  return new ConnectError('the request is not valid UTF-8', Code.InvalidArgument);
}

function brokenEnvelope(): ConnectError {
  return new ConnectError('protocol error: incomplete envelope', Code.InvalidArgument);
}

/** Requests that were larger than their methods take. Connect names no other code for them than for too many of them. */
const tooLargeErrors = new WeakSet<object>();

/** Whether a request was refused for its size, so that it need not be sent again. */
export const isTooLarge = (error: ConnectError): boolean => tooLargeErrors.has(error);

function tooLarge(bytesMax: number): ConnectError {
  const text = `This is too large to send: ${Math.floor(bytesMax / 1_024)} KB are the most.`;
  const error = new ConnectError(text, Code.ResourceExhausted);
  tooLargeErrors.add(error);
  return error;
}
