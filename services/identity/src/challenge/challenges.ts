import { columnsOf, insertClause } from '@marquee/data/columns';
import type { Database, Tx } from '@marquee/data/database';
import type { Reader } from '@marquee/data/prisma';
import { pruneRows } from '@marquee/data/prune';
import { Prisma, type PrismaClient, type Challenge as Row } from '../../gen/prisma/client.ts';
import { readIntent, type SignInIntent } from './sign-in-intent.ts';

export type Channel = 'EMAIL' | 'PHONE';
/** What a notice says, which has no link or code of its own: nothing meets it. */
export type NoticePurpose = 'PASSKEY_ADDED' | 'PASSKEY_REMOVED' | 'INVITED';
export type Purpose =
  | ('SIGN_IN' | 'CREATE_ACCOUNT' | 'CHANGE_EMAIL' | 'CHANGE_PHONE' | 'UNDO_EMAIL' | 'UNDO_PHONE')
  | NoticePurpose;

export type Challenge = Omit<Row, 'intent' | 'channel' | 'purpose' | 'browserHash' | 'secretHash'> & {
  intent: SignInIntent;
  channel: Channel;
  purpose: Purpose;
  browserHash: Uint8Array;
  secretHash: Uint8Array;
};

/** Where its links or codes go. */
export function addressOf({ channel, email, phone }: Pick<Challenge, 'channel' | 'email' | 'phone'>): string {
  return channel === 'EMAIL' ? email : phone;
}

/** Whether meeting it signs a browser in. All others sign nobody in. */
export function signsIn({ purpose }: Pick<Challenge, 'purpose'>): boolean {
  return purpose === 'SIGN_IN' || purpose === 'CREATE_ACCOUNT';
}

/** Whether meeting it gives its account a new email or phone number [AUT-14]. */
export function changesContact({ purpose }: Pick<Challenge, 'purpose'>): boolean {
  return purpose === 'CHANGE_EMAIL' || purpose === 'CHANGE_PHONE';
}

/** Whether its link takes back that the email or phone number of its account was changed. */
export function undoesChange({ purpose }: Pick<Challenge, 'purpose'>): boolean {
  return purpose === 'UNDO_EMAIL' || purpose === 'UNDO_PHONE';
}

const NOTICES: readonly Purpose[] = ['PASSKEY_ADDED', 'PASSKEY_REMOVED', 'INVITED'] satisfies NoticePurpose[];

export function isNotice({ purpose }: Pick<Challenge, 'purpose'>): boolean {
  return NOTICES.includes(purpose);
}

/** A link goes to an email; a code to a phone, which gets a link only for what it did not ask for. */
export function isLink(challenge: Pick<Challenge, 'channel' | 'purpose'>): boolean {
  return challenge.channel === 'EMAIL' || undoesChange(challenge);
}

function challengeOf(row: Row): Challenge {
  return {
    ...row,
    intent: readIntent(row.intent),
    channel: row.channel as Channel,
    purpose: row.purpose as Purpose,
  };
}

const FIELDS = Object.values(Prisma.ChallengeScalarFieldEnum);
const COLUMNS = columnsOf(FIELDS);

async function lockBy(tx: Tx, column: 'id' | 'user_id' | 'secret_hash', value: unknown) {
  const text = `SELECT ${COLUMNS} FROM challenges WHERE ${column} = $1 FOR UPDATE`;
  const [row] = await tx.query<Row>({ name: `challenges.lock-by-${column}`, text, values: [value] });
  return row && challengeOf(row);
}

export const lock = (tx: Tx, id: string) => lockBy(tx, 'id', id);
export const lockByUserId = (tx: Tx, userId: string) => lockBy(tx, 'user_id', userId);
export const lockByLink = (tx: Tx, linkHash: Uint8Array) => lockBy(tx, 'secret_hash', linkHash);

/** Reads a challenge without a lock. */
export async function find(
  prisma: Reader<PrismaClient>,
  where: Prisma.ChallengeWhereUniqueInput,
): Promise<Challenge | undefined> {
  const row = await prisma.challenge.findUnique({ where });
  return row ? challengeOf(row) : undefined;
}

export async function insert(tx: Tx, challenge: Challenge): Promise<void> {
  // Nothing of a request that a caller spread into it may become a column.
  const row = Object.fromEntries(FIELDS.map((field) => [field, challenge[field]]));
  const { text, values } = insertClause(row, { json: JSON_FIELDS });
  await tx.query({ name: 'challenges.insert', text: `INSERT INTO challenges ${text}`, values });
}
const JSON_FIELDS = new Set(['intent']);

/** The challenge of a link token that a newer one has replaced. */
export async function findByReplacedLink(
  prisma: Reader<PrismaClient>,
  linkHash: Uint8Array<ArrayBuffer>,
): Promise<Challenge | undefined> {
  const row = await prisma.challenge.findFirst({ where: { replacedHashes: { has: linkHash } } });
  return row ? challengeOf(row) : undefined;
}

type Generation = Pick<Challenge, 'id' | 'generation' | 'secretHash' | 'expiresAt' | 'secretExpiresAt'>;

/** Counts a resend that is not sent: the secret keeps its attempts and its expiry. */
export async function keepSecret(
  tx: Tx,
  { id, generation, expiresAt, secretExpiresAt }: Omit<Generation, 'secretHash'>,
): Promise<void> {
  await tx.query('UPDATE challenges SET generation = $2, expires_at = $3, secret_expires_at = $4 WHERE id = $1', [
    ...[id, generation, expiresAt, secretExpiresAt],
  ]);
}

/** Replaces the secret; attempts and expiry start again. */
export async function setGeneration(
  tx: Tx,
  { id, generation, secretHash, expiresAt, secretExpiresAt }: Generation,
): Promise<void> {
  await tx.query(
    `UPDATE challenges SET generation = $2, secret_hash = $3, expires_at = $4, secret_expires_at = $5, tries = 0,
       replaced_hashes = array_append(replaced_hashes, secret_hash) WHERE id = $1`,
    [id, generation, secretHash, expiresAt, secretExpiresAt],
  );
}

export async function countTry(tx: Tx, id: string): Promise<void> {
  await tx.query('UPDATE challenges SET tries = tries + 1 WHERE id = $1', [id]);
}

export async function end(tx: Tx, id: string, now: Date): Promise<void> {
  await tx.query('UPDATE challenges SET ended_at = $2 WHERE id = $1', [id, now]);
}

export async function setMet(tx: Tx, id: string, accountId: string, now: Date, expiresAt: Date): Promise<void> {
  await tx.query('UPDATE challenges SET met_at = $3, met_account_id = $2, expires_at = $4 WHERE id = $1', [
    id,
    accountId,
    now,
    expiresAt,
  ]);
}

export async function setSession(tx: Tx, id: string, sessionId: string): Promise<void> {
  await tx.query('UPDATE challenges SET session_id = $2 WHERE id = $1', [id, sessionId]);
}

/** Ends the links that take back changes of an account that were made then or later. */
export async function endUndoingSince(tx: Tx, accountId: string, since: Date, now: Date): Promise<void> {
  await tx.query(
    `UPDATE challenges SET ended_at = $3 WHERE account_id = $1 AND purpose IN ('UNDO_EMAIL', 'UNDO_PHONE')
       AND started_at >= $2 AND met_at IS NULL AND ended_at IS NULL`,
    [accountId, since, now],
  );
}

/** Deletes challenges that expired before `before`. */
export async function prune(db: Pick<Database, 'query'>, before: Date): Promise<void> {
  await pruneRows(db, { table: 'challenges', where: 'expires_at < $1', values: [before] });
}
