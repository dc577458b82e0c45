import type { Tx } from '@marquee/data/database';
import { isId } from '@marquee/data/ids';
import type { Crew, CrewInvitation } from '../../gen/prisma/client.ts';
import type { Queryable } from '../films/film-store.ts';

export type CrewRow = Crew & { profile_picture: string | null; invited: boolean };

const CREW = `
  SELECT c.*, p.profile_picture,
    EXISTS (SELECT 1 FROM crew_invitations i WHERE i.crew_id = c.id AND i.ended_at IS NULL) AS invited
  FROM crew c LEFT JOIN people p ON p.id = c.person_id`;

/** Credits in the order in which they were added; `query` is a substring of credit, name or role [FLM-04]. */
export async function listCrewRows(
  db: Queryable,
  list: { filmId: string; query: string; afterId: string | null; size: number },
): Promise<CrewRow[]> {
  return db.query<CrewRow>({
    name: 'crew.list',
    text: `${CREW}
      WHERE c.film_id = $1 AND ($3::uuid IS NULL OR c.id > $3)
        AND ($2 = '' OR film_fold(concat_ws(E'\\n', c.credit, c.first_name || ' ' || c.last_name, c.role))
          LIKE '%' || film_like(film_fold($2)) || '%')
      ORDER BY c.id LIMIT $4`,
    values: [list.filmId, list.query, list.afterId, list.size + 1],
  });
}

export async function getCrewRow(db: Queryable, filmId: string, crewId: string): Promise<CrewRow | undefined> {
  if (!isId(crewId)) return undefined;
  const [row] = await db.query<CrewRow>(`${CREW} WHERE c.film_id = $1 AND c.id = $2`, [filmId, crewId]);
  return row;
}

export async function lockCrew(tx: Tx, filmId: string, crewId: string): Promise<Crew | undefined> {
  if (!isId(crewId)) return undefined;
  const text = 'SELECT * FROM crew WHERE film_id = $1 AND id = $2 FOR UPDATE';
  const [row] = await tx.query<Crew>(text, [filmId, crewId]);
  return row;
}

export async function countCrew(tx: Tx, filmId: string): Promise<number> {
  const [row] = await tx.query<{ count: number }>('SELECT count(*)::int AS count FROM crew WHERE film_id = $1', [
    filmId,
  ]);
  return row?.count ?? 0;
}

export type NewCrew = Pick<Crew, 'id' | 'film_id' | 'credit' | 'first_name' | 'last_name' | 'role' | 'person_id'>;

export async function insertCrew(tx: Tx, crew: NewCrew, now: Date): Promise<void> {
  await tx.query(
    `INSERT INTO crew (id, film_id, credit, first_name, last_name, role, person_id, created_at)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8) ON CONFLICT (id) DO NOTHING`,
    [crew.id, crew.film_id, crew.credit, crew.first_name, crew.last_name, crew.role, crew.person_id, now],
  );
}

export async function deleteCrew(tx: Tx, filmId: string, crewId: string): Promise<void> {
  if (isId(crewId)) await tx.query('DELETE FROM crew WHERE film_id = $1 AND id = $2', [filmId, crewId]);
}

/** Raises the credit's version, which orders its events. */
export async function touchCrew(tx: Tx, crewId: string, personId?: string): Promise<bigint> {
  const [row] = await tx.query<{ version: bigint }>(
    'UPDATE crew SET version = version + 1, person_id = coalesce($2, person_id) WHERE id = $1 RETURNING version',
    [crewId, personId ?? null],
  );
  return row?.version ?? 1n;
}

export async function personExists(db: Queryable, personId: string): Promise<boolean> {
  return (await db.query('SELECT 1 FROM people WHERE id = $1', [personId])).length > 0;
}

export async function countInvitations(tx: Tx, filmId: string, since: Date): Promise<number> {
  const text = 'SELECT count(*)::int AS count FROM crew_invitations WHERE film_id = $1 AND created_at > $2';
  const [row] = await tx.query<{ count: number }>(text, [filmId, since]);
  return row?.count ?? 0;
}

export async function endInvitations(tx: Tx, crewId: string, now: Date): Promise<void> {
  await tx.query('UPDATE crew_invitations SET ended_at = $2 WHERE crew_id = $1 AND ended_at IS NULL', [crewId, now]);
}

export async function insertInvitation(tx: Tx, invitation: Omit<CrewInvitation, 'ended_at'>): Promise<void> {
  await tx.query(
    `INSERT INTO crew_invitations (id, film_id, crew_id, email, invited_by, created_at)
     VALUES ($1, $2, $3, $4, $5, $6)`,
    [
      invitation.id,
      invitation.film_id,
      invitation.crew_id,
      invitation.email,
      invitation.invited_by,
      invitation.created_at,
    ],
  );
}

export type InvitationRow = CrewInvitation & {
  first_name: string;
  credit: string;
  role: string;
  person_id: string | null;
  film_title: string;
  inviter_name: string | null;
};

export async function getInvitation(db: Queryable, invitationId: string): Promise<InvitationRow | undefined> {
  if (!isId(invitationId)) return undefined;
  const [row] = await db.query<InvitationRow>(
    `SELECT i.*, c.first_name, c.credit, c.role, c.person_id, f.film_title,
       p.first_name || ' ' || p.last_name AS inviter_name
     FROM crew_invitations i JOIN crew c ON c.id = i.crew_id JOIN films f ON f.id = i.film_id
       LEFT JOIN people p ON p.id = i.invited_by
     WHERE i.id = $1`,
    [invitationId],
  );
  return row;
}
