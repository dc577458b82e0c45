import type { Tx } from '@marquee/data/database';
import { isId } from '@marquee/data/ids';
import type { CreditClaim } from '../../gen/prisma/client.ts';
import type { Queryable } from '../films/film-store.ts';

export type ClaimRow = CreditClaim & {
  credit: string;
  first_name: string;
  last_name: string;
  role: string;
  person_id: string | null;
  claimant_first_name: string | null;
  claimant_last_name: string | null;
  claimant_picture: string | null;
};

const CLAIM = `
  SELECT l.*, c.credit, c.first_name, c.last_name, c.role, c.person_id, p.first_name AS claimant_first_name,
    p.last_name AS claimant_last_name, p.profile_picture AS claimant_picture
  FROM credit_claims l JOIN crew c ON c.id = l.crew_id LEFT JOIN people p ON p.id = l.account_id`;

export async function getClaim(db: Queryable, claimId: string): Promise<ClaimRow | undefined> {
  if (!isId(claimId)) return undefined;
  const [row] = await db.query<ClaimRow>(`${CLAIM} WHERE l.id = $1`, [claimId]);
  return row;
}

/** Open claims on a film, oldest first. */
export async function listOpenClaims(
  db: Queryable,
  list: { filmId: string; afterId: string | null; size: number },
): Promise<ClaimRow[]> {
  return db.query<ClaimRow>(
    `${CLAIM} WHERE l.film_id = $1 AND l.state = 'OPEN' AND ($2::uuid IS NULL OR l.id > $2) ORDER BY l.id LIMIT $3`,
    [list.filmId, list.afterId, list.size + 1],
  );
}

const OWN_CLAIMS_MAX = 100;

export async function listClaimsOf(db: Queryable, filmId: string, accountId: string): Promise<ClaimRow[]> {
  return db.query<ClaimRow>(
    `${CLAIM} WHERE l.film_id = $1 AND l.account_id = $2 ORDER BY l.id DESC LIMIT ${OWN_CLAIMS_MAX}`,
    [filmId, accountId],
  );
}

/** The id of the viewer's open claim: the new one, or the one that was open before. */
export async function insertClaim(
  tx: Tx,
  claim: Pick<CreditClaim, 'id' | 'film_id' | 'crew_id' | 'account_id'>,
  now: Date,
): Promise<{ id: string; isNew: boolean }> {
  const inserted = await tx.query(
    `INSERT INTO credit_claims (id, film_id, crew_id, account_id, state, created_at) VALUES ($1, $2, $3, $4, 'OPEN', $5)
     ON CONFLICT (crew_id, account_id) WHERE state = 'OPEN' DO NOTHING RETURNING id`,
    [claim.id, claim.film_id, claim.crew_id, claim.account_id, now],
  );
  if (inserted.length > 0) return { id: claim.id, isNew: true };
  const [open] = await tx.query<{ id: string }>(
    `SELECT id FROM credit_claims WHERE crew_id = $1 AND account_id = $2 AND state = 'OPEN'`,
    [claim.crew_id, claim.account_id],
  );
  return { id: open?.id ?? claim.id, isNew: false };
}

export async function decideClaims(
  tx: Tx,
  decision: { claimIds: readonly string[]; state: 'ACCEPTED' | 'DECLINED'; by: string; now: Date },
): Promise<void> {
  await tx.query(
    `UPDATE credit_claims SET state = $2, decided_by = $3, decided_at = $4 WHERE id = ANY($1::uuid[]) AND state = 'OPEN'`,
    [decision.claimIds, decision.state, decision.by, decision.now],
  );
}

export async function openClaimsOn(tx: Tx, crewId: string): Promise<Pick<CreditClaim, 'id' | 'account_id'>[]> {
  return tx.query(`SELECT id, account_id FROM credit_claims WHERE crew_id = $1 AND state = 'OPEN' ORDER BY id`, [
    crewId,
  ]);
}
