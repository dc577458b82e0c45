import type { Query, Tx } from '@marquee/data/database';
import type { Order } from '@marquee/payments/orders';
import type { BillingInterval, PaidPlan } from '@marquee/rules/plans';

type Queryable = { query: Query };

export type PlanPurpose = 'START' | 'RENEWAL' | 'UPGRADE';
/** What an order of a plan pays for. */
export type PlanOrder = {
  orderId: string;
  purpose: PlanPurpose;
  plan: PaidPlan;
  interval: BillingInterval;
  /** Of the whole period, in minor units. */
  price: bigint;
  afterPeriod: Date | null;
  /** The order whose unused rest was a part of the price; null for what was paid in full. */
  creditOrderId: string | null;
  periodStart: Date | null;
  periodEnd: Date | null;
  /** Whether it was to renew when it was taken back; false where it was not. */
  renewed: boolean;
};

const COLUMNS =
  'order_id, purpose, plan, "interval", price, after_period, credit_order_id, period_start, period_end, renewed';

/** Keeps what an order is for, once. */
export async function insert(tx: Tx, order: Omit<PlanOrder, 'periodStart' | 'periodEnd' | 'renewed'>): Promise<void> {
  const { orderId, purpose, plan, interval, price, afterPeriod, creditOrderId } = order;
  await tx.query({
    name: 'plan-orders.insert',
    text: `INSERT INTO plan_orders (order_id, purpose, plan, "interval", price, after_period, credit_order_id)
      VALUES ($1, $2, $3, $4, $5, $6, $7) ON CONFLICT DO NOTHING`,
    values: [orderId, purpose, plan, interval, price, afterPeriod, creditOrderId],
  });
}

/** Keeps whether the period of an order was to renew, for the case that it is given back. */
export async function setRenewed(tx: Tx, orderId: string, renewed: boolean): Promise<void> {
  const text = 'UPDATE plan_orders SET renewed = $2 WHERE order_id = $1';
  await tx.query({ name: 'plan-orders.set-renewed', text, values: [orderId, renewed] });
}

export async function find(db: Queryable, orderId: string): Promise<PlanOrder | undefined> {
  const text = `SELECT ${COLUMNS} FROM plan_orders WHERE order_id = $1`;
  const [row] = await db.query<PlanOrder>({ name: 'plan-orders.find', text, values: [orderId] });
  return row;
}

/** Those of these orders, by their ids. */
export async function byOrder(db: Queryable, orders: readonly Order[]): Promise<Map<string, PlanOrder>> {
  if (orders.length === 0) return new Map();
  const text = `SELECT ${COLUMNS} FROM plan_orders WHERE order_id = ANY($1)`;
  const values = [orders.map(({ id }) => id)];
  const rows = await db.query<PlanOrder>({ name: 'plan-orders.of', text, values });
  return new Map(rows.map((row) => [row.orderId, row]));
}

/** The orders of which all goes back or went, not a part. */
export async function refundedOf(db: Queryable, orders: readonly Pick<Order, 'id'>[]): Promise<Set<string>> {
  if (orders.length === 0) return new Set();
  const text = `SELECT order_id FROM order_refunds WHERE order_id = ANY($1) AND state <> 'FAILED' AND NOT is_part`;
  const values = [orders.map(({ id }) => id)];
  const rows = await db.query<{ orderId: string }>({ name: 'plan-orders.refunded', text, values });
  return new Set(rows.map(({ orderId }) => orderId));
}

/** The orders that a period was bought with: its own, and before it those whose unused rest was a part of the price. */
export async function boughtWith(db: Queryable, orderId: string): Promise<{ id: string }[]> {
  const text = `WITH RECURSIVE paid AS (
      SELECT order_id, credit_order_id FROM plan_orders WHERE order_id = $1
      UNION SELECT p.order_id, p.credit_order_id FROM plan_orders p JOIN paid ON p.order_id = paid.credit_order_id
    ) SELECT order_id AS id FROM paid`;
  return db.query<{ id: string }>({ name: 'plan-orders.bought-with', text, values: [orderId] });
}

/** The orders that were delivered for a price that this one was a part of, and itself: the last one first. */
export async function paidWith(db: Queryable, orderId: string): Promise<string[]> {
  const text = `WITH RECURSIVE paid AS (
      SELECT order_id, period_start, 0 AS changes FROM plan_orders WHERE order_id = $1
      UNION ALL SELECT p.order_id, p.period_start, changes + 1
        FROM plan_orders p JOIN paid ON p.credit_order_id = paid.order_id
    ) SELECT order_id FROM paid WHERE period_start IS NOT NULL ORDER BY period_start DESC, changes DESC`;
  const rows = await db.query<{ orderId: string }>({ name: 'plan-orders.paid-with', text, values: [orderId] });
  return rows.map((row) => row.orderId);
}

/** What went back in parts, or is going back, of what a period was bought with since it began. */
export async function returnedOf(db: Queryable, orderId: string, since: Date): Promise<bigint> {
  const bought = await boughtWith(db, orderId);
  const [row] = await db.query<{ amount: bigint }>({
    name: 'plan-orders.returned',
    text: `SELECT coalesce(sum(amount), 0)::bigint AS amount FROM order_refunds
      WHERE order_id = ANY($1) AND is_part AND NOT is_owed AND state <> 'FAILED' AND created_at >= $2`,
    values: [bought.map(({ id }) => id), since],
  });
  return row?.amount ?? 0n;
}

export async function setPeriod(
  tx: Tx,
  orderId: string,
  { periodStart, periodEnd }: { periodStart: Date; periodEnd: Date },
): Promise<void> {
  const text = 'UPDATE plan_orders SET period_start = $2, period_end = $3 WHERE order_id = $1';
  await tx.query({ name: 'plan-orders.period', text, values: [orderId, periodStart, periodEnd] });
}
