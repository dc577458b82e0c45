import type { Tx } from '@marquee/data/database';
import type { Crew, CrewInvitation, Unlock } from '../../gen/prisma/client.ts';
import type { Queryable } from '../films/films.ts';

/** The place of a record in a user's list, newest first. */
export type Place = { createdAt: Date; id: string };
type Page = { accountId: string; after: Place | undefined; limit: number };

/** An unlock with the film that it is of. */
export type UserUnlock = Unlock & { filmTitle: string };

const UNLOCK = `
  SELECT u.id, u.account_id, u.film_id, u.expire_at, u.paid_amount, u.coins, u.created_at, f.film_title
  FROM unlocks u JOIN films f ON f.id = u.film_id`;

/** The films that an account has unlocked, also those whose time is over. */
export function listUnlocks(db: Queryable, { accountId, after, limit }: Page): Promise<UserUnlock[]> {
  return db.query<UserUnlock>({
    name: 'user-records.unlocks',
    text: `${UNLOCK} WHERE u.account_id = $1
      AND ($2::timestamptz IS NULL OR (u.created_at, u.id) < ($2, $3::uuid))
      ORDER BY u.created_at DESC, u.id DESC LIMIT $4`,
    values: [accountId, after?.createdAt ?? null, after?.id ?? null, limit],
  });
}

/** Names one unlock: a film that is unlocked again has another id. */
export type UnlockName = { accountId: string; filmId: string; id: string };

export async function findUnlock(
  db: Queryable,
  { accountId, filmId, id }: UnlockName,
): Promise<UserUnlock | undefined> {
  const text = `${UNLOCK} WHERE u.account_id = $1 AND u.film_id = $2 AND u.id = $3`;
  const [unlock] = await db.query<UserUnlock>({
    name: 'user-records.unlock',
    text,
    values: [accountId, filmId, id],
  });
  return unlock;
}

/** False when there was none. */
export async function removeUnlock(tx: Tx, { accountId, filmId, id }: UnlockName): Promise<boolean> {
  const text = 'DELETE FROM unlocks WHERE account_id = $1 AND film_id = $2 AND id = $3 RETURNING id';
  return (await tx.query(text, [accountId, filmId, id])).length > 0;
}

/** An open invitation to a credit, with its address while that is kept. */
export type UserInvitation = Pick<CrewInvitation, 'id' | 'filmId' | 'crewId' | 'createdAt' | 'email' | 'phoneNumber'> &
  Pick<Crew, 'firstName' | 'lastName' | 'credit'> & { filmTitle: string };

const INVITATION = `
  SELECT i.id, i.film_id, i.crew_id, i.created_at, i.email, i.phone_number, c.first_name, c.last_name, c.credit, f.film_title
  FROM films f JOIN crew_invitations i ON i.film_id = f.id JOIN crew c ON c.id = i.crew_id
  WHERE f.created_by = $1 AND i.ended_at IS NULL`;

/** The open invitations to credits of an account's films. */
export function listInvitations(db: Queryable, { accountId, after, limit }: Page): Promise<UserInvitation[]> {
  return db.query<UserInvitation>({
    name: 'user-records.invitations',
    text: `${INVITATION} AND ($2::timestamptz IS NULL OR (i.created_at, i.id) < ($2, $3::uuid))
      ORDER BY i.created_at DESC, i.id DESC LIMIT $4`,
    values: [accountId, after?.createdAt ?? null, after?.id ?? null, limit],
  });
}

export async function findInvitation(
  db: Queryable,
  { accountId, id }: { accountId: string; id: string },
): Promise<UserInvitation | undefined> {
  const text = `${INVITATION} AND i.id = $2`;
  const [invitation] = await db.query<UserInvitation>({
    name: 'user-records.invitation',
    text,
    values: [accountId, id],
  });
  return invitation;
}
