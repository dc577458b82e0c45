import { columnsOf } from '@marquee/data/columns';
import type { Database, Tx } from '@marquee/data/database';
import { pruneRows } from '@marquee/data/prune';
import { type InvitedUser, Prisma } from '../../gen/prisma/client.ts';

export type { InvitedUser };

const COLUMNS = columnsOf(Object.keys(Prisma.InvitedUserScalarFieldEnum));

/** Notes an invitation; another one of the same address takes its place. */
export async function put(tx: Tx, { id, email, invitedBy, createdAt, expiresAt }: InvitedUser): Promise<void> {
  await tx.query({
    name: 'invited-users.put',
    text: `INSERT INTO invited_users (id, email, invited_by, created_at, expires_at) VALUES ($1, $2, $3, $4, $5)
      ON CONFLICT (email) DO UPDATE SET id = excluded.id, invited_by = excluded.invited_by,
        created_at = excluded.created_at, expires_at = excluded.expires_at`,
    values: [id, email, invitedBy, createdAt, expiresAt],
  });
}

/** The address has an account now. */
export async function remove(tx: Tx, email: string): Promise<void> {
  await tx.query({ name: 'invited-users.remove', text: 'DELETE FROM invited_users WHERE email = $1', values: [email] });
}

/** Invitations that hold, newest first, before one of them: ids rise with time. */
export function list(
  db: Pick<Database, 'query'>,
  { beforeId, limit, now }: { beforeId: string | undefined; limit: number; now: Date },
): Promise<InvitedUser[]> {
  const text = `SELECT ${COLUMNS} FROM invited_users WHERE expires_at > $1 AND ($2::uuid IS NULL OR id < $2)
    ORDER BY id DESC LIMIT $3`;
  return db.query<InvitedUser>({ name: 'invited-users.list', text, values: [now, beforeId ?? null, limit] });
}

/** Deletes invitations that expired before `before`. */
export async function prune(db: Pick<Database, 'query'>, before: Date): Promise<void> {
  await pruneRows(db, { table: 'invited_users', where: 'expires_at < $1', values: [before] });
}
