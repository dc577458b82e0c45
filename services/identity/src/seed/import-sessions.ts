import { randomBytes } from 'node:crypto';
import { newId } from '@marquee/data/ids';
import { sessionHashOf } from '../challenge/challenge-secrets.ts';
import type { AccountResources } from '../resources.ts';

/** A browser that is signed in; the token is what its cookie carries. */
export type ImportedSession = { accountId: string; sessionId: string; token: string };

const TOKEN_BYTES = 32;
const ROWS_MAX = 1_000;

/**
 * Signs accounts in, one browser each, for load tests. `hashKey` is the service's CHALLENGE_HASH_KEY; sessions hashed
 * with another key are unknown to it.
 */
export async function importSessions(
  { db, clock }: Pick<AccountResources, 'db' | 'clock'>,
  hashKey: Uint8Array,
  accountIds: readonly string[],
  lifeMs: number,
): Promise<ImportedSession[]> {
  const now = clock.now();
  const expiresAt = new Date(now.getTime() + lifeMs);
  const sessions = accountIds.map((accountId) => {
    const token = randomBytes(TOKEN_BYTES).toString('base64url');
    return { accountId, sessionId: newId(), token };
  });
  for (let from = 0; from < sessions.length; from += ROWS_MAX) {
    const rows = sessions.slice(from, from + ROWS_MAX);
    await db.query(INSERT, [
      rows.map(({ sessionId }) => sessionId),
      rows.map(({ accountId }) => accountId),
      rows.map(({ token }) => sessionHashOf(hashKey, token)),
      now,
      expiresAt,
    ]);
  }
  return sessions;
}

const INSERT = `
  INSERT INTO sessions (id, account_id, token_hash, device, place, ip, created_at, last_seen_at, expires_at)
  SELECT id, account_id, token_hash, 'Load test', '', '', $4, $4, $5
  FROM unnest($1::uuid[], $2::uuid[], $3::bytea[]) AS s (id, account_id, token_hash)`;
