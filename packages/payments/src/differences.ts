import type { Query } from '@marquee/data/database';

type Queryable = { query: Query };

/**
 * What does not fit. BOOKS: the ledger says something else of an order than its state. PROVIDER: the provider does.
 * STUCK: paid for long, and neither delivered nor refunded, or delivered for what is still only held; or owed to its buyer, because
 * a refund failed after it had succeeded. PAYOUT: a payout
 * differs from the ledger or the provider, or has been on its way for long.
 */
export type DifferenceKind = 'BOOKS' | 'PROVIDER' | 'STUCK' | 'PAYOUT';

/** What a reconciler goes through, from the first to the last. */
export type Subject = 'ORDERS' | 'PAYOUTS';

/** The differences that are known of orders, or of payouts, by id. */
export async function known<K extends DifferenceKind>(db: Queryable, kinds: readonly K[]): Promise<Map<string, K>> {
  const rows = await db.query<{ id: string; kind: K }>({
    name: 'differences.known',
    text: 'SELECT id, kind FROM payment_differences WHERE kind = ANY($1)',
    values: [kinds],
  });
  return new Map(rows.map(({ id, kind }) => [id, kind]));
}

/** Keeps a difference; one that is known keeps the time at which it was found. */
export async function keep(db: Queryable, id: string, kind: DifferenceKind, now: Date): Promise<void> {
  await db.query({
    name: 'differences.keep',
    text: `INSERT INTO payment_differences AS d (id, kind, found_at) VALUES ($1, $2, $3)
      ON CONFLICT (id) DO UPDATE SET kind = excluded.kind WHERE d.kind <> excluded.kind`,
    values: [id, kind, now],
  });
}

/** It fits again. */
export async function drop(db: Queryable, id: string): Promise<void> {
  await db.query({ name: 'differences.drop', text: 'DELETE FROM payment_differences WHERE id = $1', values: [id] });
}

/** All of them have been compared. */
export async function markCompared(db: Queryable, subject: Subject, now: Date): Promise<void> {
  await db.query({
    name: 'differences.markCompared',
    text: `INSERT INTO payment_comparisons AS c (subject, compared_at) VALUES ($1, $2)
      ON CONFLICT (subject) DO UPDATE SET compared_at = greatest(c.compared_at, excluded.compared_at)`,
    values: [subject, now],
  });
}

/** A difference with what is known of its order or payout. Amounts are minor units of the currency. */
export type ShownDifference = {
  id: string;
  kind: DifferenceKind;
  foundAt: Date;
  /** Who bought; null of a payout, and once the account is closed. */
  accountId: string | null;
  /** The kind of the order in the words of its service; '' of a payout. */
  itemKind: string;
  /** What was bought, or who is paid out. */
  itemId: string;
  /** What is owed, or was taken and did not go back, or is paid out. */
  amount: bigint;
  currency: string;
  state: string;
  /** What the books have of the order at the provider; null of a payout. */
  booked: bigint | null;
  /** What refunds left owed of the order that failed after they had succeeded; 0 of a payout. */
  owed: bigint;
  /** That is on its way back again. */
  owedRefunding: boolean;
};

const SHOWN_MAX = 200;

const LIST = `
  SELECT d.id, d.kind, d.found_at, o.account_id, coalesce(o.kind, '') AS item_kind, coalesce(o.item_id, p.owner_id) AS item_id,
    coalesce(nullif(o.owed, 0), coalesce(o.paid_amount, o.amount) - o.returned, p.amount) AS amount,
    coalesce(o.currency, p.currency) AS currency, coalesce(o.state, p.state) AS state,
    CASE WHEN o.id IS NOT NULL THEN coalesce((
      SELECT -sum(e.amount) FROM ledger_transfers t JOIN ledger_entries e ON e.transfer_id = t.id
        JOIN ledger_accounts a ON a.id = e.account_id
      WHERE t.subject_id = o.id AND t.state = 'POSTED' AND a.kind = 'PROVIDER'
    ), 0)::bigint END AS booked,
    coalesce(o.owed, 0) AS owed,
    EXISTS (SELECT FROM order_refunds r WHERE r.order_id = o.id AND r.state = 'PENDING' AND r.is_owed) AS owed_refunding
  FROM payment_differences d LEFT JOIN orders o ON o.id = d.id LEFT JOIN payouts p ON p.id = d.id
  WHERE coalesce(o.id, p.id) IS NOT NULL
  ORDER BY d.found_at, d.id LIMIT ${SHOWN_MAX}`;

export type Differences = {
  /** The oldest first, at most 200. */
  differences: ShownDifference[];
  total: number;
  /** Since when all have been compared; null until they were. */
  comparedAt: Date | null;
};

/** What differs now, as the reconcilers saw it last. */
export async function list({ db }: { db: Queryable }): Promise<Differences> {
  const [differences, [about]] = await Promise.all([
    db.query<ShownDifference>({ name: 'differences.list', text: LIST, values: [] }),
    db.query<{ total: number; comparedAt: Date | null }>({
      name: 'differences.about',
      text: `SELECT (SELECT count(*)::int FROM payment_differences) AS total,
        (SELECT min(compared_at) FROM payment_comparisons) AS compared_at`,
      values: [],
    }),
  ]);
  return { differences, total: about?.total ?? 0, comparedAt: about?.comparedAt ?? null };
}
