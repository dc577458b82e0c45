import { columnsOf } from '@marquee/data/columns';
import type { Tx } from '@marquee/data/database';
import { isId } from '@marquee/data/ids';
import { type Crew, Prisma } from '../../gen/prisma/client.ts';
import type { Queryable } from '../films/films.ts';
import { type DepartmentName, departmentNumber } from './departments.ts';

/**
 * A credit, with its department, the picture of the person whose it is, whether they have an open invitation, and what
 * somebody whom the maker named answered.
 */
export type Credit = Crew & {
  department: number;
  profilePicture: string | null;
  /** Whose it is shows themself to nobody. */
  isPrivate: boolean;
  invited: boolean;
  answer: 'OPEN' | 'ACCEPTED' | 'DECLINED' | null;
};

const FIELDS = Object.values(Prisma.CrewScalarFieldEnum);

const CREDIT = `
  SELECT ${columnsOf(FIELDS, 'c')}, film_department(c.credit) AS department, p.profile_picture,
    coalesce(p.is_private, false) AS is_private,
    EXISTS (SELECT 1 FROM crew_invitations i WHERE i.crew_id = c.id AND i.ended_at IS NULL) AS invited,
    (SELECT l.state FROM credit_claims l WHERE l.crew_id = c.id AND l.maker_agrees ORDER BY l.id DESC LIMIT 1) AS answer
  FROM crew c LEFT JOIN people p ON p.id = c.person_id`;

/** Cursor of a film's credits: what they are ordered by, of the last one shown. */
export type BillingKey = [department: number, position: number, id: string];

/** The key of a credit in billing order. */
export function billingKey({ department, position, id }: Credit): BillingKey {
  return [department, position, id];
}

/** Credits by department and in billing order; `query` is a substring of credit, name or role [FLM-04]. */
export async function list(
  db: Queryable,
  { filmId, query, after, limit }: { filmId: string; query: string; after: BillingKey | undefined; limit: number },
): Promise<Credit[]> {
  return db.query<Credit>({
    name: 'crew.list',
    text: `${CREDIT}
      WHERE c.film_id = $1
        AND ($3::smallint IS NULL OR (film_department(c.credit), c.position, c.id) > ($3, $4::int, $5::uuid))
        AND ($2 = '' OR film_fold(concat_ws(E'\\n', c.credit, c.first_name || ' ' || c.last_name, c.role))
          LIKE '%' || film_like(film_fold($2)) || '%')
      ORDER BY film_department(c.credit), c.position, c.id LIMIT $6`,
    values: [filmId, query, ...(after ?? [null, null, null]), limit],
  });
}

export async function find(db: Queryable, filmId: string, crewId: string): Promise<Credit | undefined> {
  const [row] = await db.query<Credit>(`${CREDIT} WHERE c.film_id = $1 AND c.id = $2`, [filmId, crewId]);
  return row;
}

/** Locks a credit of the film until the transaction ends. */
export async function lock(tx: Tx, filmId: string, crewId: string): Promise<Crew | undefined> {
  if (!isId(crewId)) return undefined;
  const text = `SELECT ${columnsOf(FIELDS)} FROM crew WHERE film_id = $1 AND id = $2 FOR UPDATE`;
  const [row] = await tx.query<Crew>(text, [filmId, crewId]);
  return row;
}

export async function count(tx: Tx, filmId: string): Promise<number> {
  const text = 'SELECT count(*)::int AS count FROM crew WHERE film_id = $1';
  const [row] = await tx.query<{ count: number }>(text, [filmId]);
  return row?.count ?? 0;
}

/** The credits of a department in billing order. */
export async function idsOf(tx: Tx, filmId: string, department: DepartmentName): Promise<string[]> {
  const rows = await tx.query<{ id: string }>(
    'SELECT id FROM crew WHERE film_id = $1 AND film_department(credit) = $2 ORDER BY position, id',
    [filmId, departmentNumber(department)],
  );
  return rows.map(({ id }) => id);
}

/** Puts the credits of a department of a locked film in this order. */
export async function order(tx: Tx, filmId: string, crewIds: readonly string[]): Promise<void> {
  await tx.query(
    `UPDATE crew c SET position = o.position
     FROM unnest($2::uuid[]) WITH ORDINALITY AS o(id, position) WHERE c.film_id = $1 AND c.id = o.id`,
    [filmId, crewIds],
  );
}

/** Adds a credit as the last of its department; false when it exists. It is nobody's yet: see `link`. */
export async function insert(tx: Tx, credit: Omit<Crew, 'version' | 'personId' | 'position'>): Promise<boolean> {
  const { id, filmId, firstName, lastName, role, createdAt } = credit;
  const inserted = await tx.query(
    `INSERT INTO crew (id, film_id, credit, first_name, last_name, role, created_at, position)
     VALUES ($1, $2, $3, $4, $5, $6, $7, (
       SELECT coalesce(max(position), 0) FROM crew
       WHERE film_id = $2 AND film_department(credit) = film_department($3)
     )) ON CONFLICT (id) DO NOTHING RETURNING 1`,
    [id, filmId, credit.credit, firstName, lastName, role, createdAt],
  );
  return inserted.length > 0;
}

/** Makes a credit a person's, who agrees to it, or nobody's. */
export async function link(tx: Tx, crewId: string, personId: string | null): Promise<void> {
  await tx.query('UPDATE crew SET person_id = $2 WHERE id = $1', [crewId, personId]);
}

/** False when the film has no such credit. */
export async function remove(tx: Tx, filmId: string, crewId: string): Promise<boolean> {
  if (!isId(crewId)) return false;
  const removed = await tx.query('DELETE FROM crew WHERE film_id = $1 AND id = $2 RETURNING 1', [filmId, crewId]);
  return removed.length > 0;
}

/** Raises the version of a locked credit, which orders its events. */
export async function raise(tx: Tx, crewId: string): Promise<{ id: string; version: bigint }> {
  const text = 'UPDATE crew SET version = version + 1 WHERE id = $1 RETURNING id, version';
  const [row] = await tx.query<{ id: string; version: bigint }>(text, [crewId]);
  if (!row) throw new Error('The version of a credit that does not exist cannot be raised.');
  return row;
}
