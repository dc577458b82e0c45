import type { Tx } from '@marquee/data/database';
import { isId } from '@marquee/data/ids';
import type { Crew } from '../../gen/prisma/client.ts';
import type { Queryable } from '../films/films.ts';

/** A credit, with the picture of the person whose it is, and whether they have an open invitation. */
export type Credit = Crew & { profilePicture: string | null; invited: boolean };

const CREDIT = `
  SELECT c.*, p.profile_picture,
    EXISTS (SELECT 1 FROM crew_invitations i WHERE i.crew_id = c.id AND i.ended_at IS NULL) AS invited
  FROM crew c LEFT JOIN people p ON p.id = c.person_id`;

/** Credits in the order in which they were added; `query` is a substring of credit, name or role [FLM-04]. */
export async function list(
  db: Queryable,
  { filmId, query, afterId, limit }: { filmId: string; query: string; afterId: string | undefined; limit: number },
): Promise<Credit[]> {
  return db.query<Credit>({
    name: 'crew.list',
    text: `${CREDIT}
      WHERE c.film_id = $1 AND ($3::uuid IS NULL OR c.id > $3)
        AND ($2 = '' OR film_fold(concat_ws(E'\\n', c.credit, c.first_name || ' ' || c.last_name, c.role))
          LIKE '%' || film_like(film_fold($2)) || '%')
      ORDER BY c.id LIMIT $4`,
    values: [filmId, query, afterId ?? null, limit],
  });
}

export async function find(db: Queryable, filmId: string, crewId: string): Promise<Credit | undefined> {
  if (!isId(crewId)) return undefined;
  const [row] = await db.query<Credit>(`${CREDIT} WHERE c.film_id = $1 AND c.id = $2`, [filmId, crewId]);
  return row;
}

/** Locks a credit of the film until the transaction ends. */
export async function lock(tx: Tx, filmId: string, crewId: string): Promise<Crew | undefined> {
  if (!isId(crewId)) return undefined;
  const text = 'SELECT * FROM crew WHERE film_id = $1 AND id = $2 FOR UPDATE';
  const [row] = await tx.query<Crew>(text, [filmId, crewId]);
  return row;
}

export async function count(tx: Tx, filmId: string): Promise<number> {
  const text = 'SELECT count(*)::int AS count FROM crew WHERE film_id = $1';
  const [row] = await tx.query<{ count: number }>(text, [filmId]);
  return row?.count ?? 0;
}

/** Adds a credit unless it exists. */
export async function insert(tx: Tx, credit: Omit<Crew, 'version'>): Promise<void> {
  await tx.query(
    `INSERT INTO crew (id, film_id, credit, first_name, last_name, role, person_id, created_at)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8) ON CONFLICT (id) DO NOTHING`,
    [
      credit.id,
      credit.filmId,
      credit.credit,
      credit.firstName,
      credit.lastName,
      credit.role,
      credit.personId,
      credit.createdAt,
    ],
  );
}

export async function remove(tx: Tx, filmId: string, crewId: string): Promise<void> {
  if (isId(crewId)) await tx.query('DELETE FROM crew WHERE film_id = $1 AND id = $2', [filmId, crewId]);
}

/** Raises the version of a locked credit, which orders its events, and links it to a person if one is given. */
export async function raise(tx: Tx, crewId: string, personId?: string): Promise<{ id: string; version: bigint }> {
  const text = `UPDATE crew SET version = version + 1, person_id = coalesce($2, person_id) WHERE id = $1
    RETURNING id, version`;
  const [row] = await tx.query<{ id: string; version: bigint }>(text, [crewId, personId ?? null]);
  if (!row) throw new Error('The version of a credit that does not exist cannot be raised.');
  return row;
}
