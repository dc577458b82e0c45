import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import { columnsOf } from '@marquee/data/columns';
import type { Tx } from '@marquee/data/database';
import { existing } from '@marquee/data/existing';
import { isId, newId } from '@marquee/data/ids';
import { Prisma, type WorkerKey } from '../../gen/prisma/client.ts';

export type WorkerKeyRow = WorkerKey;

const COLUMNS = columnsOf(Object.values(Prisma.WorkerKeyScalarFieldEnum));
const SECRET_BYTES = 32;
const LISTED_MAX = 200;

const hashOf = (secret: string) => createHash('sha256').update(secret).digest();

/** Makes a key. Its token is shown once: only its hash is stored. */
export async function insert(
  tx: Tx,
  { name, createdBy, now }: { name: string; createdBy: string; now: Date },
): Promise<{ key: WorkerKeyRow; token: string }> {
  const [id, secret] = [newId(), randomBytes(SECRET_BYTES).toString('base64url')];
  const [key] = await tx.query<WorkerKeyRow>(
    `INSERT INTO worker_keys (id, name, secret_hash, created_by, created_at) VALUES ($1, $2, $3, $4, $5)
     RETURNING ${COLUMNS}`,
    [id, name, hashOf(secret), createdBy, now],
  );
  return { key: existing(key, 'a new key'), token: `${id}.${secret}` };
}

/** All keys, the newest first; of those that were revoked the last ones. */
export function list(tx: Tx): Promise<WorkerKeyRow[]> {
  return tx.query<WorkerKeyRow>(
    `SELECT ${COLUMNS} FROM worker_keys ORDER BY revoked_at IS NOT NULL, id DESC LIMIT $1`,
    [LISTED_MAX],
  );
}

/** How many keys can be used. */
export async function countUsable(tx: Tx): Promise<number> {
  const text = 'SELECT count(*)::int AS count FROM worker_keys WHERE revoked_at IS NULL';
  return (await tx.query<{ count: number }>(text))[0]?.count ?? 0;
}

/** The key of a token, whether it was revoked or not; undefined when the token is of no key. */
export async function ofToken(tx: Tx, token: string): Promise<WorkerKeyRow | undefined> {
  const [id = '', secret = ''] = token.split('.', 2);
  if (!isId(id)) return undefined;
  const [key] = await tx.query<WorkerKeyRow>(`SELECT ${COLUMNS} FROM worker_keys WHERE id = $1`, [id]);
  return key && timingSafeEqual(key.secretHash, hashOf(secret)) ? key : undefined;
}

/** Ends a key; one that has ended stays as it is. Undefined when there is none. */
export async function revoke(
  tx: Tx,
  { id, revokedBy, now }: { id: string; revokedBy: string; now: Date },
): Promise<WorkerKeyRow | undefined> {
  if (!isId(id)) return undefined;
  const [key] = await tx.query<WorkerKeyRow>(
    `UPDATE worker_keys SET revoked_at = coalesce(revoked_at, $3), revoked_by = coalesce(revoked_by, $2)
     WHERE id = $1 RETURNING ${COLUMNS}`,
    [id, revokedBy, now],
  );
  return key;
}

/** Notes when and in which version a worker was there. */
export async function see(tx: Tx, id: string, version: string): Promise<void> {
  await tx.query('UPDATE worker_keys SET seen_at = now(), seen_version = $2 WHERE id = $1', [id, version]);
}
