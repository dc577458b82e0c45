import type { Tx } from '@marquee/data/database';
import type { Person } from '../../gen/prisma/client.ts';
import type { Queryable } from '../films/films.ts';

const KEEP = `
  INSERT INTO people AS p (id, first_name, last_name, profile_picture, version, is_private)
  VALUES ($1, $2, $3, $4, $5, $6)
  ON CONFLICT (id) DO UPDATE SET first_name = excluded.first_name, last_name = excluded.last_name,
    profile_picture = excluded.profile_picture, version = excluded.version, is_private = excluded.is_private
  WHERE p.version < excluded.version
  RETURNING id`;

/** What film knows of somebody from their profile. */
export type Profile = Omit<Person, 'isSuspended' | 'suspensionVersion'>;

/** Keeps who somebody is; false when the same or something newer is known, which then stays. */
export async function keep(tx: Tx, person: Profile): Promise<boolean> {
  const { id, firstName, lastName, profilePicture, version, isPrivate } = person;
  const values = [id, firstName, lastName, profilePicture, version, isPrivate];
  return (await tx.query({ name: 'people.keep', text: KEEP, values })).length > 0;
}

/** Selects everybody who is kept, with their versions. */
export const KEPT = 'SELECT id, version FROM people';

/**
 * Takes the name from somebody whom identity no longer has; false when another version is known. The row stays, so that a
 * late older event cannot bring the name back.
 */
export async function forget(tx: Tx, { id, version }: Pick<Person, 'id' | 'version'>): Promise<boolean> {
  const text = `UPDATE people SET first_name = '', last_name = '', profile_picture = ''
    WHERE id = $1 AND version = $2 RETURNING id`;
  return (await tx.query(text, [id, version])).length > 0;
}

/** The name of somebody; '' while it is not known. */
export async function nameOf(db: Queryable, personId: string): Promise<string> {
  const text = "SELECT trim(first_name || ' ' || last_name) AS name FROM people WHERE id = $1";
  const [row] = await db.query<{ name: string }>(text, [personId]);
  return row?.name ?? '';
}

/**
 * True for somebody who is known, has not left and is not suspended: who has left, or has given no name, has a row without
 * one.
 */
export async function isHere(db: Queryable, personId: string): Promise<boolean> {
  const text = "SELECT FROM people WHERE id = $1 AND NOT is_suspended AND (first_name <> '' OR last_name <> '')";
  return (await db.query(text, [personId])).length > 0;
}

/** True for a profile that only its owner sees, for somebody who is suspended, and for somebody who is not known. */
export async function isHidden(db: Queryable, personId: string): Promise<boolean> {
  const text = 'SELECT FROM people WHERE id = $1 AND NOT is_private AND NOT is_suspended';
  return (await db.query({ name: 'people.shown', text, values: [personId] })).length === 0;
}
