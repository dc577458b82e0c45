import { isId } from '@marquee/data/ids';
import { failureOf, isGoing, lastRefunds, type Order, owedOf } from '@marquee/payments/orders';
import type { Queryable } from '../organizations/organizations.ts';
import { SUBMISSION } from '../submissions/open-submission.ts';

/** The fee of a submission with what it was paid for and how its order stands. */
export type PaidFee = Pick<Order, 'amount' | 'currency' | 'state' | 'createdAt' | 'owed'> & {
  submissionId: string;
  filmId: string;
  filmTitle: string;
  callTitle: string;
  festivalName: string;
  refunding: boolean;
  /** Why the last refund failed, or why something is owed; '' where neither is so. */
  refundFailure: string;
  /** What is owed is on its way back again. */
  owedRefunding: boolean;
};
export type FeeKey = [createdAt: string, id: string];
type Row = Omit<PaidFee, 'refunding' | 'refundFailure' | 'owedRefunding'>;

const FEES = `SELECT s.id AS submission_id, s.film_id, coalesce(f.film_title, '') AS film_title, c.title AS call_title,
    g.name AS festival_name, coalesce(o.paid_amount, o.amount) AS amount, o.currency, o.state, o.owed,
    date_trunc('milliseconds', o.created_at) AS created_at
  FROM orders o JOIN submissions s ON s.id = o.id JOIN calls c ON c.id = s.call_id
    JOIN organizations g ON g.id = c.festival_id LEFT JOIN films f ON f.id = s.film_id
  WHERE o.kind = '${SUBMISSION}' AND o.state IN ('PAID', 'FULFILLED', 'REFUNDED')`;

export async function find(db: Queryable, id: string): Promise<PaidFee | undefined> {
  const text = `${FEES} AND o.id = $1`;
  const rows = isId(id) ? await db.query<Row>({ name: 'paid-fees.find', text, values: [id] }) : [];
  const [fee] = await withRefunds(db, rows);
  return fee;
}

/** What somebody has paid, the newest first. */
export async function listPaid(
  db: Queryable,
  { accountId, after, limit }: { accountId: string; after: FeeKey | undefined; limit: number },
): Promise<PaidFee[]> {
  const rows = await db.query<Row>({
    name: 'paid-fees.list',
    text: `${FEES} AND o.account_id = $1
        AND ($2::timestamptz IS NULL OR (date_trunc('milliseconds', o.created_at), o.id) < ($2, $3::uuid))
      ORDER BY date_trunc('milliseconds', o.created_at) DESC, o.id DESC LIMIT $4`,
    values: [accountId, after?.[0] ?? null, after?.[1] ?? null, limit],
  });
  return withRefunds(db, rows);
}

async function withRefunds(db: Queryable, rows: readonly Row[]): Promise<PaidFee[]> {
  const found = rows.map(({ submissionId: id, owed }) => ({ id, owed }));
  const [refunds, owed] = [await lastRefunds(db, found), await owedOf(db, found)];
  return rows.map((row) => {
    const [last, owing] = [refunds.get(row.submissionId), owed.get(row.submissionId)];
    return {
      ...{ ...row, refunding: isGoing(last), refundFailure: failureOf(last, owing) },
      owedRefunding: owing?.isGoing === true,
    };
  });
}
