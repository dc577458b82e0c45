import type { Tx } from '@marquee/data/database';
import { isId } from '@marquee/data/ids';
import type { Crew, CrewInvitation } from '../../gen/prisma/client.ts';
import type { Queryable } from '../films/films.ts';

/** Invitations of a film since a time. */
export async function countSince(tx: Tx, filmId: string, since: Date): Promise<number> {
  const text = 'SELECT count(*)::int AS count FROM crew_invitations WHERE film_id = $1 AND created_at > $2';
  const [row] = await tx.query<{ count: number }>(text, [filmId, since]);
  return row?.count ?? 0;
}

/** Ends the open invitation of a credit. */
export async function end(tx: Tx, crewId: string, now: Date): Promise<void> {
  await tx.query('UPDATE crew_invitations SET ended_at = $2 WHERE crew_id = $1 AND ended_at IS NULL', [crewId, now]);
}

export async function insert(tx: Tx, invitation: Omit<CrewInvitation, 'endedAt'>): Promise<void> {
  const { id, filmId, crewId, email, invitedBy, createdAt } = invitation;
  await tx.query(
    `INSERT INTO crew_invitations (id, film_id, crew_id, email, invited_by, created_at)
     VALUES ($1, $2, $3, $4, $5, $6)`,
    [id, filmId, crewId, email, invitedBy, createdAt],
  );
}

/** An invitation with the content of its mail. */
export type Invitation = CrewInvitation &
  Pick<Crew, 'firstName' | 'credit' | 'role' | 'personId'> & { filmTitle: string; inviterName: string | null };

export async function find(db: Queryable, invitationId: string): Promise<Invitation | undefined> {
  if (!isId(invitationId)) return undefined;
  const [row] = await db.query<Invitation>(
    `SELECT i.*, c.first_name, c.credit, c.role, c.person_id, f.film_title,
       p.first_name || ' ' || p.last_name AS inviter_name
     FROM crew_invitations i JOIN crew c ON c.id = i.crew_id JOIN films f ON f.id = i.film_id
       LEFT JOIN people p ON p.id = i.invited_by
     WHERE i.id = $1`,
    [invitationId],
  );
  return row;
}
