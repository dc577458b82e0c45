import type { Database, Tx } from '@marquee/data/database';
import { newId } from '@marquee/data/ids';
import { NOTICE_LIMITS, type PushSubscriptionInput } from '@marquee/rules/notices';
import type { PushSubscription } from '../../gen/prisma/client.ts';

type Queryable = Pick<Database, 'query'>;

/** Where and by which keys a browser gets messages. */
export type PushTarget = Pick<PushSubscription, 'endpoint' | 'p256dh' | 'auth'>;

/** Keeps a browser of an account, with its newest keys and session; beyond the maximum the oldest ones go. */
export async function keep(
  tx: Tx,
  { accountId, sessionId }: { accountId: string; sessionId: string },
  { endpoint, p256dh, auth }: PushSubscriptionInput,
  now: Date,
): Promise<void> {
  await tx.query(
    `INSERT INTO push_subscriptions (id, account_id, session_id, endpoint, p256dh, auth, created_at)
     VALUES ($1, $2, $3, $4, $5, $6, $7)
     ON CONFLICT (account_id, endpoint) DO UPDATE
       SET session_id = excluded.session_id, p256dh = excluded.p256dh, auth = excluded.auth`,
    [newId(), accountId, sessionId, endpoint, p256dh, auth, now],
  );
  await tx.query(
    `DELETE FROM push_subscriptions WHERE id IN
       (SELECT id FROM push_subscriptions WHERE account_id = $1 ORDER BY id DESC OFFSET $2)`,
    [accountId, NOTICE_LIMITS.pushSubscriptionsMax],
  );
}

export async function removeByEndpoint(tx: Tx, accountId: string, endpoint: string): Promise<void> {
  await tx.query('DELETE FROM push_subscriptions WHERE account_id = $1 AND endpoint = $2', [accountId, endpoint]);
}

export async function removeOfSession(tx: Tx, sessionId: string): Promise<void> {
  await tx.query('DELETE FROM push_subscriptions WHERE session_id = $1', [sessionId]);
}

export async function removeOfAccount(tx: Tx, accountId: string): Promise<void> {
  await tx.query('DELETE FROM push_subscriptions WHERE account_id = $1', [accountId]);
}

/** Removes one that its push service does not have any more, unless its browser has renewed it. */
export async function removeGone(db: Queryable, id: string, { endpoint }: PushTarget): Promise<void> {
  await db.query('DELETE FROM push_subscriptions WHERE id = $1 AND endpoint = $2', [id, endpoint]);
}

/** Ids of the browsers of each account. */
export async function idsOf(db: Queryable, accountIds: readonly string[]): Promise<Map<string, string[]>> {
  const rows = await db.query<{ id: string; accountId: string }>(
    'SELECT id, account_id FROM push_subscriptions WHERE account_id = ANY($1::uuid[]) ORDER BY id',
    [accountIds],
  );
  const found = new Map<string, string[]>();
  for (const { id, accountId } of rows) found.set(accountId, [...(found.get(accountId) ?? []), id]);
  return found;
}

export async function find(db: Queryable, id: string): Promise<PushTarget | undefined> {
  const [row] = await db.query<PushTarget>('SELECT endpoint, p256dh, auth FROM push_subscriptions WHERE id = $1', [id]);
  return row;
}

export async function endpointsOf(db: Queryable, accountId: string): Promise<string[]> {
  const rows = await db.query<{ endpoint: string }>(
    'SELECT endpoint FROM push_subscriptions WHERE account_id = $1 ORDER BY id',
    [accountId],
  );
  return rows.map(({ endpoint }) => endpoint);
}
