import type { IncomingMessage, ServerResponse } from 'node:http';
import { Readable } from 'node:stream';
import type { z } from 'zod';
import { sendBlob } from '../http/send-blob.ts';
import type { MediaResources } from '../resources.ts';
import { blobLayout } from '../storage/blob-layout.ts';
import {
  claimRemotely,
  countStored,
  failRemotely,
  finishRemotely,
  releaseRemotely,
  renewRemotely,
  requireHeld,
} from './remote-work.ts';
import { badWork, tooSlow, workerRevoked, workerUnknown, workerVersion } from './worker-errors.ts';
import * as workerKeys from './worker-keys.ts';
import {
  FILE_BYTES_MAX,
  failureSchema,
  OUTPUT_NAME,
  renewalSchema,
  resultSchema,
  STORE_MS_MAX,
  VERSION_HEADER,
  WORKER_VERSION,
} from './worker-protocol.ts';

const JSON_BYTES_MAX = 256 * 1024;
const BEARER = /^Bearer ([\w-]{1,100}\.[\w-]{1,100})$/;
const ATTEMPT =
  /^\/workers\/transcodes\/([0-9a-f-]{36})\/([1-9][0-9]{0,5})(?:\/(source|renewal|result|failure|files\/([^/]+)))?$/;

export type WorkerRoute = (request: IncomingMessage, response: ServerResponse, path: string) => Promise<void>;

/**
 * What workers on other machines may do, each with a key: claim a transcode, and while they hold its lease read its file,
 * store what they made, renew and end it.
 */
export function workerRoute(resources: MediaResources): WorkerRoute {
  return async (request, response, path) => {
    const key = await authenticate(resources, request);
    if (path === '/workers/transcodes' && request.method === 'POST') {
      const job = await claimRemotely(resources, key);
      return job ? answer(response, job) : nothing(response);
    }
    const [, id = '', attempt = '', what = '', name] = ATTEMPT.exec(path) ?? [];
    if (!id) throw badWork('There is no such address for workers.');
    const lease = { id, attempt: Number(attempt) };
    const call = `${request.method} ${name === undefined ? what : 'files'}`;
    if (call === 'POST result') {
      const leaving = new AbortController();
      response.once('close', () => leaving.abort());
      const result = await read(request, resultSchema);
      await finishRemotely(resources, key, lease, result, leaving.signal);
      return nothing(response);
    }
    const row = await requireHeld(resources, key, lease);
    if (call === 'GET source') return sendSource(resources, row.assetId, request, response);
    if (call === 'PUT files') await storeFile(resources, key, row, name ?? '', request);
    else if (call === 'POST renewal') await renewRemotely(resources, row, (await read(request, renewalSchema)).percent);
    else if (call === 'POST failure') await failRemotely(resources, row, (await read(request, failureSchema)).reason);
    else if (call === 'DELETE ') await releaseRemotely(resources, row);
    else throw badWork('There is no such address for workers.');
    nothing(response);
  };
}

async function authenticate({ db }: MediaResources, request: IncomingMessage): Promise<workerKeys.WorkerKeyRow> {
  const key = await usableKey(db, request);
  const version = String(request.headers[VERSION_HEADER] ?? '').slice(0, 40);
  await workerKeys.see(db, key.id, version);
  if (version !== WORKER_VERSION) throw workerVersion(version || 'none');
  return key;
}

async function usableKey(db: MediaResources['db'], { headers }: IncomingMessage): Promise<workerKeys.WorkerKeyRow> {
  const token = BEARER.exec(headers.authorization ?? '')?.[1];
  const key = token && (await workerKeys.ofToken(db, token));
  if (!key) throw workerUnknown();
  if (key.revokedAt) throw workerRevoked();
  return key;
}

async function sendSource(
  { blobs }: MediaResources,
  assetId: string,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const key = blobLayout.master(assetId);
  const blob = await blobs.stat(key);
  if (!blob) throw badWork('The uploaded file is gone.');
  const content = { size: blob.size, etag: blob.etag, type: 'application/octet-stream' };
  await sendBlob(request, response, blobs, key, content, { 'Cache-Control': 'no-store' });
}

/**
 * A file appears whole or not at all, and below the prefix of this attempt alone. While its bytes arrived the key may have
 * been revoked or the lease lost: both are looked at again before the store takes it.
 */
async function storeFile(
  resources: MediaResources,
  key: workerKeys.WorkerKeyRow,
  row: { assetId: string; id: string; attempt: number },
  name: string,
  request: IncomingMessage,
): Promise<void> {
  if (!OUTPUT_NAME.test(name)) throw badWork('A transcode has no file of this name.');
  const { blobs, clock, db } = resources;
  const prefix = blobLayout.renditions(row.assetId, row.id, row.attempt);
  const until = clock.now().getTime() + STORE_MS_MAX;
  const requireInTime = () => {
    if (clock.now().getTime() > until) throw tooSlow();
  };

  async function* received(): AsyncGenerator<Buffer> {
    let bytes = 0;
    // Left open at an error: the refusal is sent over its connection.
    for await (const chunk of request.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
      bytes += chunk.length;
      if (bytes > FILE_BYTES_MAX) throw badWork('This file is too large for a part of a film.');
      requireInTime();
      yield chunk;
    }
    await usableKey(db, request);
    await countStored(resources, await requireHeld(resources, key, row), bytes);
    requireInTime();
  }
  await blobs.put(`${prefix}${name}`, Readable.from(received(), { objectMode: false }));
}

async function read<S extends z.ZodType>(request: IncomingMessage, schema: S): Promise<z.output<S>> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    bytes += chunk.length;
    if (bytes > JSON_BYTES_MAX) throw badWork('This message is too long.');
    chunks.push(chunk);
  }
  const given = schema.safeParse(asJson(Buffer.concat(chunks).toString('utf8')));
  if (!given.success) throw badWork('This message could not be read.');
  return given.data;
}

function asJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function answer(response: ServerResponse, body: object): void {
  response.writeHead(200, { 'Content-Type': 'application/json', 'Cache-Control': 'no-store' });
  response.end(JSON.stringify(body));
}

function nothing(response: ServerResponse): void {
  response.writeHead(204, { 'Cache-Control': 'no-store' }).end();
}
