import { createCipheriv, createDecipheriv, createHash, createHmac, randomBytes } from 'node:crypto';
import {
  create,
  type DescMessage,
  fromBinary,
  type MessageInitShape,
  type MessageShape,
  toBinary,
} from '@bufbuild/protobuf';
import { DomainError, invalid } from '@marquee/runtime/errors';
import { type Database, send, type Tx } from './database.ts';
import { pruneRows } from './prune.ts';

export const REQUEST_ID_HOURS = 24;
export const REQUEST_ID_CHARACTERS_MAX = 64;
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
 * Called in the transaction of the write, so that both exist or neither; a concurrent retry waits for the first. When
 * `run` gives undefined there is no response to keep: a retry runs again.
 * @throws DomainError INVALID, REQUEST_ID_INVALID or REQUEST_ID_REUSED
 */
export async function onceByRequest<S extends DescMessage>(
  tx: Tx,
  { viewerId, method, requestId, body }: Request,
  responseSchema: S,
  run: () => Promise<MessageInitShape<S> | undefined>,
): Promise<MessageShape<S> | undefined> {
  const response = async () => {
    const given = await run();
    return given && create(responseSchema, given);
  };
  if (requestId === '') return response();
  if (requestId.length > REQUEST_ID_CHARACTERS_MAX) throw requestIdInvalid();

  const key = keyOf({ viewerId, method, requestId });
  const claimed = await tx.query({ name: 'request-ids.claim', text: CLAIM, values: [...key, hashBody(body)] });
  if (claimed.length === 0) return firstResponse(tx, { viewerId, method, requestId, body }, responseSchema);

  const made = await response();
  if (made) {
    const sealed = seal(requestId, toBinary(responseSchema, made));
    await send(tx, { name: 'request-ids.keep', text: KEEP, values: [...key, sealed] });
  } else await send(tx, { name: 'request-ids.forget', text: FORGET, values: key });
  return made;
}

async function firstResponse<S extends DescMessage>(tx: Tx, request: Request, schema: S): Promise<MessageShape<S>> {
  const [row] = await tx.query<Row>({ name: 'request-ids.read', text: READ, values: keyOf(request) });
  if (!row?.bodyHash.equals(hashBody(request.body))) throw requestIdReused();
  return row.response ? fromBinary(schema, open(request.requestId, row.response)) : create(schema);
}

/**
 * The answer that is kept for a request; undefined when there is none yet.
 *
 * @throws DomainError INVALID, REQUEST_ID_REUSED
 */
export async function keptAnswer<S extends DescMessage>(
  db: Pick<Database, 'query'>,
  request: Request,
  schema: S,
): Promise<MessageShape<S> | undefined> {
  const [row] = await db.query<Row>({ name: 'request-ids.find', text: FIND, values: keyOf(request) });
  if (!row?.response) return undefined;
  if (!row.bodyHash.equals(hashBody(request.body))) throw requestIdReused();
  return fromBinary(schema, open(request.requestId, row.response));
}

/** Deletes what is past its 24 hours. */
export async function pruneRequestIds(db: Pick<Database, 'query'>): Promise<void> {
  await pruneRows(db, { table: 'request_ids', where: `created_at < now() - interval '${REQUEST_ID_HOURS} hours'` });
}

// Hashed: for sign-in, a request id stands for the browser that made it.
function keyOf({ viewerId, method, requestId }: Omit<Request, 'body'>): string[] {
  return [viewerId, method, createHash('sha256').update(requestId).digest('base64url')];
}

const IV_BYTES = 12;
const TAG_BYTES = 16;

// An answer may hold what only its caller may read, such as an address, digits or the path of a film. Its key follows
// from the request id, of which the database has no more than a hash.
function seal(requestId: string, answer: Uint8Array): Buffer {
  const iv = randomBytes(IV_BYTES);
  const cipher = createCipheriv('aes-256-gcm', sealingKey(requestId), iv);
  const sealed = Buffer.concat([cipher.update(answer), cipher.final()]);
  return Buffer.concat([iv, cipher.getAuthTag(), sealed]);
}

function open(requestId: string, kept: Buffer): Uint8Array {
  const decipher = createDecipheriv('aes-256-gcm', sealingKey(requestId), kept.subarray(0, IV_BYTES));
  decipher.setAuthTag(kept.subarray(IV_BYTES, IV_BYTES + TAG_BYTES));
  return Buffer.concat([decipher.update(kept.subarray(IV_BYTES + TAG_BYTES)), decipher.final()]);
}

function sealingKey(requestId: string): Buffer {
  return createHmac('sha256', 'answer').update(requestId).digest();
}

// A row past its 24 hours counts as absent: the update claims it again.
const CLAIM = `
  INSERT INTO request_ids (viewer_id, method, request_id, body_hash) VALUES ($1, $2, $3, $4)
  ON CONFLICT (viewer_id, method, request_id) DO UPDATE
    SET body_hash = excluded.body_hash, response = NULL, created_at = now()
    WHERE request_ids.created_at < now() - interval '${REQUEST_ID_HOURS} hours'
  RETURNING 1`;
const FORGET = 'DELETE FROM request_ids WHERE viewer_id = $1 AND method = $2 AND request_id = $3';
const READ = `
  SELECT body_hash AS "bodyHash", response FROM request_ids WHERE viewer_id = $1 AND method = $2 AND request_id = $3`;
const FIND = `${READ} AND created_at >= now() - interval '${REQUEST_ID_HOURS} hours'`;
const KEEP = 'UPDATE request_ids SET response = $4 WHERE viewer_id = $1 AND method = $2 AND request_id = $3';

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
