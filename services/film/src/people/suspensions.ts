import type { Tx } from '@marquee/data/database';
import type { Person } from '../../gen/prisma/client.ts';
import type { Queryable } from '../films/films.ts';

/** Whether somebody is suspended, at a version of their account. */
export type Suspension = Pick<Person, 'id' | 'version' | 'isSuspended'>;

// Who is not known yet is private until their profile arrives.
const SUSPEND = `
  INSERT INTO people AS p (id, first_name, last_name, version, is_private, is_suspended, suspension_version)
  VALUES ($1, '', '', 0, true, true, $2)
  ON CONFLICT (id) DO UPDATE SET is_suspended = true, suspension_version = excluded.suspension_version
  WHERE p.suspension_version < excluded.suspension_version`;
const REINSTATE = `
  UPDATE people SET is_suspended = false, suspension_version = $2 WHERE id = $1 AND suspension_version < $2`;

/** Keeps whether somebody is suspended, unless the same or something newer is known. */
export async function keep(tx: Tx, { id, version, isSuspended }: Suspension): Promise<void> {
  const [name, text] = isSuspended ? ['people.suspend', SUSPEND] : ['people.reinstate', REINSTATE];
  await tx.query({ name, text, values: [id, version] });
}

/** Selects everybody who is suspended, with the version of it. */
export const KEPT = 'SELECT id, suspension_version AS version FROM people WHERE is_suspended';

/** Ends the suspension of somebody whom identity no longer has. */
export async function forget(tx: Tx, { id, version }: Pick<Suspension, 'id' | 'version'>): Promise<void> {
  await tx.query('UPDATE people SET is_suspended = false WHERE id = $1 AND suspension_version = $2', [id, version]);
}

/** Whether somebody is suspended, as far as film knows. */
export async function isSuspended(db: Queryable, accountId: string): Promise<boolean> {
  const text = 'SELECT FROM people WHERE id = $1 AND is_suspended';
  return (await db.query({ name: 'people.suspended', text, values: [accountId] })).length > 0;
}
