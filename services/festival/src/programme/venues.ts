import { columnsOf, insertClause, setClause } from '@marquee/data/columns';
import type { Tx } from '@marquee/data/database';
import { isId } from '@marquee/data/ids';
import type { VenueFields } from '@marquee/rules/programme';
import { Prisma, type Venue } from '../../gen/prisma/client.ts';
import type { Queryable } from '../organizations/organizations.ts';
import { venueNotFound } from './programme-errors.ts';

export type { Venue };

const COLUMNS = columnsOf(Object.values(Prisma.VenueScalarFieldEnum));

/** A venue of an organization, which stays until the transaction ends; undefined if it has none by this id. */
export async function find(tx: Tx, festivalId: string, id: string): Promise<Venue | undefined> {
  if (!isId(id)) return undefined;
  const text = `SELECT ${COLUMNS} FROM venues WHERE id = $1 AND festival_id = $2 FOR NO KEY UPDATE`;
  const [row] = await tx.query<Venue>({ name: 'venues.find', text, values: [id, festivalId] });
  return row;
}

/** As `find`. @throws DomainError NOT_FOUND, VENUE_NOT_FOUND */
export async function lock(tx: Tx, festivalId: string, id: string): Promise<Venue> {
  const row = await find(tx, festivalId, id);
  if (!row) throw venueNotFound();
  return row;
}

/** All venues of an organization, by name. */
export async function listOf(db: Queryable, festivalId: string): Promise<Venue[]> {
  const text = `SELECT ${COLUMNS} FROM venues WHERE festival_id = $1 ORDER BY name, id`;
  return db.query<Venue>({ name: 'venues.listOf', text, values: [festivalId] });
}

export async function countOf(tx: Tx, festivalId: string): Promise<number> {
  const text = 'SELECT count(*)::int AS n FROM venues WHERE festival_id = $1';
  const [row] = await tx.query<{ n: number }>(text, [festivalId]);
  return row?.n ?? 0;
}

export async function insert(tx: Tx, row: Omit<Venue, 'version'>): Promise<Venue> {
  const { text, values } = insertClause(row);
  const [inserted] = await tx.query<Venue>(`INSERT INTO venues ${text} RETURNING ${COLUMNS}`, values);
  return inserted as Venue;
}

export async function update(tx: Tx, id: string, changes: VenueFields): Promise<Venue> {
  const { text, values } = setClause(changes, 2);
  const [updated] = await tx.query<Venue>(
    `UPDATE venues SET ${text}, version = version + 1 WHERE id = $1 RETURNING ${COLUMNS}`,
    [id, ...values],
  );
  return updated as Venue;
}

/** Whether an event, of whatever status, is there. */
export async function isUsed(tx: Tx, id: string): Promise<boolean> {
  return (await tx.query('SELECT 1 FROM events WHERE venue_id = $1 LIMIT 1', [id])).length > 0;
}

export async function remove(tx: Tx, id: string): Promise<void> {
  await tx.query('DELETE FROM venues WHERE id = $1', [id]);
}
