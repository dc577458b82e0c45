import type { Database, Tx } from '@marquee/data/database';

/** Keeps that a recipient wants no invitations; keeping it twice changes nothing. */
export async function keep(tx: Tx, addressHash: Uint8Array, now: Date): Promise<void> {
  const text = 'INSERT INTO mail_refusals (address_hash, refused_at) VALUES ($1, $2) ON CONFLICT DO NOTHING';
  await tx.query(text, [addressHash, now]);
}

export async function remove(tx: Tx, addressHash: Uint8Array): Promise<void> {
  await tx.query('DELETE FROM mail_refusals WHERE address_hash = $1', [addressHash]);
}

export async function exists(db: Pick<Database, 'query'>, addressHash: Uint8Array): Promise<boolean> {
  return (await db.query('SELECT 1 FROM mail_refusals WHERE address_hash = $1', [addressHash])).length > 0;
}
