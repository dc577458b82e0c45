import { randomBytes } from 'node:crypto';
import { newId } from '@marquee/data/ids';
import { sessionHashOf } from '../challenge/challenge-secrets.ts';
import type { AccountResources } from '../resources.ts';
import * as sessions from '../session/sessions.ts';

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
  const createdAt = clock.now();
  const expiresAt = new Date(createdAt.getTime() + lifeMs);
  const imported = accountIds.map((accountId) => {
    const token = randomBytes(TOKEN_BYTES).toString('base64url');
    return { accountId, sessionId: newId(), token };
  });
  for (let from = 0; from < imported.length; from += ROWS_MAX) {
    const rows = imported.slice(from, from + ROWS_MAX).map(({ accountId, sessionId, token }) => ({
      id: sessionId,
      accountId,
      tokenHash: sessionHashOf(hashKey, token),
      ...{ device: 'Load test', place: '', ip: '', createdAt, expiresAt },
    }));
    await sessions.insertMany(db, rows);
  }
  return imported;
}
