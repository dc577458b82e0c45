import { columnsOf, insertClause } from '@marquee/data/columns';
import type { Database, Tx } from '@marquee/data/database';
import type { Reader } from '@marquee/data/prisma';
import { pruneRows } from '@marquee/data/prune';
import { type Passkey, type PasskeyLink, Prisma, type PrismaClient } from '../../gen/prisma/client.ts';

export type { Passkey, PasskeyLink };

const COLUMNS = columnsOf(Object.keys(Prisma.PasskeyScalarFieldEnum));
const LINK_COLUMNS = columnsOf(Object.keys(Prisma.PasskeyLinkScalarFieldEnum));

/** The passkeys of an account, newest first. */
export function list(prisma: Reader<PrismaClient>, accountId: string): Promise<Passkey[]> {
  return prisma.passkey.findMany({ where: { accountId }, orderBy: [{ createdAt: 'desc' }, { id: 'desc' }] });
}

export async function count(tx: Tx, accountId: string): Promise<number> {
  const text = 'SELECT count(*)::int AS count FROM passkeys WHERE account_id = $1';
  const [row] = await tx.query<{ count: number }>({ name: 'passkeys.count', text, values: [accountId] });
  return row?.count ?? 0;
}

/** The passkey of a credential, locked, so that its counter is compared with the newest. */
export async function lockByCredential(tx: Tx, credentialId: Uint8Array): Promise<Passkey | undefined> {
  const text = `SELECT ${COLUMNS} FROM passkeys WHERE credential_id = $1 FOR UPDATE`;
  const [passkey] = await tx.query<Passkey>({ name: 'passkeys.lock', text, values: [credentialId] });
  return passkey;
}

/** Adds a passkey; false when its credential is there already. */
export async function insert(tx: Tx, passkey: Omit<Passkey, 'lastUsedAt'>): Promise<boolean> {
  const { text, values } = insertClause(passkey);
  const added = await tx.query(
    `INSERT INTO passkeys ${text} ON CONFLICT (credential_id) DO NOTHING RETURNING 1`,
    values,
  );
  return added.length > 0;
}

type Use = Pick<Passkey, 'id' | 'counter' | 'isSynced'> & { usedAt: Date };

export async function setUsed(tx: Tx, { id, counter, isSynced, usedAt }: Use): Promise<void> {
  const text = 'UPDATE passkeys SET counter = $2, is_synced = $3, last_used_at = $4 WHERE id = $1';
  await tx.query({ name: 'passkeys.set-used', text, values: [id, counter, isSynced, usedAt] });
}

/** Renames a passkey of an account; undefined when it has none of this id. */
export async function rename(tx: Tx, accountId: string, id: string, name: string): Promise<Passkey | undefined> {
  const text = `UPDATE passkeys SET name = $3 WHERE account_id = $1 AND id = $2 RETURNING ${COLUMNS}`;
  const [passkey] = await tx.query<Passkey>({ name: 'passkeys.rename', text, values: [accountId, id, name] });
  return passkey;
}

/** Removes a passkey of an account; false when it has none of this id. */
export async function remove(tx: Tx, accountId: string, id: string): Promise<boolean> {
  const text = 'DELETE FROM passkeys WHERE account_id = $1 AND id = $2 RETURNING 1';
  const removed = await tx.query({ name: 'passkeys.remove', text, values: [accountId, id] });
  return removed.length > 0;
}

/** Ends a ceremony; false when it has ended before. */
export async function endCeremony(tx: Tx, challengeHash: Uint8Array, expiresAt: Date): Promise<boolean> {
  const text =
    'INSERT INTO passkey_ceremonies (challenge_hash, expires_at) VALUES ($1, $2) ON CONFLICT DO NOTHING RETURNING 1';
  const ended = await tx.query({ name: 'passkeys.end-ceremony', text, values: [challengeHash, expiresAt] });
  return ended.length > 0;
}

export async function insertLink(tx: Tx, link: Omit<PasskeyLink, 'usedAt'>): Promise<void> {
  const { text, values } = insertClause(link);
  await tx.query(`INSERT INTO passkey_links ${text}`, values);
}

/** Ends the links of an account that were not used: the newest one counts. */
export async function endLinks(tx: Tx, accountId: string, now: Date): Promise<void> {
  const text = 'UPDATE passkey_links SET used_at = $2 WHERE account_id = $1 AND used_at IS NULL';
  await tx.query({ name: 'passkeys.end-links', text, values: [accountId, now] });
}

export function findLink(prisma: Reader<PrismaClient>, tokenHash: Uint8Array): Promise<PasskeyLink | null> {
  return prisma.passkeyLink.findUnique({ where: { tokenHash: Uint8Array.from(tokenHash) } });
}

export async function lockLink(tx: Tx, tokenHash: Uint8Array): Promise<PasskeyLink | undefined> {
  const text = `SELECT ${LINK_COLUMNS} FROM passkey_links WHERE token_hash = $1 FOR UPDATE`;
  const [link] = await tx.query<PasskeyLink>({ name: 'passkeys.lock-link', text, values: [tokenHash] });
  return link;
}

/** Removes the passkeys of an account that were added then or later. */
export async function removeSince(tx: Tx, accountId: string, since: Date): Promise<void> {
  const text = 'DELETE FROM passkeys WHERE account_id = $1 AND created_at >= $2';
  await tx.query({ name: 'passkeys.remove-since', text, values: [accountId, since] });
}

/** Deletes ended ceremonies and links that expired before `before`. */
export async function prune(db: Pick<Database, 'query'>, before: Date): Promise<void> {
  await pruneRows(db, { table: 'passkey_ceremonies', where: 'expires_at < $1', values: [before] });
  await pruneRows(db, { table: 'passkey_links', where: 'expires_at < $1', values: [before] });
}
