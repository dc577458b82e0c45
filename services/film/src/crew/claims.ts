import { columnsOf } from '@marquee/data/columns';
import type { Tx } from '@marquee/data/database';
import { isId } from '@marquee/data/ids';
import { type CreditClaim, type Crew, type Film, Prisma } from '../../gen/prisma/client.ts';
import { type Queryable, VISIBLE } from '../films/films.ts';
import { unblocked } from '../people/blocks.ts';

/** A claim without what it is about. */
export type ClaimRow = Pick<CreditClaim, 'id' | 'filmId' | 'crewId' | 'accountId'>;

/**
 * What ties a person to a credit, with the credit, its film and what is known of the person: a claim of theirs, or that the
 * maker named them.
 */
export type Claim = CreditClaim &
  Pick<Film, 'filmTitle'> & { filmVisible: boolean } & Pick<
    Crew,
    'credit' | 'firstName' | 'lastName' | 'role' | 'personId'
  > & {
    claimantFirstName: string | null;
    claimantLastName: string | null;
    claimantPicture: string | null;
    makerName: string | null;
  };

const CLAIM = `
  SELECT ${columnsOf(Object.values(Prisma.CreditClaimScalarFieldEnum), 'l')}, c.credit, c.first_name, c.last_name, c.role, c.person_id, p.first_name AS claimant_first_name,
    p.last_name AS claimant_last_name, p.profile_picture AS claimant_picture,
    f.film_title, ${VISIBLE} AS film_visible, trim(m.first_name || ' ' || m.last_name) AS maker_name
  FROM credit_claims l JOIN crew c ON c.id = l.crew_id JOIN films f ON f.id = l.film_id
    LEFT JOIN people p ON p.id = l.account_id LEFT JOIN people m ON m.id = f.created_by`;

export async function find(db: Queryable, claimId: string): Promise<Claim | undefined> {
  if (!isId(claimId)) return undefined;
  const [row] = await db.query<Claim>(`${CLAIM} WHERE l.id = $1`, [claimId]);
  return row;
}

/** Claims on a film that its maker has to decide, oldest first; between whom and the maker there is a block makes none. */
export async function listOpen(
  db: Queryable,
  { filmId, afterId, limit }: { filmId: string; afterId: string | undefined; limit: number },
): Promise<Claim[]> {
  return db.query<Claim>(
    `${CLAIM} WHERE l.film_id = $1 AND l.state = 'OPEN' AND NOT l.maker_agrees
      AND ${unblocked('l.account_id', 'f.created_by')} AND ($2::uuid IS NULL OR l.id > $2) ORDER BY l.id LIMIT $3`,
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

/** What names an account, with the consent of each film's maker, newest first. */
export async function listNaming(
  db: Queryable,
  { accountId, beforeId, limit }: { accountId: string; beforeId: string | undefined; limit: number },
): Promise<Claim[]> {
  return db.query<Claim>(
    `${CLAIM} WHERE l.account_id = $1 AND l.maker_agrees AND ($2::uuid IS NULL OR l.id < $2) ORDER BY l.id DESC LIMIT $3`,
    [accountId, beforeId ?? null, limit],
  );
}

/** That a maker agrees to an account in a credit, and the account does not yet, or not any more. */
export async function findAsked(
  tx: Tx,
  { filmId, crewId }: Pick<CreditClaim, 'filmId' | 'crewId'>,
  accountId: string,
): Promise<{ id: string } | undefined> {
  if (!isId(crewId)) return undefined;
  const [row] = await tx.query<{ id: string }>(
    `SELECT id FROM credit_claims
     WHERE film_id = $1 AND crew_id = $2 AND account_id = $3 AND state <> 'ACCEPTED' AND maker_agrees
     ORDER BY id DESC LIMIT 1`,
    [filmId, crewId, accountId],
  );
  return row;
}

/** How many credits of a film wait for the answer of an account. */
export async function countAsked(tx: Tx, filmId: string, accountId: string): Promise<number> {
  const [row] = await tx.query<{ count: number }>(
    `SELECT count(*)::int AS count FROM credit_claims
     WHERE film_id = $1 AND account_id = $2 AND state = 'OPEN' AND maker_agrees`,
    [filmId, accountId],
  );
  return row?.count ?? 0;
}

/** Opens a claim of a person; the one that is open already is given instead, if there is one. */
export async function open(tx: Tx, claim: ClaimRow, now: Date): Promise<{ id: string; isNew: boolean }> {
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

/** Names a person in a new credit: they have to answer, unless they agree already. */
export async function name(tx: Tx, claim: ClaimRow, state: 'OPEN' | 'ACCEPTED', now: Date): Promise<void> {
  await tx.query(
    `INSERT INTO credit_claims (id, film_id, crew_id, account_id, state, created_at, maker_agrees)
     VALUES ($1, $2, $3, $4, $5, $6, true)`,
    [claim.id, claim.filmId, claim.crewId, claim.accountId, state, now],
  );
}

type Decision = { by: string; now: Date };

/** Both sides agree. */
export async function accept(tx: Tx, claimId: string, { by, now }: Decision): Promise<void> {
  await tx.query(
    `UPDATE credit_claims SET state = 'ACCEPTED', maker_agrees = true, decided_by = $2, decided_at = $3 WHERE id = $1`,
    [claimId, by, now],
  );
}

/** The person does not agree, or not yet; the maker still does, so that the person can change their mind. */
export async function keepBack(tx: Tx, claimId: string, state: 'OPEN' | 'DECLINED', now: Date): Promise<void> {
  await tx.query('UPDATE credit_claims SET state = $2, decided_by = account_id, decided_at = $3 WHERE id = $1', [
    ...[claimId, state, now],
  ]);
}

/** The maker does not agree, or agrees to somebody else. */
export async function refuse(tx: Tx, claimIds: readonly string[], { by, now }: Decision): Promise<void> {
  await tx.query(
    `UPDATE credit_claims SET state = 'DECLINED', maker_agrees = false, decided_by = $2, decided_at = $3
     WHERE id = ANY($1::uuid[])`,
    [claimIds, by, now],
  );
}

/** Open claims on a credit, oldest first. */
export async function openOn(tx: Tx, crewId: string): Promise<ClaimRow[]> {
  return tx.query(
    "SELECT id, film_id, crew_id, account_id FROM credit_claims WHERE crew_id = $1 AND state = 'OPEN' ORDER BY id",
    [crewId],
  );
}

/** Deletes what ties an account to credits, and takes it off them. Their names stay as makers typed them. */
export async function forgetAccount(tx: Tx, accountId: string): Promise<void> {
  await tx.query('UPDATE crew SET person_id = NULL WHERE person_id = $1', [accountId]);
  await tx.query('DELETE FROM credit_claims WHERE account_id = $1', [accountId]);
  await tx.query('DELETE FROM credit_declines WHERE account_id = $1', [accountId]);
}
