import type { Query, Tx } from '@marquee/data/database';
import type { PaymentCustomer } from '../../gen/prisma/client.ts';

type Queryable = { query: Query };
export type Customer = Pick<PaymentCustomer, 'accountId' | 'provider' | 'customerId' | 'defaultMethodId'>;

const COLUMNS = 'account_id, provider, customer_id, default_method_id';

/** An account at the provider; undefined for one that never saved a card there. */
export async function find(db: Queryable, accountId: string, provider: string): Promise<Customer | undefined> {
  const text = `SELECT ${COLUMNS} FROM payment_customers WHERE account_id = $1 AND provider = $2`;
  const [row] = await db.query<Customer>({ name: 'customers.find', text, values: [accountId, provider] });
  return row;
}

/** Keeps the provider's id of an account; a site that changes its provider begins again. */
export async function keep(
  db: Queryable,
  { accountId, provider, customerId }: Omit<Customer, 'defaultMethodId'>,
  now: Date,
): Promise<void> {
  await db.query({
    name: 'customers.keep',
    text: `INSERT INTO payment_customers (account_id, provider, customer_id, created_at) VALUES ($1, $2, $3, $4)
      ON CONFLICT (account_id) DO UPDATE SET provider = $2, customer_id = $3, default_method_id = ''
      WHERE payment_customers.provider <> $2`,
    values: [accountId, provider, customerId, now],
  });
}

/** Makes a card the default, '' for none; with `from` only where that is still the default. True where it is then. */
export async function setDefault(
  db: Queryable,
  { accountId, methodId }: { accountId: string; methodId: string },
  { from = null }: { from?: string | null } = {},
): Promise<boolean> {
  const changed = await db.query({
    name: 'customers.default',
    text: `UPDATE payment_customers SET default_method_id = $2
      WHERE account_id = $1 AND ($3::text IS NULL OR default_method_id = $3) RETURNING 1`,
    values: [accountId, methodId, from],
  });
  return changed.length > 0;
}

export async function remove(tx: Tx, accountId: string): Promise<void> {
  await tx.query('DELETE FROM payment_customers WHERE account_id = $1', [accountId]);
}
