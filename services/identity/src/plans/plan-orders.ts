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
  periodStart: Date | null;
  periodEnd: Date | null;
};

const COLUMNS = 'order_id, purpose, plan, "interval", price, after_period, period_start, period_end';

/** Keeps what an order is for, once. */
export async function insert(tx: Tx, order: Omit<PlanOrder, 'periodStart' | 'periodEnd'>): Promise<void> {
  const { orderId, purpose, plan, interval, price, afterPeriod } = order;
  await tx.query({
    name: 'plan-orders.insert',
    text: `INSERT INTO plan_orders (order_id, purpose, plan, "interval", price, after_period) VALUES ($1, $2, $3, $4, $5, $6)
      ON CONFLICT DO NOTHING`,
    values: [orderId, purpose, plan, interval, price, afterPeriod],
  });
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
export async function refundedOf(db: Queryable, orders: readonly Order[]): Promise<Set<string>> {
  if (orders.length === 0) return new Set();
  const text = `SELECT order_id FROM order_refunds WHERE order_id = ANY($1) AND state <> 'FAILED' AND NOT is_part`;
  const values = [orders.map(({ id }) => id)];
  const rows = await db.query<{ orderId: string }>({ name: 'plan-orders.refunded', text, values });
  return new Set(rows.map(({ orderId }) => orderId));
}

export async function setPeriod(
  tx: Tx,
  orderId: string,
  { periodStart, periodEnd }: { periodStart: Date; periodEnd: Date },
): Promise<void> {
  const text = 'UPDATE plan_orders SET period_start = $2, period_end = $3 WHERE order_id = $1';
  await tx.query({ name: 'plan-orders.period', text, values: [orderId, periodStart, periodEnd] });
}
