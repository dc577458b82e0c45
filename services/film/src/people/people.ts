import type { Tx } from '@marquee/data/database';
import type { Person } from '../../gen/prisma/client.ts';
import type { Queryable } from '../films/films.ts';

const KEEP = `
  INSERT INTO people AS p (id, first_name, last_name, profile_picture, version) VALUES ($1, $2, $3, $4, $5)
  ON CONFLICT (id) DO UPDATE SET first_name = excluded.first_name, last_name = excluded.last_name,
    profile_picture = excluded.profile_picture, version = excluded.version
  WHERE p.version < excluded.version
  RETURNING id`;

/** Keeps who somebody is; false when the same or something newer is known, which then stays. */
export async function keep(tx: Tx, person: Person): Promise<boolean> {
  const values = [person.id, person.firstName, person.lastName, person.profilePicture, person.version];
  return (await tx.query({ name: 'people.keep', text: KEEP, values })).length > 0;
}

export async function exists(db: Queryable, personId: string): Promise<boolean> {
  return (await db.query('SELECT 1 FROM people WHERE id = $1', [personId])).length > 0;
}
