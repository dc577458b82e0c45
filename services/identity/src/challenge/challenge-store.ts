import type { Tx } from '@marquee/data/database';
import type { Challenge as Row } from '../../gen/prisma/client.ts';
import { readIntent, type SignInIntent } from './sign-in-intent.ts';

export type Channel = 'EMAIL' | 'PHONE';
export type Purpose = 'SIGN_IN' | 'CREATE_ACCOUNT';

export type Challenge = Omit<Row, 'intent' | 'channel' | 'purpose' | 'browserHash' | 'secretHash'> & {
  intent: SignInIntent;
  channel: Channel;
  purpose: Purpose;
  browserHash: Uint8Array;
  secretHash: Uint8Array;
};

/** As the database gives it. */
export function readChallenge(row: Row): Challenge {
  return {
    ...row,
    intent: readIntent(row.intent),
    channel: row.channel as Channel,
    purpose: row.purpose as Purpose,
  };
}

const SELECTED = `
  id, user_id AS "userId", purpose, channel, account_id AS "accountId", email, phone, first_name AS "firstName",
  last_name AS "lastName", country, intent, browser_hash AS "browserHash", generation, secret_hash AS "secretHash",
  tries, device, place, ip, started_at AS "startedAt", expires_at AS "expiresAt", met_at AS "metAt",
  ended_at AS "endedAt", met_account_id AS "metAccountId", session_id AS "sessionId"`;

async function lockBy(tx: Tx, name: string, condition: string, value: unknown): Promise<Challenge | undefined> {
  const text = `SELECT ${SELECTED} FROM challenges WHERE ${condition} = $1 FOR UPDATE`;
  const [row] = await tx.query<Row>({ name: `challenge.${name}`, text, values: [value] });
  return row && readChallenge(row);
}

export const challengeStore = {
  lock: (tx: Tx, id: string) => lockBy(tx, 'lock', 'id', id),
  lockByUserId: (tx: Tx, userId: string) => lockBy(tx, 'lock-by-user-id', 'user_id', userId),
  lockByLink: (tx: Tx, linkHash: Buffer) => lockBy(tx, 'lock-by-link', 'secret_hash', linkHash),

  insert: async (tx: Tx, challenge: Omit<Challenge, 'metAt' | 'endedAt' | 'metAccountId' | 'sessionId'>) => {
    await tx.query({ name: 'challenge.insert', text: INSERT, values: insertValues(challenge) });
    if (Math.random() * PRUNE_ONE_IN < 1) await tx.query(PRUNE, [challenge.startedAt]);
  },

  /** A new secret takes the place of the old one, with new tries and a new time. */
  setGeneration: async (tx: Tx, id: string, generation: number, secretHash: Buffer, expiresAt: Date) => {
    await tx.query(
      'UPDATE challenges SET generation = $2, secret_hash = $3, expires_at = $4, tries = 0 WHERE id = $1',
      [id, generation, secretHash, expiresAt],
    );
  },

  countTry: async (tx: Tx, id: string) => {
    await tx.query('UPDATE challenges SET tries = tries + 1 WHERE id = $1', [id]);
  },

  end: async (tx: Tx, id: string, now: Date) => {
    await tx.query('UPDATE challenges SET ended_at = $2 WHERE id = $1', [id, now]);
  },

  setMet: async (tx: Tx, id: string, accountId: string, now: Date, expiresAt: Date) => {
    await tx.query('UPDATE challenges SET met_at = $3, met_account_id = $2, expires_at = $4 WHERE id = $1', [
      id,
      accountId,
      now,
      expiresAt,
    ]);
  },

  setSession: async (tx: Tx, id: string, sessionId: string) => {
    await tx.query('UPDATE challenges SET session_id = $2 WHERE id = $1', [id, sessionId]);
  },
};

const INSERT = `
  INSERT INTO challenges (id, user_id, purpose, channel, account_id, email, phone, first_name, last_name, country,
    intent, browser_hash, generation, secret_hash, tries, device, place, ip, started_at, expires_at)
  VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $19, $20)`;

function insertValues(challenge: Omit<Challenge, 'metAt' | 'endedAt' | 'metAccountId' | 'sessionId'>): unknown[] {
  return [
    challenge.id,
    challenge.userId,
    challenge.purpose,
    challenge.channel,
    challenge.accountId,
    challenge.email,
    challenge.phone,
    challenge.firstName,
    challenge.lastName,
    challenge.country,
    JSON.stringify(challenge.intent),
    challenge.browserHash,
    challenge.generation,
    challenge.secretHash,
    challenge.tries,
    challenge.device,
    challenge.place,
    challenge.ip,
    challenge.startedAt,
    challenge.expiresAt,
  ];
}

// Names and addresses of attempts are not kept for longer than a day.
const PRUNE_ONE_IN = 32;
const PRUNE_ROWS_MAX = 200;
const PRUNE = `
  DELETE FROM challenges WHERE id IN (
    SELECT id FROM challenges WHERE expires_at < $1::timestamptz - interval '1 day'
    ORDER BY expires_at LIMIT ${PRUNE_ROWS_MAX} FOR UPDATE SKIP LOCKED)`;
