import type { Query, Tx } from '@marquee/data/database';
import type { PayoutAccountStatus, PayoutStatus } from './payout-provider.ts';

type Queryable = { query: Query };

/** Where a seller gets their part. */
export type PayoutAccount = {
  ownerId: string;
  provider: string;
  accountId: string;
  status: PayoutAccountStatus;
  monthlyAt: Date;
};

const ACCOUNT = 'SELECT owner_id, provider, account_id, status, monthly_at FROM payout_accounts';

export async function findAccount(db: Queryable, ownerId: string): Promise<PayoutAccount | undefined> {
  const text = `${ACCOUNT} WHERE owner_id = $1`;
  const [row] = await db.query<PayoutAccount>({ name: 'payouts.account', text, values: [ownerId] });
  return row;
}

/** The same, locked until the end of the transaction: beginning a payout holds it. */
export async function lockAccount(tx: Tx, ownerId: string): Promise<PayoutAccount | undefined> {
  const text = `${ACCOUNT} WHERE owner_id = $1 FOR UPDATE`;
  const [row] = await tx.query<PayoutAccount>({ name: 'payouts.lock-account', text, values: [ownerId] });
  return row;
}

export async function insertAccount(
  db: Queryable,
  account: Omit<PayoutAccount, 'monthlyAt'>,
  now: Date,
): Promise<void> {
  const { ownerId, provider, accountId, status } = account;
  await db.query({
    name: 'payouts.insert-account',
    text: `INSERT INTO payout_accounts (owner_id, provider, account_id, status, checked_at, monthly_at, created_at)
      VALUES ($1, $2, $3, $4, $5, $5, $5) ON CONFLICT DO NOTHING`,
    values: [ownerId, provider, accountId, status, now],
  });
}

/** Whose account it is at the provider; undefined for one that is connected no more. */
export async function ownerOf(db: Queryable, accountId: string): Promise<string | undefined> {
  const text = 'SELECT owner_id FROM payout_accounts WHERE account_id = $1';
  const [row] = await db.query<{ ownerId: string }>({ name: 'payouts.owner', text, values: [accountId] });
  return row?.ownerId;
}

/** Disconnects an owner's account: what was begun is finished, and no further payout goes to it. */
export async function removeAccount(tx: Tx, ownerId: string): Promise<void> {
  await tx.query({
    name: 'payouts.remove-account',
    text: 'DELETE FROM payout_accounts WHERE owner_id = $1',
    values: [ownerId],
  });
}

/** Does nothing where the account is connected no more: its owner may have another one by now. */
export async function setStatus(
  db: Queryable,
  accountId: string,
  status: PayoutAccountStatus,
  now: Date,
): Promise<void> {
  const text = 'UPDATE payout_accounts SET status = $2, checked_at = $3 WHERE account_id = $1';
  await db.query({ name: 'payouts.status', text, values: [accountId, status, now] });
}

export async function markMonthly(tx: Tx, ownerId: string, now: Date): Promise<void> {
  const text = 'UPDATE payout_accounts SET monthly_at = $2 WHERE owner_id = $1';
  await tx.query({ name: 'payouts.mark-monthly', text, values: [ownerId, now] });
}

/** Owners whose payout of this month was not looked at yet, by their ids. */
export async function listMonthlyDue(db: Queryable, monthStart: Date, after?: string): Promise<string[]> {
  const rows = await db.query<{ ownerId: string }>({
    name: 'payouts.monthly',
    text: `SELECT owner_id FROM payout_accounts WHERE status = 'ENABLED' AND monthly_at < $1
      AND ($2::uuid IS NULL OR owner_id > $2) ORDER BY owner_id LIMIT 100`,
    values: [monthStart, after ?? null],
  });
  return rows.map(({ ownerId }) => ownerId);
}

/** A payout of a seller's balance. */
export type Payout = {
  id: string;
  ownerId: string;
  provider: string;
  accountId: string;
  amount: bigint;
  currency: string;
  state: PayoutStatus;
  failure: string;
  cause: 'OWNER' | 'MONTH';
  createdAt: Date;
  endedAt: Date | null;
};

const PAYOUT = `SELECT id, owner_id, provider, account_id, amount, currency, state, failure, cause, created_at, ended_at
  FROM payouts`;

/** True when it is new: neither its id exists nor another of the owner is under way. */
export async function insert(tx: Tx, payout: Omit<Payout, 'state' | 'failure' | 'endedAt'>): Promise<boolean> {
  const { id, ownerId, provider, accountId, amount, currency, cause, createdAt } = payout;
  const rows = await tx.query({
    name: 'payouts.insert',
    text: `INSERT INTO payouts (id, owner_id, provider, account_id, amount, currency, state, cause, checked_at, created_at)
      VALUES ($1, $2, $3, $4, $5, $6, 'PENDING', $7, $8, $8) ON CONFLICT DO NOTHING RETURNING 1`,
    values: [id, ownerId, provider, accountId, amount, currency, cause, createdAt],
  });
  return rows.length > 0;
}

export async function find(db: Queryable, id: string): Promise<Payout | undefined> {
  const [row] = await db.query<Payout>({ name: 'payouts.find', text: `${PAYOUT} WHERE id = $1`, values: [id] });
  return row;
}

export async function lock(tx: Tx, id: string): Promise<Payout | undefined> {
  const text = `${PAYOUT} WHERE id = $1 FOR UPDATE`;
  const [row] = await tx.query<Payout>({ name: 'payouts.lock', text, values: [id] });
  return row;
}

export async function end(
  tx: Tx,
  payout: Payout,
  { state, failure }: { state: 'PAID' | 'FAILED'; failure: string },
  now: Date,
): Promise<Payout> {
  const text = 'UPDATE payouts SET state = $2, failure = $3, ended_at = $4, checked_at = $4 WHERE id = $1';
  await tx.query({ name: 'payouts.end', text, values: [payout.id, state, failure, now] });
  return { ...payout, state, failure, endedAt: now };
}

export async function markChecked(db: Queryable, id: string, now: Date): Promise<void> {
  await db.query({
    name: 'payouts.checked',
    text: 'UPDATE payouts SET checked_at = $2 WHERE id = $1',
    values: [id, now],
  });
}

/** Payouts under way that the provider was last asked about before a moment. */
export async function listPending(db: Queryable, before: Date): Promise<Payout[]> {
  const text = `${PAYOUT} WHERE state = 'PENDING' AND checked_at < $1 ORDER BY checked_at LIMIT 100`;
  return db.query<Payout>({ name: 'payouts.pending', text, values: [before] });
}

/** An owner's payouts, newest first. */
export function list(
  db: Queryable,
  { ownerId, after, limit }: { ownerId: string; after: { createdAt: Date; id: string } | undefined; limit: number },
): Promise<Payout[]> {
  return db.query<Payout>({
    name: 'payouts.list',
    text: `${PAYOUT} WHERE owner_id = $1 AND ($2::timestamptz IS NULL OR (created_at, id) < ($2, $3::uuid))
      ORDER BY created_at DESC, id DESC LIMIT $4`,
    values: [ownerId, after?.createdAt ?? null, after?.id ?? null, limit],
  });
}

/** What was paid out to an owner. */
export async function paidOut(db: Queryable, ownerId: string): Promise<bigint> {
  const text = "SELECT coalesce(sum(amount), 0)::bigint AS amount FROM payouts WHERE owner_id = $1 AND state = 'PAID'";
  const [row] = await db.query<{ amount: bigint }>({ name: 'payouts.paid-out', text, values: [ownerId] });
  return row?.amount ?? 0n;
}
