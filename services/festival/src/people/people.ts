import type { Query, Tx } from '@marquee/data/database';
import { isId } from '@marquee/data/ids';
import type { Person } from '../../gen/prisma/client.ts';

const KEEP = `
  INSERT INTO people AS p (id, first_name, last_name, version) VALUES ($1, $2, $3, $4)
  ON CONFLICT (id) DO UPDATE SET first_name = excluded.first_name, last_name = excluded.last_name,
    version = excluded.version
  WHERE p.version < excluded.version`;

/** Keeps who somebody is; the same or something newer that is known stays. */
export async function keep(tx: Tx, { id, firstName, lastName, version }: Person): Promise<void> {
  await tx.query({ name: 'people.keep', text: KEEP, values: [id, firstName, lastName, version] });
}

/** Selects everybody who is kept, with their versions. */
export const KEPT = 'SELECT id, version FROM people';

/**
 * Takes the name from somebody whom identity no longer has. The row stays, so that a late older event cannot bring the
 * name back.
 */
export async function forget(tx: Tx, { id, version }: Pick<Person, 'id' | 'version'>): Promise<void> {
  await tx.query("UPDATE people SET first_name = '', last_name = '' WHERE id = $1 AND version = $2", [id, version]);
}

/** SQL of a person's name, '' for somebody who is not known. */
export const NAME = "coalesce(trim(p.first_name || ' ' || p.last_name), '')";

/** The name of somebody; '' where they are not known. */
export async function nameOf(db: { query: Query }, id: string | null): Promise<string> {
  const [row] = await db.query<{ name: string }>(`SELECT ${NAME} AS name FROM people p WHERE p.id = $1`, [id]);
  return row?.name ?? '';
}

/** Of these ids, those that name nobody: not known, gone, or no id at all. */
export async function unknownAmong(db: { query: Query }, ids: readonly string[]): Promise<string[]> {
  const known = await db.query<{ id: string }>(
    "SELECT id FROM people WHERE id = ANY($1::uuid[]) AND (first_name <> '' OR last_name <> '')",
    [ids.filter(isId)],
  );
  const found = new Set(known.map(({ id }) => id));
  return ids.filter((id) => !found.has(id));
}
