import type { Query, Tx } from '@marquee/data/database';
import { pruneRows } from '@marquee/data/prune';
import type { CoinHold as Row } from '../../gen/prisma/client.ts';

type Queryable = { query: Query };

export type HoldState = 'HELD' | 'POSTED' | 'VOIDED' | 'EXPIRED' | 'RETURNED';
/** Coins that an order of another service holds or held. Without a transfer it was given up before anything was held. */
export type CoinHold = Omit<Row, 'state' | 'transferId'> &
  ({ state: Exclude<HoldState, 'VOIDED'>; transferId: string } | { state: 'VOIDED'; transferId: string | null });
/** One whose coins are held, or were. */
export type HeldBefore = CoinHold & { transferId: string };

const COLUMNS =
  'order_id, account_id, item_id, item_title, coins, state, created_at, expires_at, transfer_id, ended_at, return_id';

/** What an order is, as its service asks for it. */
export type HeldOrder = Pick<CoinHold, 'orderId' | 'accountId' | 'itemId' | 'coins'>;

/** A hold, if none of the order exists. */
export async function insert(
  tx: Tx,
  hold: HeldOrder & Pick<HeldBefore, 'itemTitle' | 'createdAt' | 'expiresAt' | 'transferId'>,
): Promise<HeldBefore | undefined> {
  const { orderId, accountId, itemId, itemTitle, coins, createdAt, expiresAt, transferId } = hold;
  const [made] = await tx.query<HeldBefore>({
    name: 'holds.insert',
    text: `INSERT INTO coin_holds
        (order_id, account_id, item_id, item_title, coins, state, created_at, expires_at, transfer_id)
      VALUES ($1, $2, $3, $4, $5, 'HELD', $6, $7, $8) ON CONFLICT DO NOTHING RETURNING ${COLUMNS}`,
    values: [orderId, accountId, itemId, itemTitle, coins, createdAt, expiresAt, transferId],
  });
  return made;
}

/** Keeps that an order was given up before anything was held for it, if no hold of it exists. */
export async function insertVoided(tx: Tx, order: HeldOrder, at: Date): Promise<CoinHold | undefined> {
  const { orderId, accountId, itemId, coins } = order;
  const [made] = await tx.query<CoinHold>({
    name: 'holds.insert-voided',
    text: `INSERT INTO coin_holds (order_id, account_id, item_id, coins, state, created_at, expires_at, ended_at)
      VALUES ($1, $2, $3, $4, 'VOIDED', $5, $5, $5) ON CONFLICT DO NOTHING RETURNING ${COLUMNS}`,
    values: [orderId, accountId, itemId, coins, at],
  });
  return made;
}

export async function find(db: Queryable, orderId: string): Promise<CoinHold | undefined> {
  const text = `SELECT ${COLUMNS} FROM coin_holds WHERE order_id = $1`;
  const [row] = await db.query<CoinHold>({ name: 'holds.find', text, values: [orderId] });
  return row;
}

/** The same, locked until the end of the transaction. */
export async function lock(tx: Tx, orderId: string): Promise<CoinHold | undefined> {
  const text = `SELECT ${COLUMNS} FROM coin_holds WHERE order_id = $1 FOR UPDATE`;
  const [row] = await tx.query<CoinHold>({ name: 'holds.lock', text, values: [orderId] });
  return row;
}

/** Writes what became of a locked hold. */
export async function end(
  tx: Tx,
  hold: HeldBefore,
  { state, at, returnId = null }: { state: Exclude<HoldState, 'HELD'>; at: Date; returnId?: string | null },
): Promise<CoinHold> {
  const text = 'UPDATE coin_holds SET state = $2, ended_at = $3, return_id = $4 WHERE order_id = $1';
  await tx.query({ name: 'holds.end', text, values: [hold.orderId, state, at, returnId] });
  return { ...hold, state, endedAt: at, returnId };
}

/** Deletes what was kept of orders that were given up before anything was held for them. */
export async function pruneNeverHeld(db: Queryable, before: Date): Promise<void> {
  await pruneRows(db, { table: 'coin_holds', where: 'transfer_id IS NULL AND ended_at < $1', values: [before] });
}

/** The orders of holds whose time is over, some at once. */
export async function listOverdue(db: Queryable, now: Date): Promise<string[]> {
  const text = `SELECT order_id FROM coin_holds WHERE state = 'HELD' AND expires_at <= $1 ORDER BY expires_at LIMIT 100`;
  return (await db.query<{ orderId: string }>({ name: 'holds.overdue', text, values: [now] })).map(
    ({ orderId }) => orderId,
  );
}
