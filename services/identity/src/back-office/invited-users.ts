import type { Database, Tx } from '@marquee/data/database';
import { existing } from '@marquee/data/existing';
import { pruneRows } from '@marquee/data/prune';
import type { InvitedUser as Row } from '../../gen/prisma/client.ts';

export type InvitedUser = Row & { inviterName: string };

/** Notes an invitation; another one of the same address takes its place. */
export async function put(tx: Tx, { id, email, invitedBy, createdAt, expiresAt }: Row): Promise<void> {
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

const SELECT = `SELECT i.id, i.email, i.invited_by, i.created_at, i.expires_at,
    coalesce(trim(a.first_name || ' ' || a.last_name), '') AS inviter_name
  FROM invited_users i LEFT JOIN accounts a ON a.id = i.invited_by`;

/** An invitation that is there. */
export async function get(tx: Tx, id: string): Promise<InvitedUser> {
  const statement = { name: 'invited-users.get', text: `${SELECT} WHERE i.id = $1`, values: [id] };
  return existing((await tx.query<InvitedUser>(statement))[0], `the invitation ${id}`);
}

/** Invitations that hold, newest first, before one of them: ids rise with time. */
export function list(
  db: Pick<Database, 'query'>,
  { beforeId, limit, now }: { beforeId: string | undefined; limit: number; now: Date },
): Promise<InvitedUser[]> {
  const text = `${SELECT} WHERE i.expires_at > $1 AND ($2::uuid IS NULL OR i.id < $2) ORDER BY i.id DESC LIMIT $3`;
  return db.query<InvitedUser>({ name: 'invited-users.list', text, values: [now, beforeId ?? null, limit] });
}

/** Deletes invitations that expired before `before`. */
export async function prune(db: Pick<Database, 'query'>, before: Date): Promise<void> {
  await pruneRows(db, { table: 'invited_users', where: 'expires_at < $1', values: [before] });
}
