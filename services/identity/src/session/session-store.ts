import type { Tx } from '@marquee/data/database';
import type { Session } from '../../gen/prisma/client.ts';

export type { Session };
export type NewSession = Omit<Session, 'lastSeenAt' | 'endedAt' | 'tokenHash'> & { tokenHash: Uint8Array };

const SELECTED = `
  id, account_id AS "accountId", token_hash AS "tokenHash", device, place, ip, created_at AS "createdAt",
  last_seen_at AS "lastSeenAt", expires_at AS "expiresAt", ended_at AS "endedAt"`;

export const sessionStore = {
  insert: async (tx: Tx, session: NewSession): Promise<void> => {
    const { id, accountId, tokenHash, device, place, ip, createdAt, expiresAt } = session;
    const values = [id, accountId, tokenHash, device, place, ip, createdAt, expiresAt];
    await tx.query({ name: 'session.insert', text: INSERT, values });
  },

  find: async (tx: Tx, id: string): Promise<Session | undefined> => {
    const [session] = await tx.query<Session>(`SELECT ${SELECTED} FROM sessions WHERE id = $1`, [id]);
    return session;
  },

  /** Ends one session, if it still runs. */
  end: async (tx: Tx, id: string, now: Date): Promise<Session | undefined> => {
    const [session] = await tx.query<Session>(
      `UPDATE sessions SET ended_at = $2 WHERE id = $1 AND ended_at IS NULL RETURNING ${SELECTED}`,
      [id, now],
    );
    return session;
  },

  /** Ends every running session of an account. */
  endAll: (tx: Tx, accountId: string, now: Date): Promise<Session[]> =>
    tx.query<Session>(
      `UPDATE sessions SET ended_at = $2 WHERE account_id = $1 AND ended_at IS NULL RETURNING ${SELECTED}`,
      [accountId, now],
    ),
};

const INSERT = `
  INSERT INTO sessions (id, account_id, token_hash, device, place, ip, created_at, last_seen_at, expires_at)
  VALUES ($1, $2, $3, $4, $5, $6, $7, $7, $8)`;
