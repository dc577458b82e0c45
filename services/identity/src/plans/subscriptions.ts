import type { Query, Tx } from '@marquee/data/database';
import { existing } from '@marquee/data/existing';
import { newId } from '@marquee/data/ids';
import type { BillingInterval, PaidPlan } from '@marquee/rules/plans';
import type { Subscription as Row } from '../../gen/prisma/client.ts';

type Queryable = { query: Query };

export type SubscriptionState = 'NONE' | 'TRIALING' | 'ACTIVE' | 'PAST_DUE';
export type Subscription = Omit<Row, 'state' | 'plan' | 'interval' | 'nextPlan' | 'nextInterval'> & {
  state: SubscriptionState;
  plan: PaidPlan;
  interval: BillingInterval;
  nextPlan: PaidPlan | null;
  nextInterval: BillingInterval | null;
};
/** One whose plan runs. */
export type Running = Subscription & { periodStart: Date; periodEnd: Date; anchorAt: Date };

export function isRunning(subscription: Subscription | undefined): subscription is Running {
  return subscription !== undefined && subscription.state !== 'NONE';
}

const COLUMNS = `account_id, id, version, state, plan, "interval", is_granted, anchor_at, periods, period_start,
  period_end, price, order_id, next_plan, next_interval, ends_at_period_end, trial_used_at, past_due_at, attempts,
  reminded_of, due_at, created_at`;

export async function find(db: Queryable, accountId: string): Promise<Subscription | undefined> {
  const text = `SELECT ${COLUMNS} FROM subscriptions WHERE account_id = $1`;
  const [row] = await db.query<Subscription>({ name: 'subscriptions.find', text, values: [accountId] });
  return row;
}

/** Locked until the end of the transaction; undefined where the account never asked for a plan. */
export async function lockKnown(tx: Tx, accountId: string): Promise<Subscription | undefined> {
  const text = `SELECT ${COLUMNS} FROM subscriptions WHERE account_id = $1 FOR UPDATE`;
  const [row] = await tx.query<Subscription>({ name: 'subscriptions.lock', text, values: [accountId] });
  return row;
}

/** The same, made the first time. */
export async function lock(tx: Tx, accountId: string, now: Date): Promise<Subscription> {
  await tx.query({
    name: 'subscriptions.make',
    text: `INSERT INTO subscriptions (account_id, id, state, created_at) VALUES ($1, $2, 'NONE', $3)
      ON CONFLICT DO NOTHING`,
    values: [accountId, newId(), now],
  });
  return existing(await lockKnown(tx, accountId), 'a subscription');
}

type Change = Partial<Omit<Subscription, 'accountId' | 'id' | 'version' | 'createdAt'>>;

/** Writes what has changed of a locked subscription, and gives it with its next version. */
export async function save(tx: Tx, subscription: Subscription, change: Change): Promise<Subscription> {
  const next = { ...subscription, ...change, version: subscription.version + 1n };
  await tx.query({
    name: 'subscriptions.save',
    text: `UPDATE subscriptions SET version = $2, state = $3, plan = $4, "interval" = $5, is_granted = $6, anchor_at = $7,
      periods = $8, period_start = $9, period_end = $10, price = $11, order_id = $12, next_plan = $13,
      next_interval = $14, ends_at_period_end = $15, trial_used_at = $16, past_due_at = $17, attempts = $18,
      reminded_of = $19, due_at = $20 WHERE account_id = $1`,
    values: [
      ...[next.accountId, next.version, next.state, next.plan, next.interval, next.isGranted, next.anchorAt],
      ...[next.periods, next.periodStart, next.periodEnd, next.price, next.orderId, next.nextPlan, next.nextInterval],
      ...[next.endsAtPeriodEnd, next.trialUsedAt, next.pastDueAt, next.attempts, next.remindedOf, next.dueAt],
    ],
  });
  return next;
}

/**
 * Takes subscriptions that are due, for one process: until `leaseUntil` no other process takes them, and then again if this
 * one has ended.
 */
export async function claimDue(
  db: Queryable,
  { now, leaseUntil, limit }: { now: Date; leaseUntil: Date; limit: number },
): Promise<string[]> {
  const rows = await db.query<{ accountId: string }>({
    name: 'subscriptions.claim',
    text: `UPDATE subscriptions SET due_at = $2 WHERE account_id IN (
        SELECT account_id FROM subscriptions WHERE due_at <= $1 ORDER BY due_at LIMIT $3 FOR UPDATE SKIP LOCKED
      ) RETURNING account_id`,
    values: [now, leaseUntil, limit],
  });
  return rows.map(({ accountId }) => accountId);
}

/** Has a declined renewal tried again now. */
export async function hurry(db: Queryable, accountId: string, now: Date): Promise<void> {
  const text = `UPDATE subscriptions SET due_at = $2 WHERE account_id = $1 AND state = 'PAST_DUE' AND due_at > $2`;
  await db.query({ name: 'subscriptions.hurry', text, values: [accountId, now] });
}

/** Removes what is known of an account's plans; its orders stay in the books. */
export async function remove(tx: Tx, accountId: string): Promise<void> {
  await tx.query('DELETE FROM subscriptions WHERE account_id = $1', [accountId]);
}
