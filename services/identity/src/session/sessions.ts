import { columnOf, insertClause } from '@marquee/data/columns';
import type { Tx } from '@marquee/data/database';
import { Prisma, type Session } from '../../gen/prisma/client.ts';

export type { Session };
export type NewSession = Omit<Session, 'lastSeenAt' | 'endedAt' | 'tokenHash'> & { tokenHash: Uint8Array };

const COLUMNS = Object.keys(Prisma.SessionScalarFieldEnum).map(columnOf).join(', ');

export async function insert(tx: Tx, session: NewSession): Promise<void> {
  const { text, values } = insertClause({ ...session, lastSeenAt: session.createdAt });
  await tx.query(`INSERT INTO sessions ${text}`, values);
}

export async function get(tx: Tx, id: string): Promise<Session | undefined> {
  const text = `SELECT ${COLUMNS} FROM sessions WHERE id = $1`;
  const [session] = await tx.query<Session>({ name: 'sessions.get', text, values: [id] });
  return session;
}

/** Ends a session, unless it has ended already. */
export async function end(tx: Tx, id: string, now: Date): Promise<Session | undefined> {
  const [session] = await tx.query<Session>({ name: 'sessions.end', text: endWhere('id'), values: [id, now] });
  return session;
}

/** Ends every running session of an account. */
export const endAll = (tx: Tx, accountId: string, now: Date): Promise<Session[]> =>
  tx.query<Session>({ name: 'sessions.end-all', text: endWhere('account_id'), values: [accountId, now] });

// What ended expires as well, so that one index finds what may be deleted.
const endWhere = (column: 'id' | 'account_id') => `
  UPDATE sessions SET ended_at = $2, expires_at = LEAST(expires_at, $2)
  WHERE ${column} = $1 AND ended_at IS NULL RETURNING ${COLUMNS}`;

/** Deletes at most `limit` sessions that expired before `before`; gives how many. */
export async function prune(tx: Tx, before: Date, limit: number): Promise<number> {
  const rows = await tx.query({ name: 'sessions.prune', text: PRUNE, values: [before, limit] });
  return rows.length;
}

const PRUNE = `
  DELETE FROM sessions WHERE id IN (
    SELECT id FROM sessions WHERE expires_at < $1 ORDER BY expires_at LIMIT $2 FOR UPDATE SKIP LOCKED)
  RETURNING 1`;
