import type { Tx } from '@marquee/data/database';
import { isId } from '@marquee/data/ids';
import type { CreditClaim, Crew } from '../../gen/prisma/client.ts';
import type { Queryable } from '../films/films.ts';

/** A claim with its credit and what is known of the claimant. */
export type Claim = CreditClaim &
  Pick<Crew, 'credit' | 'firstName' | 'lastName' | 'role' | 'personId'> & {
    claimantFirstName: string | null;
    claimantLastName: string | null;
    claimantPicture: string | null;
  };

const CLAIM = `
  SELECT l.*, c.credit, c.first_name, c.last_name, c.role, c.person_id, p.first_name AS claimant_first_name,
    p.last_name AS claimant_last_name, p.profile_picture AS claimant_picture
  FROM credit_claims l JOIN crew c ON c.id = l.crew_id LEFT JOIN people p ON p.id = l.account_id`;

export async function find(db: Queryable, claimId: string): Promise<Claim | undefined> {
  if (!isId(claimId)) return undefined;
  const [row] = await db.query<Claim>(`${CLAIM} WHERE l.id = $1`, [claimId]);
  return row;
}

/** Open claims on a film, oldest first. */
export async function listOpen(
  db: Queryable,
  { filmId, afterId, limit }: { filmId: string; afterId: string | undefined; limit: number },
): Promise<Claim[]> {
  return db.query<Claim>(
    `${CLAIM} WHERE l.film_id = $1 AND l.state = 'OPEN' AND ($2::uuid IS NULL OR l.id > $2) ORDER BY l.id LIMIT $3`,
    [filmId, afterId ?? null, limit],
  );
}

const OWN_CLAIMS_MAX = 100;

/** An account's claims on a film, newest first. */
export async function listOf(db: Queryable, filmId: string, accountId: string): Promise<Claim[]> {
  return db.query<Claim>(
    `${CLAIM} WHERE l.film_id = $1 AND l.account_id = $2 ORDER BY l.id DESC LIMIT ${OWN_CLAIMS_MAX}`,
    [filmId, accountId],
  );
}

/** Opens a claim; the one that is open already is given instead, if there is one. */
export async function open(
  tx: Tx,
  claim: Pick<CreditClaim, 'id' | 'filmId' | 'crewId' | 'accountId'>,
  now: Date,
): Promise<{ id: string; isNew: boolean }> {
  const inserted = await tx.query(
    `INSERT INTO credit_claims (id, film_id, crew_id, account_id, state, created_at) VALUES ($1, $2, $3, $4, 'OPEN', $5)
     ON CONFLICT (crew_id, account_id) WHERE state = 'OPEN' DO NOTHING RETURNING id`,
    [claim.id, claim.filmId, claim.crewId, claim.accountId, now],
  );
  if (inserted.length > 0) return { id: claim.id, isNew: true };
  const [known] = await tx.query<{ id: string }>(
    `SELECT id FROM credit_claims WHERE crew_id = $1 AND account_id = $2 AND state = 'OPEN'`,
    [claim.crewId, claim.accountId],
  );
  return { id: known?.id ?? claim.id, isNew: false };
}

export async function decide(
  tx: Tx,
  decision: { claimIds: readonly string[]; state: 'ACCEPTED' | 'DECLINED'; by: string; now: Date },
): Promise<void> {
  await tx.query(
    `UPDATE credit_claims SET state = $2, decided_by = $3, decided_at = $4 WHERE id = ANY($1::uuid[]) AND state = 'OPEN'`,
    [decision.claimIds, decision.state, decision.by, decision.now],
  );
}

/** Open claims on a credit, oldest first. */
export async function openOn(tx: Tx, crewId: string): Promise<Pick<CreditClaim, 'id' | 'accountId'>[]> {
  return tx.query(`SELECT id, account_id FROM credit_claims WHERE crew_id = $1 AND state = 'OPEN' ORDER BY id`, [
    crewId,
  ]);
}
