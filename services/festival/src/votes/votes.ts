import { columnsOf } from '@marquee/data/columns';
import type { Tx } from '@marquee/data/database';
import { Prisma, type Vote } from '../../gen/prisma/client.ts';
import type { Queryable } from './ballots.ts';

export type { Vote };

const COLUMNS = columnsOf(Object.values(Prisma.VoteScalarFieldEnum), 'v');

/** What somebody voted on a ballot. */
export async function ofAccount(db: Queryable, ballotId: string, accountId: string): Promise<Vote[]> {
  return db.query<Vote>({
    name: 'votes.ofAccount',
    text: `SELECT ${COLUMNS} FROM votes v WHERE v.ballot_id = $1 AND v.account_id = $2 ORDER BY v.cast_at, v.id`,
    values: [ballotId, accountId],
  });
}

/** Keeps a vote unless its voter has filled the slot already: then what stands there is given. */
export async function insertOnce(tx: Tx, row: Omit<Vote, 'number' | 'hash'>): Promise<Vote> {
  const { id, ballotId, slot, accountId, filmId, score, salt, commitment, castAt } = row;
  const inserted = await tx.query({
    name: 'votes.insert',
    text: `INSERT INTO votes (id, ballot_id, slot, account_id, film_id, score, salt, commitment, cast_at)
      VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9) ON CONFLICT (ballot_id, account_id, slot) DO NOTHING RETURNING 1`,
    values: [id, ballotId, slot, accountId, filmId, score, salt, commitment, castAt],
  });
  if (inserted.length > 0) return { ...row, number: null, hash: null };
  const [standing] = await tx.query<Vote>(
    `SELECT ${COLUMNS} FROM votes v WHERE v.ballot_id = $1 AND v.account_id = $2 AND v.slot = $3`,
    [row.ballotId, row.accountId, row.slot],
  );
  return standing as Vote;
}

export async function anyOn(tx: Tx, ballotId: string): Promise<boolean> {
  return (await tx.query('SELECT 1 FROM votes WHERE ballot_id = $1 LIMIT 1', [ballotId])).length > 0;
}

/**
 * Votes without a place in the chain, in the order of their commitments: so that the chain does not say in which order
 * people voted.
 */
export async function unnumbered(tx: Tx, ballotId: string, limit: number): Promise<Vote[]> {
  return tx.query<Vote>({
    name: 'votes.unnumbered',
    text: `SELECT ${COLUMNS} FROM votes v WHERE v.ballot_id = $1 AND v.number IS NULL ORDER BY v.commitment LIMIT $2`,
    values: [ballotId, limit],
  });
}

/** Gives votes their places in the chain. */
export async function number(
  tx: Tx,
  places: readonly { id: string; number: bigint; hash: Uint8Array }[],
): Promise<void> {
  await tx.query(
    `UPDATE votes v SET number = u.number, hash = u.hash
     FROM unnest($1::uuid[], $2::bigint[], $3::bytea[]) u (id, number, hash) WHERE v.id = u.id`,
    [places.map(({ id }) => id), places.map((place) => place.number), places.map(({ hash }) => hash)],
  );
}

/** Where a page of records begins. */
export type RecordKey = [number: string];

/** The records of a ballot in the order of their chain. */
export async function records(
  db: Queryable,
  ballotId: string,
  { after, limit }: { after: RecordKey | undefined; limit: number },
): Promise<Vote[]> {
  return db.query<Vote>({
    name: 'votes.records',
    text: `SELECT ${COLUMNS} FROM votes v WHERE v.ballot_id = $1 AND v.number > $2::bigint ORDER BY v.number LIMIT $3`,
    values: [ballotId, after?.[0] ?? '0', limit],
  });
}
