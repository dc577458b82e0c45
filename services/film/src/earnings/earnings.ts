import * as accounts from '@marquee/ledger/accounts';
import { SALES_CURRENCY } from '@marquee/rules/payments';
import type { Queryable } from '../films/films.ts';

/** What sales brought, in minor units. */
export type Totals = { sales: bigint; refunds: bigint; earnings: bigint; fee: bigint };
const NOTHING: Totals = { sales: 0n, refunds: 0n, earnings: 0n, fee: 0n };

/** A maker's account in the books, and the platform's, which has its part of the same movements. */
export type Book = { mine: string; fees: string | null };

/** Undefined for a maker who has sold nothing yet. */
export async function bookOf(db: Queryable, accountId: string): Promise<Book | undefined> {
  const unit = SALES_CURRENCY;
  const [mine, fees] = await Promise.all([
    accounts.find(db, { kind: 'EARNINGS', owner: accountId, unit }),
    accounts.find(db, { kind: 'PLATFORM_FEE', owner: '', unit }),
  ]);
  return mine === undefined ? undefined : { mine, fees: fees ?? null };
}

// Each posted movement on a maker's account with the platform's part of it. Those of payouts have no order.
const MOVEMENTS = `
  SELECT t.id, t.reason, t.ended_at, o.item_id AS film_id, e.amount, coalesce(f.amount, 0) AS fee
  FROM ledger_entries e JOIN ledger_transfers t ON t.id = e.transfer_id AND t.state = 'POSTED'
    LEFT JOIN ledger_entries f ON f.transfer_id = e.transfer_id AND f.account_id = $2
    LEFT JOIN orders o ON o.id = t.subject_id
  WHERE e.account_id = $1`;
const TOTALS = `count(*) FILTER (WHERE reason = 'SALE')::bigint AS sales,
  count(*) FILTER (WHERE reason NOT IN ('SALE', 'PAYOUT'))::bigint AS refunds,
  coalesce(sum(amount) FILTER (WHERE reason <> 'PAYOUT'), 0)::bigint AS earnings,
  coalesce(sum(fee) FILTER (WHERE reason <> 'PAYOUT'), 0)::bigint AS fee`;

type Whole = Totals & { paidOut: bigint };

/** All movements together, or those of a span of time. */
export async function totals(db: Queryable, { mine, fees }: Book, span?: { from: Date; to: Date }): Promise<Whole> {
  const [row] = await db.query<Whole>({
    name: 'earnings.totals',
    text: `SELECT ${TOTALS}, coalesce(-sum(amount) FILTER (WHERE reason = 'PAYOUT'), 0)::bigint AS paid_out
      FROM (${MOVEMENTS} AND ($3::timestamptz IS NULL OR t.ended_at >= $3) AND ($4::timestamptz IS NULL OR t.ended_at < $4)) m`,
    values: [mine, fees, span?.from ?? null, span?.to ?? null],
  });
  return row ?? { ...NOTHING, paidOut: 0n };
}

/** What pending movements take from an account: for payouts, and for refunds. */
export async function held(db: Queryable, mine: string): Promise<{ payouts: bigint; refunds: bigint }> {
  const [row] = await db.query<{ payouts: bigint; refunds: bigint }>({
    name: 'earnings.held',
    text: `SELECT coalesce(-sum(e.amount) FILTER (WHERE t.reason = 'PAYOUT'), 0)::bigint AS payouts,
        coalesce(-sum(e.amount) FILTER (WHERE t.reason <> 'PAYOUT'), 0)::bigint AS refunds
      FROM ledger_transfers t JOIN ledger_entries e ON e.transfer_id = t.id AND e.account_id = $1
      WHERE t.state = 'PENDING' AND e.amount < 0`,
    values: [mine],
  });
  return row ?? { payouts: 0n, refunds: 0n };
}

export type OfFilm = Totals & { filmId: string; filmTitle: string };

export function listByFilm(
  db: Queryable,
  { mine, fees }: Book,
  { after, limit }: { after: { earnings: bigint; filmId: string } | undefined; limit: number },
): Promise<OfFilm[]> {
  return db.query<OfFilm>({
    name: 'earnings.films',
    text: `SELECT m.*, coalesce(f.film_title, '') AS film_title FROM (
        SELECT film_id, ${TOTALS} FROM (${MOVEMENTS}) m WHERE film_id IS NOT NULL GROUP BY film_id
      ) m LEFT JOIN films f ON f.id = m.film_id
      WHERE $3::bigint IS NULL OR (m.earnings, m.film_id) < ($3, $4::uuid)
      ORDER BY m.earnings DESC, m.film_id DESC LIMIT $5`,
    values: [mine, fees, after?.earnings ?? null, after?.filmId ?? null, limit],
  });
}

export type OfDay = Totals & { day: string };

export function listByDay(
  db: Queryable,
  { mine, fees }: Book,
  { from, to, filmId }: { from: Date; to: Date; filmId: string | null },
): Promise<OfDay[]> {
  return db.query<OfDay>({
    name: 'earnings.days',
    text: `SELECT to_char(ended_at AT TIME ZONE 'UTC', 'YYYY-MM-DD') AS day, ${TOTALS}
      FROM (${MOVEMENTS} AND t.ended_at >= $3 AND t.ended_at < $4 AND t.reason <> 'PAYOUT'
        AND ($5::uuid IS NULL OR o.item_id = $5)) m GROUP BY 1 ORDER BY 1`,
    values: [mine, fees, from, to, filmId],
  });
}

export type Line = {
  id: string;
  reason: string;
  endedAt: Date;
  filmId: string | null;
  filmTitle: string;
  amount: bigint;
  fee: bigint;
};

type Place = { endedAt: Date; id: string };

export function listLines(
  db: Queryable,
  { mine, fees }: Book,
  { from, to, after, limit }: { from: Date; to: Date; after: Place | undefined; limit: number },
): Promise<Line[]> {
  return db.query<Line>({
    name: 'earnings.lines',
    text: `SELECT m.*, coalesce(f.film_title, '') AS film_title
      FROM (${MOVEMENTS} AND t.ended_at >= $3 AND t.ended_at < $4) m LEFT JOIN films f ON f.id = m.film_id
      WHERE $5::timestamptz IS NULL OR (m.ended_at, m.id) > ($5, $6::uuid)
      ORDER BY m.ended_at, m.id LIMIT $7`,
    values: [mine, fees, from, to, after?.endedAt ?? null, after?.id ?? null, limit],
  });
}

/** What an account held at a moment. */
export async function heldAt(db: Queryable, mine: string, at: Date): Promise<bigint> {
  const [row] = await db.query<{ amount: bigint }>({
    name: 'earnings.at',
    text: `SELECT coalesce(sum(e.amount), 0)::bigint AS amount FROM ledger_entries e
      JOIN ledger_transfers t ON t.id = e.transfer_id AND t.state = 'POSTED'
      WHERE e.account_id = $1 AND t.ended_at < $2`,
    values: [mine, at],
  });
  return row?.amount ?? 0n;
}
