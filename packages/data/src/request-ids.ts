import { createHash } from 'node:crypto';
import {
  create,
  type DescMessage,
  fromBinary,
  type MessageInitShape,
  type MessageShape,
  toBinary,
} from '@bufbuild/protobuf';
import { DomainError, invalid } from '@marquee/runtime/errors';
import type { Tx } from './database.ts';

export const REQUEST_ID_HOURS = 24;
export const REQUEST_ID_CHARACTERS_MAX = 64;
const PRUNE_ROWS_MAX = 200;
const PRUNE_ONE_IN = 64;
const UNREADABLE = 'This request could not be read. Please reload the page and try again.';

export type Request = {
  /** The account (or service) that asks; ids of different viewers never meet. */
  viewerId: string;
  /** The full method name, e.g. `film.v1.FilmService/CreateFilm`. */
  method: string;
  /** Made by the client, one per intent. Empty: the call is not protected against a retry. */
  requestId: string;
  /** The request message; the same id with another body is refused. */
  body: object;
};

type Row = { bodyHash: Buffer; response: Buffer | null };

/**
 * Runs `run` once for (viewer, method, request id) and answers every retry within 24 hours with the first response.
 * Called in the transaction of the write, so that both exist or neither; a concurrent retry waits for the first.
 * @throws DomainError INVALID, REQUEST_ID_INVALID or REQUEST_ID_REUSED
 */
export async function onceByRequest<S extends DescMessage>(
  tx: Tx,
  { viewerId, method, requestId, body }: Request,
  responseSchema: S,
  run: () => Promise<MessageInitShape<S>>,
): Promise<MessageShape<S>> {
  if (requestId === '') return create(responseSchema, await run());
  if (requestId.length > REQUEST_ID_CHARACTERS_MAX) throw requestIdInvalid();

  // Hashed: for sign-in, a request id stands for the browser that made it.
  const key = [viewerId, method, createHash('sha256').update(requestId).digest('base64url')];
  const hash = hashBody(body);
  const claimed = await tx.query({ name: 'request-ids.claim', text: CLAIM, values: [...key, hash] });
  if (claimed.length === 0) return firstResponse(tx, key, hash, responseSchema);

  const response = create(responseSchema, await run());
  await tx.query({ name: 'request-ids.keep', text: KEEP, values: [...key, toBinary(responseSchema, response)] });
  if (Math.random() * PRUNE_ONE_IN < 1) await tx.query(PRUNE);
  return response;
}

async function firstResponse<S extends DescMessage>(
  tx: Tx,
  key: string[],
  hash: Buffer,
  schema: S,
): Promise<MessageShape<S>> {
  const [row] = await tx.query<Row>({ name: 'request-ids.read', text: READ, values: key });
  if (!row?.bodyHash.equals(hash)) throw requestIdReused();
  return fromBinary(schema, row.response ?? new Uint8Array());
}

// A row past its 24 hours counts as absent: the update claims it anew.
const CLAIM = `
  INSERT INTO request_ids (viewer_id, method, request_id, body_hash) VALUES ($1, $2, $3, $4)
  ON CONFLICT (viewer_id, method, request_id) DO UPDATE
    SET body_hash = excluded.body_hash, response = NULL, created_at = now()
    WHERE request_ids.created_at < now() - interval '${REQUEST_ID_HOURS} hours'
  RETURNING 1`;
const READ = `
  SELECT body_hash AS "bodyHash", response FROM request_ids WHERE viewer_id = $1 AND method = $2 AND request_id = $3`;
const KEEP = 'UPDATE request_ids SET response = $4 WHERE viewer_id = $1 AND method = $2 AND request_id = $3';
const PRUNE = `
  DELETE FROM request_ids WHERE ctid IN (
    SELECT ctid FROM request_ids WHERE created_at < now() - interval '${REQUEST_ID_HOURS} hours'
    ORDER BY created_at LIMIT ${PRUNE_ROWS_MAX} FOR UPDATE SKIP LOCKED)`;

/** Key order does not matter, and `$unknown` fields of a newer client do. */
function hashBody(body: object): Buffer {
  return createHash('sha256')
    .update(JSON.stringify(canonical(body)))
    .digest();
}

function canonical(value: unknown): unknown {
  if (typeof value === 'bigint') return `${value}n`;
  if (value instanceof Uint8Array) return Buffer.from(value).toString('base64');
  if (Array.isArray(value)) return value.map(canonical);
  if (value === null || typeof value !== 'object') return value;
  return Object.entries(value)
    .filter(([, field]) => field !== undefined)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, field]) => [name, canonical(field)]);
}

/** A write whose contract does not call it idempotent needs an id, so that a retry is known as one. */
export function requestIdMissing(): DomainError {
  return invalid([{ field: 'requestId', message: UNREADABLE }]);
}

function requestIdInvalid(): DomainError {
  return new DomainError({
    kind: 'INVALID',
    reason: 'REQUEST_ID_INVALID',
    message: UNREADABLE,
  });
}

function requestIdReused(): DomainError {
  return new DomainError({
    kind: 'INVALID',
    reason: 'REQUEST_ID_REUSED',
    message: 'This request was already used for something else. Please reload the page and try again.',
  });
}
