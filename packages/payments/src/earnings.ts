import type { Query } from '@marquee/data/database';
import * as accounts from '@marquee/ledger/accounts';
import { SALES_CURRENCY } from '@marquee/rules/payments';

type Queryable = { query: Query };

/** What sales brought, in minor units. */
export type Totals = { sales: bigint; refunds: bigint; earnings: bigint; fee: bigint };
export const NO_TOTALS: Totals = { sales: 0n, refunds: 0n, earnings: 0n, fee: 0n };

/** A seller's account in the books, and the platform's, which has its part of the same movements. */
export type Book = { mine: string; fees: string | null };

/** Undefined for a seller who has sold nothing yet. */
export async function bookOf(db: Queryable, ownerId: string): Promise<Book | undefined> {
  const unit = SALES_CURRENCY;
  const [mine, fees] = await Promise.all([
    accounts.find(db, { kind: 'EARNINGS', owner: ownerId, unit }),
    accounts.find(db, { kind: 'PLATFORM_FEE', owner: '', unit }),
  ]);
  return mine === undefined ? undefined : { mine, fees: fees ?? null };
}

/**
 * SQL of each posted movement on a seller's account ($1) with the platform's part of it, which is on $2. Those of payouts have
 * no order.
 */
export const MOVEMENTS = `
  SELECT t.id, t.reason, t.ended_at, o.id AS order_id, o.kind, o.item_id, e.amount, coalesce(f.amount, 0) AS fee
  FROM ledger_entries e JOIN ledger_transfers t ON t.id = e.transfer_id AND t.state = 'POSTED'
    LEFT JOIN ledger_entries f ON f.transfer_id = e.transfer_id AND f.account_id = $2
    LEFT JOIN orders o ON o.id = t.subject_id
  WHERE e.account_id = $1`;
/** SQL of the sums of movements. */
export const TOTALS = `count(*) FILTER (WHERE reason = 'SALE')::bigint AS sales,
  count(*) FILTER (WHERE reason NOT IN ('SALE', 'PAYOUT'))::bigint AS refunds,
  coalesce(sum(amount) FILTER (WHERE reason <> 'PAYOUT'), 0)::bigint AS earnings,
  coalesce(sum(fee) FILTER (WHERE reason <> 'PAYOUT'), 0)::bigint AS fee`;

/** Totals with what was paid out. */
export type Whole = Totals & { paidOut: bigint };

/** All movements together, or those of a span of time. */
export async function totals(db: Queryable, { mine, fees }: Book, span?: { from: Date; to: Date }): Promise<Whole> {
  const [row] = await db.query<Whole>({
    name: 'earnings.totals',
    text: `SELECT ${TOTALS}, coalesce(-sum(amount) FILTER (WHERE reason = 'PAYOUT'), 0)::bigint AS paid_out
      FROM (${MOVEMENTS} AND ($3::timestamptz IS NULL OR t.ended_at >= $3) AND ($4::timestamptz IS NULL OR t.ended_at < $4)) m`,
    values: [mine, fees, span?.from ?? null, span?.to ?? null],
  });
  return row ?? { ...NO_TOTALS, paidOut: 0n };
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

/** A movement on a seller's account. What was sold is named by the service that sold it. */
export type Line = {
  id: string;
  reason: string;
  endedAt: Date;
  /** These three are null for a payout. */
  orderId: string | null;
  kind: string | null;
  itemId: string | null;
  amount: bigint;
  fee: bigint;
};

/** Where a page of lines begins. */
export type LinePlace = { endedAt: Date; id: string };

/** The movements of a span of time, the oldest first. */
export function listLines(
  db: Queryable,
  { mine, fees }: Book,
  { from, to, after, limit }: { from: Date; to: Date; after: LinePlace | undefined; limit: number },
): Promise<Line[]> {
  return db.query<Line>({
    name: 'earnings.lines',
    text: `SELECT m.* FROM (${MOVEMENTS} AND t.ended_at >= $3 AND t.ended_at < $4) m
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
