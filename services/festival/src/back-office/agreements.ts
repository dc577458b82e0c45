import type { Tx } from '@marquee/data/database';
import { newId } from '@marquee/data/ids';
import type { Agreement } from '../../gen/prisma/client.ts';
import type { Queryable } from '../organizations/organizations.ts';

export type { Agreement };

type NewAgreement = Omit<Agreement, 'id' | 'directorId'> & { directorId: string };

export async function insert(tx: Tx, agreement: NewAgreement): Promise<void> {
  const { festivalId, directorId, yearsOfContract, expirationDate, createdBy, createdAt } = agreement;
  await tx.query({
    name: 'agreements.insert',
    text: `INSERT INTO agreements
        (id, festival_id, director_id, years_of_contract, expiration_date, created_by, created_at)
      VALUES ($1, $2, $3, $4, $5, $6, $7)`,
    values: [newId(), festivalId, directorId, yearsOfContract, expirationDate, createdBy, createdAt],
  });
}

/** The newest agreement of each organization that has one, by its id. */
export async function newestOf(db: Queryable, festivalIds: readonly string[]): Promise<Map<string, Agreement>> {
  const rows = await db.query<Agreement>({
    name: 'agreements.newestOf',
    text: `SELECT DISTINCT ON (festival_id) id, festival_id, director_id, years_of_contract, expiration_date, created_by,
        created_at
      FROM agreements WHERE festival_id = ANY($1::uuid[]) ORDER BY festival_id, created_at DESC, id DESC`,
    values: [festivalIds],
  });
  return new Map(rows.map((row) => [row.festivalId, row]));
}
