import type { Tx } from '@marquee/data/database';
import type { SuspendedAccount } from '../../gen/prisma/client.ts';

/** Keeps whether somebody is suspended, unless something newer is known. Who never was has no row. */
export async function keep(tx: Tx, { id, version, suspended }: SuspendedAccount): Promise<void> {
  await tx.query({
    name: 'suspensions.keep',
    text: `INSERT INTO suspended_accounts AS s (id, version, suspended)
      SELECT $1::uuid, $2::bigint, $3::boolean WHERE $3 OR EXISTS (SELECT FROM suspended_accounts WHERE id = $1)
      ON CONFLICT (id) DO UPDATE SET version = excluded.version, suspended = excluded.suspended
      WHERE s.version < excluded.version`,
    values: [id, version, suspended],
  });
}

/** Selects everybody who is suspended, with the version of it. */
export const KEPT = 'SELECT id, version FROM suspended_accounts WHERE suspended';

/** Ends the suspension of somebody whom identity no longer has. */
export async function forget(tx: Tx, { id, version }: Pick<SuspendedAccount, 'id' | 'version'>): Promise<void> {
  await tx.query('UPDATE suspended_accounts SET suspended = false WHERE id = $1 AND version = $2', [id, version]);
}
