import { columnsOf, insertClause } from '@marquee/data/columns';
import type { Database, Tx } from '@marquee/data/database';
import type { Reader } from '@marquee/data/prisma';
import { pruneRows } from '@marquee/data/prune';
import { type Account, Prisma, type PrismaClient, type Session } from '../../gen/prisma/client.ts';

export type { Session };
export type NewSession = Omit<Session, 'lastSeenAt' | 'endedAt' | 'tokenHash' | 'passkeyAt'> & {
  tokenHash: Uint8Array;
  passkeyAt?: Date | null;
};

const COLUMNS = columnsOf(Object.keys(Prisma.SessionScalarFieldEnum));

export async function insert(tx: Tx, session: NewSession): Promise<void> {
  const { text, values } = insertClause({ ...session, lastSeenAt: session.createdAt });
  await tx.query(`INSERT INTO sessions ${text}`, values);
}

/** Gives the running session of an account that has one of these tokens another token, as if it had just begun. */
export async function renew(
  tx: Tx,
  tokenHashes: readonly Uint8Array[],
  { accountId, tokenHash, device, place, ip, passkeyAt = null, createdAt, expiresAt }: NewSession,
): Promise<Session | undefined> {
  const [renewed] = await tx.query<Session>({
    name: 'sessions.renew',
    text: RENEW,
    values: [accountId, tokenHashes, createdAt, tokenHash, device, place, ip, passkeyAt, expiresAt],
  });
  return renewed;
}

const RENEW = `
  UPDATE sessions SET token_hash = $4, device = $5, place = $6, ip = $7, passkey_at = $8, expires_at = $9, created_at = $3,
    last_seen_at = $3
  WHERE id = (
    SELECT id FROM sessions WHERE account_id = $1 AND token_hash = ANY($2::bytea[]) AND ended_at IS NULL AND expires_at > $3
    ORDER BY created_at DESC, id LIMIT 1)
  RETURNING ${COLUMNS}`;

/** Adds many sessions with one statement. */
export async function insertMany(db: Pick<Database, 'query'>, rows: readonly NewSession[]): Promise<void> {
  await db.query(INSERT_MANY, [
    rows.map(({ id }) => id),
    rows.map(({ accountId }) => accountId),
    rows.map(({ tokenHash }) => tokenHash),
    rows.map(({ device }) => device),
    rows.map(({ place }) => place),
    rows.map(({ ip }) => ip),
    rows.map(({ createdAt }) => createdAt),
    rows.map(({ expiresAt }) => expiresAt),
  ]);
}

const INSERT_MANY = `
  INSERT INTO sessions (id, account_id, token_hash, device, place, ip, created_at, expires_at, last_seen_at)
  SELECT *, created_at
  FROM unnest($1::uuid[], $2::uuid[], $3::bytea[], $4::text[], $5::text[], $6::text[], $7::timestamptz[],
    $8::timestamptz[]) AS s (id, account_id, token_hash, device, place, ip, created_at, expires_at)`;

/** A session with its account. */
export type SessionOfAccount = Session & { account: Account };

/** What a session gives its browser, whether or not it has ended. */
export type SessionOfToken = Pick<Session, 'id' | 'lastSeenAt' | 'expiresAt' | 'endedAt' | 'passkeyAt'> & {
  hasBlocks: boolean;
  account: Pick<
    Account,
    | 'id'
    | 'roles'
    | 'talents'
    | 'consumerType'
    | 'accountType'
    | 'subscriptionType'
    | 'isOnboarding'
    | 'suspendedAt'
    | 'closingAt'
  >;
};

type TokenRow = Omit<SessionOfToken, 'account'> &
  Omit<SessionOfToken['account'], 'id'> & { accountId: string; tokenHash: Uint8Array };

/**
 * The session of each token, in their order. Every page that is open asks for its own once in a while: one prepared statement,
 * and no more columns.
 */
export async function ofTokens(
  db: Pick<Database, 'query'>,
  tokenHashes: readonly Buffer[],
): Promise<(SessionOfToken | undefined)[]> {
  const rows = await db.query<TokenRow>({ name: 'sessions.of-tokens', text: OF_TOKENS, values: [tokenHashes] });
  const found = new Map(rows.map(({ tokenHash, ...row }) => [Buffer.from(tokenHash).toString('hex'), sessionOf(row)]));
  return tokenHashes.map((hash) => found.get(hash.toString('hex')));
}

function sessionOf(row: Omit<TokenRow, 'tokenHash'>): SessionOfToken {
  const { id, lastSeenAt, expiresAt, endedAt, passkeyAt, hasBlocks, accountId, ...account } = row;
  return { id, lastSeenAt, expiresAt, endedAt, passkeyAt, hasBlocks, account: { id: accountId, ...account } };
}

const OF_TOKENS = `
  SELECT s.token_hash, s.id, s.last_seen_at, s.expires_at, s.ended_at, s.passkey_at, a.id AS account_id, coalesce(a.roles, '{}') AS roles,
    coalesce(a.talents, '{}') AS talents,
    a.consumer_type, a.account_type, a.subscription_type, a.is_onboarding, a.suspended_at, a.closing_at,
    EXISTS (SELECT FROM blocks WHERE blocker_id = a.id AND ended_at IS NULL)
      OR EXISTS (SELECT FROM blocks WHERE blocked_id = a.id AND ended_at IS NULL) AS has_blocks
  FROM sessions s JOIN accounts a ON a.id = s.account_id WHERE s.token_hash = ANY($1::bytea[])`;

/** The sessions of these tokens, whether or not they have ended, in no order. */
export function findByTokens(
  prisma: Reader<PrismaClient>,
  tokenHashes: readonly Uint8Array[],
): Promise<SessionOfAccount[]> {
  const hashes = tokenHashes.map((hash) => Uint8Array.from(hash));
  return prisma.session.findMany({ where: { tokenHash: { in: hashes } }, include: { account: true } });
}

/** When a session was seen. */
export type Seen = { id: string; seenAt: Date };

/** Records when sessions were seen, by one statement. */
export async function setSeen(tx: Tx, seen: readonly Seen[]): Promise<void> {
  // Sorted, so that two writers lock rows in the same order and cannot deadlock.
  const rows = seen.toSorted((a, b) => (a.id < b.id ? -1 : 1));
  const values = [rows.map(({ id }) => id), rows.map(({ seenAt }) => seenAt)];
  await tx.query({ name: 'sessions.set-seen', text: SEEN, values });
}

const SEEN = `
  UPDATE sessions s SET last_seen_at = greatest(s.last_seen_at, v.seen_at)
  FROM unnest($1::uuid[], $2::timestamptz[]) AS v (id, seen_at) WHERE s.id = v.id`;

export async function get(tx: Tx, id: string): Promise<Session | undefined> {
  const text = `SELECT ${COLUMNS} FROM sessions WHERE id = $1`;
  const [session] = await tx.query<Session>({ name: 'sessions.get', text, values: [id] });
  return session;
}

/** Notes that a session has met a passkey. */
export async function setPasskeyAt(tx: Tx, id: string, at: Date): Promise<void> {
  const text = 'UPDATE sessions SET passkey_at = $2 WHERE id = $1 AND ended_at IS NULL';
  await tx.query({ name: 'sessions.set-passkey-at', text, values: [id, at] });
}

/** Whether a session of the account with this email or phone was opened from a network. */
export async function existsFrom(db: Pick<Database, 'query'>, address: string, network: string): Promise<boolean> {
  const found = await db.query({ name: 'sessions.exists-from', text: EXISTS_FROM, values: [address, network] });
  return found.length > 0;
}

const EXISTS_FROM = `
  SELECT 1 FROM accounts a JOIN sessions s ON s.account_id = a.id
  WHERE (a.email = $1 OR a.sign_in_phone = $1) AND s.ip = $2 LIMIT 1`;

/** Ends a session, unless it has ended already. */
export async function end(tx: Tx, id: string, now: Date): Promise<Session | undefined> {
  const [session] = await tx.query<Session>({ name: 'sessions.end', text: endWhere('id = $1'), values: [id, now] });
  return session;
}

/** Ends every running session of an account. */
export const endAll = (tx: Tx, accountId: string, now: Date): Promise<Session[]> =>
  tx.query<Session>({ name: 'sessions.end-all', text: endWhere('account_id = $1'), values: [accountId, now] });

/** Ends a session if it is the account's and has not ended; the session, if so. */
export const endOwn = (tx: Tx, accountId: string, id: string, now: Date): Promise<Session[]> =>
  tx.query<Session>({
    name: 'sessions.end-own',
    text: endWhere('account_id = $1 AND id = $3'),
    values: [accountId, now, id],
  });

/** Ends every running session of an account but one. */
export const endOthers = (tx: Tx, accountId: string, keptId: string, now: Date): Promise<Session[]> =>
  tx.query<Session>({
    name: 'sessions.end-others',
    text: endWhere('account_id = $1 AND id <> $3'),
    values: [accountId, now, keptId],
  });

/** Ends some of the sessions whose time is over, and gives them. */
export const endExpired = (tx: Tx, now: Date, limit: number): Promise<Session[]> =>
  tx.query<Session>({
    name: 'sessions.end-expired',
    text: `UPDATE sessions SET ended_at = expires_at WHERE id IN (
      SELECT id FROM sessions WHERE expires_at <= $1 AND ended_at IS NULL LIMIT $2 FOR UPDATE SKIP LOCKED)
      RETURNING ${COLUMNS}`,
    values: [now, limit],
  });

// What ended expires as well, so that one index finds what may be deleted.
const endWhere = (condition: string) => `
  UPDATE sessions SET ended_at = $2, expires_at = LEAST(expires_at, $2)
  WHERE ${condition} AND ended_at IS NULL RETURNING ${COLUMNS}`;

/** More than a person can look through. */
const RUNNING_MAX = 50;

/** The running sessions of an account, those that were seen last first. */
export function listRunning(prisma: Reader<PrismaClient>, accountId: string, now: Date): Promise<Session[]> {
  return prisma.session.findMany({
    where: { accountId, endedAt: null, expiresAt: { gt: now } },
    orderBy: [{ lastSeenAt: 'desc' }, { id: 'desc' }],
    take: RUNNING_MAX,
  });
}

/** A running session of an account. */
export function findRunning(
  prisma: Reader<PrismaClient>,
  { accountId, id }: { accountId: string; id: string },
  now: Date,
): Promise<Session | null> {
  return prisma.session.findFirst({ where: { id, accountId, endedAt: null, expiresAt: { gt: now } } });
}

/** Deletes sessions that expired before `before`. */
export async function prune(db: Pick<Database, 'query'>, before: Date): Promise<void> {
  await pruneRows(db, { table: 'sessions', where: 'expires_at < $1', values: [before] });
}
