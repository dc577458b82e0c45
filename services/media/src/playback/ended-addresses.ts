import type { Database, Tx } from '@marquee/data/database';
import { pruneRows } from '@marquee/data/prune';
import type { EndedAddress as Row } from '../../gen/prisma/client.ts';

export type EndedAddress = Pick<Row, 'addressId' | 'expiresAt'>;

/** Notes that an address has ended, for processes that start later or missed the signal. */
export async function insert(tx: Tx, { addressId, expiresAt }: EndedAddress): Promise<void> {
  await tx.query({
    name: 'ended-addresses.insert',
    text: 'INSERT INTO ended_addresses (address_id, expires_at) VALUES ($1, $2) ON CONFLICT DO NOTHING',
    values: [addressId, expiresAt],
  });
}

/** Those that ended within so many seconds and could still be valid, the last ones first. */
export function latest(db: Pick<Database, 'query'>, withinS: number, limit: number): Promise<EndedAddress[]> {
  const text = `SELECT address_id, expires_at FROM ended_addresses
    WHERE ended_at > now() - make_interval(secs => $1) AND expires_at > now() ORDER BY ended_at DESC LIMIT $2`;
  return db.query<EndedAddress>({ name: 'ended-addresses.latest', text, values: [withinS, limit] });
}

/** Removes addresses whose tokens have all expired. */
export async function prune(db: Pick<Database, 'query'>): Promise<void> {
  await pruneRows(db, { table: 'ended_addresses', where: 'expires_at < now()' });
}
