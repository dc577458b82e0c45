import { randomBytes } from 'node:crypto';
import type { Query } from '@marquee/data/database';
import { existing } from '@marquee/data/existing';
import { type CardSetup, METHODS_MAX, type SavedMethod } from './payment-provider.ts';
import { faceOf } from './test-cards.ts';

type Queryable = { query: Query };
export type TestSetup = Omit<CardSetup, 'method'> & {
  customerId: string;
  number: string;
  expiry: string;
  methodId: string | null;
};

const METHOD = 'id, customer_id, brand, last4, expiry_month, expiry_year';
const SETUP = 'id, customer_id, client_secret, status, decline, number, expiry, method_id';
const newKey = (prefix: string) => `${prefix}_test_${randomBytes(16).toString('hex')}`;
const METHOD_ID = /^pm_test_(\d{4})_[0-9a-f]{32}$/;

/** The customer of an account: the test providers of all services agree on it. */
export const customerOf = (accountId: string): string => `cus_test_${accountId}`;

/** The last four digits of a saved card's number; undefined for what is no saved card. */
export const last4Of = (methodId: string): string | undefined => METHOD_ID.exec(methodId)?.[1];

export async function createSetup(
  db: Queryable,
  { id: setupId, customerId }: { id: string; customerId: string },
  now: Date,
): Promise<TestSetup> {
  const id = newKey('seti');
  await db.query(
    `INSERT INTO test_setups (id, setup_id, customer_id, client_secret, status, created_at)
     VALUES ($1, $2, $3, $4, 'NEEDS_CARD', $5) ON CONFLICT DO NOTHING`,
    [id, setupId, customerId, `${id}_secret_${newKey('cs')}`, now],
  );
  const [row] = await db.query<TestSetup>(`SELECT ${SETUP} FROM test_setups WHERE setup_id = $1`, [setupId]);
  return existing(row, 'a test setup');
}

export async function findSetup(db: Queryable, id: string): Promise<TestSetup | undefined> {
  const [row] = await db.query<TestSetup>(`SELECT ${SETUP} FROM test_setups WHERE id = $1`, [id]);
  return row;
}

export async function findSetupBySecret(db: Queryable, clientSecret: string): Promise<TestSetup | undefined> {
  const [row] = await db.query<TestSetup>(`SELECT ${SETUP} FROM test_setups WHERE client_secret = $1`, [clientSecret]);
  return row;
}

/** Moves a setup on from the state that was read; another call may have been first. */
export async function moveSetup(
  db: Queryable,
  { id, status: from }: TestSetup,
  step: Pick<TestSetup, 'status'> & Partial<Pick<TestSetup, 'decline' | 'number' | 'expiry'>>,
): Promise<void> {
  const { status, decline = '', number = '', expiry = '' } = step;
  await db.query(
    'UPDATE test_setups SET status = $3, decline = $4, number = $5, expiry = $6 WHERE id = $1 AND status = $2',
    [id, from, status, decline, number, expiry],
  );
}

/** Keeps the card of a setup, once. */
export async function saveMethod(
  db: Queryable,
  { id, status, customerId }: TestSetup,
  { number, expiry }: { number: string; expiry: string },
  now: Date,
): Promise<void> {
  const { brand, last4 } = faceOf(number);
  const [month = 0, year = 0] = brand === 'bank' ? [] : expiry.split('/').map((part) => Number(part.trim()));
  const methodId = `pm_test_${last4}_${randomBytes(16).toString('hex')}`;
  await db.query(
    `WITH moved AS (
       SELECT id FROM test_setups WHERE id = $1 AND status = $2 FOR UPDATE
     ), kept AS (
       INSERT INTO test_methods (id, customer_id, brand, last4, expiry_month, expiry_year, created_at)
       SELECT $3, $4, $5, $6, $7, $8, $9 FROM moved RETURNING id
     )
     UPDATE test_setups s SET status = 'SUCCEEDED', decline = '', number = '', method_id = kept.id
     FROM kept WHERE s.id = $1`,
    [id, status, methodId, customerId, brand, last4, month, year === 0 ? 0 : 2000 + year, now],
  );
}

export async function findMethod(db: Queryable, id: string): Promise<SavedMethod | undefined> {
  const [row] = await db.query<SavedMethod>(`SELECT ${METHOD} FROM test_methods WHERE id = $1`, [id]);
  return row;
}

export function listMethods(db: Queryable, customerId: string): Promise<SavedMethod[]> {
  const text = `SELECT ${METHOD} FROM test_methods WHERE customer_id = $1 AND removed_at IS NULL
    ORDER BY created_at DESC, id DESC LIMIT ${METHODS_MAX}`;
  return db.query<SavedMethod>(text, [customerId]);
}

export async function removeMethod(
  db: Queryable,
  { customerId, methodId }: { customerId: string; methodId: string },
  now: Date,
): Promise<void> {
  const text = `UPDATE test_methods SET removed_at = $3 WHERE id = $1 AND customer_id = $2 AND removed_at IS NULL`;
  await db.query(text, [methodId, customerId, now]);
}

/** Forgets all cards of a customer, and the setups that could add one. */
export async function removeCustomer(db: Queryable, customerId: string, now: Date): Promise<void> {
  const cancelled = `UPDATE test_setups SET status = 'CANCELLED', number = '' WHERE customer_id = $1 AND status <> 'SUCCEEDED'`;
  await db.query(cancelled, [customerId]);
  await db.query('UPDATE test_methods SET removed_at = $2 WHERE customer_id = $1 AND removed_at IS NULL', [
    customerId,
    now,
  ]);
}

/** Whether the provider has forgotten a card, or keeps it for somebody else. */
export async function isGone(
  db: Queryable,
  { customerId, methodId }: { customerId: string; methodId: string },
): Promise<boolean> {
  const text = 'SELECT 1 FROM test_methods WHERE id = $1 AND (removed_at IS NOT NULL OR customer_id <> $2)';
  return (await db.query(text, [methodId, customerId])).length > 0;
}

/** True the first time that an attempt with a saved card is made. */
export async function addAttempt(
  db: Queryable,
  { id, paymentId }: { id: string; paymentId: string },
  now: Date,
): Promise<boolean> {
  const text = `INSERT INTO test_attempts (id, payment_id, created_at) VALUES ($1, $2, $3)
    ON CONFLICT DO NOTHING RETURNING 1`;
  return (await db.query(text, [id, paymentId, now])).length > 0;
}
