import type { Database, Tx } from '@marquee/data/database';
import type { BusMessage } from './bus.ts';
import { NotAnEventError } from './foreign-messages.ts';

/** A failed event, or one that waits behind a failed one of its key. Only the first of a key has a `dueAt`. */
export type DeadLetter = {
  seq: bigint;
  consumer: string;
  eventId: string;
  topic: string;
  key: string;
  type: string;
  body: Buffer;
  attempts: number;
  error: string;
  dueAt: Date | null;
};

/** Pauses before each retry of a failed event; after the last one an operator replays it. */
export const RETRY_LATER_MS: readonly number[] = [5_000, 30_000, 120_000, 600_000, 3_600_000];
const ERROR_CHARACTERS_MAX = 4_000;
const KEYS_MAX = 50;

/** Deliveries and retries of one key take turns; the same lock as that of the function `take_event`. */
export async function lockKey(tx: Tx, consumer: string, key: string): Promise<void> {
  const values = [`${consumer}\n${key}`];
  await tx.query({
    name: 'dead-letters.lock',
    text: 'SELECT pg_advisory_xact_lock(hashtextextended($1, 0))',
    values,
  });
}

/** Adds a dead letter: with an error for a failed event, without for one that waits behind the first of its key. */
export async function park(
  tx: Tx,
  consumer: string,
  { id, topic, key, type, body }: BusMessage,
  failure: { attempts: number; error?: unknown; now?: Date },
): Promise<void> {
  const dueAt = failure.now ? dueAfter(failure.attempts, failure.now) : null;
  await tx.query(
    `INSERT INTO dead_letters (consumer, event_id, topic, key, type, body, attempts, error, due_at)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)`,
    [consumer, id, topic, key, type, body, failure.attempts, describe(failure.error), dueAt],
  );
}

/** At most fifty keys whose first event is due for a retry, longest due first. */
export async function dueKeys(db: Database, consumer: string, now: Date): Promise<string[]> {
  const rows = await db.query<{ key: string }>(
    `SELECT key FROM dead_letters WHERE consumer = $1 AND due_at <= $2 ORDER BY due_at LIMIT ${KEYS_MAX}`,
    [consumer, now],
  );
  return rows.map(({ key }) => key);
}

/** The first dead letter of a key. */
export async function first(tx: Tx, consumer: string, key: string): Promise<DeadLetter | undefined> {
  const rows = await tx.query<DeadLetter>(
    `SELECT seq, consumer, event_id AS "eventId", topic, key, type, body, attempts, error, due_at AS "dueAt"
     FROM dead_letters WHERE consumer = $1 AND key = $2 ORDER BY seq LIMIT 1`,
    [consumer, key],
  );
  return rows[0];
}

/** Removes the first of a key, after its effect, and makes the next one due. */
export async function remove(tx: Tx, consumer: string, { seq, key }: DeadLetter, now: Date): Promise<void> {
  await tx.query('DELETE FROM dead_letters WHERE seq = $1', [seq]);
  await tx.query(
    `UPDATE dead_letters SET due_at = $3
     WHERE seq = (SELECT min(seq) FROM dead_letters WHERE consumer = $1 AND key = $2)`,
    [consumer, key, now],
  );
}

/** Records another failure. @returns when it is retried, or null when an operator has to replay it */
export async function failAgain(db: Database, { seq, attempts, ...letter }: DeadLetter, error: unknown, now: Date) {
  const readable = !(error instanceof NotAnEventError);
  const dueAt = readable ? dueAfter(attempts + 1, now) : null;
  // A message without a type keeps the reason from its delivery.
  const said = letter.type === '' ? letter.error : describe(error);
  await db.query('UPDATE dead_letters SET attempts = $2, error = $3, due_at = $4 WHERE seq = $1', [
    seq,
    attempts + 1,
    said,
    dueAt,
  ]);
  return dueAt;
}

/** Makes the first event of each key (or of one) due now, with all its retries. */
export async function requeue(db: Database, options: { consumer: string; key?: string; now: Date }): Promise<void> {
  await db.query(
    `UPDATE dead_letters SET due_at = $2, attempts = 0 WHERE seq IN (
       SELECT min(seq) FROM dead_letters WHERE consumer = $1 AND ($3::text IS NULL OR key = $3) GROUP BY key)`,
    [options.consumer, options.now, options.key ?? null],
  );
}

/** The number of dead letters of a consumer, or of one key. */
export async function count(db: Database, consumer: string, key?: string): Promise<number> {
  const rows = await db.query<{ count: number }>(
    'SELECT count(*)::int AS count FROM dead_letters WHERE consumer = $1 AND ($2::text IS NULL OR key = $2)',
    [consumer, key ?? null],
  );
  return rows[0]?.count ?? 0;
}

function dueAfter(attempts: number, now: Date): Date | null {
  const pauseMs = RETRY_LATER_MS[attempts - 1];
  return pauseMs === undefined ? null : new Date(now.getTime() + pauseMs);
}

function describe(error: unknown): string {
  if (error === undefined) return '';
  return (error instanceof Error ? (error.stack ?? error.message) : String(error)).slice(0, ERROR_CHARACTERS_MAX);
}
