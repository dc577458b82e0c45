import { type Query, send, type Tx } from '@marquee/data/database';
import { newId } from '@marquee/data/ids';

type Queryable = { query: Query };

export type OrderState = 'CREATED' | 'PAYING' | 'PAID' | 'FULFILLED' | 'CANCELLED' | 'EXPIRED' | 'REFUNDED';

/** Something that somebody buys. Amounts are minor units of the currency. */
export type Order = {
  id: string;
  version: bigint;
  /** Null once the account is closed. */
  accountId: string | null;
  /** What kind of thing is bought, in the words of its service. */
  kind: string;
  itemId: string;
  amount: bigint;
  currency: string;
  /** The platform's part of the amount. */
  fee: bigint;
  payeeId: string;
  state: OrderState;
  provider: string;
  paymentId: string | null;
  decline: string;
  heldUntil: Date;
  checkedAt: Date;
  createdAt: Date;
  paidAt: Date | null;
  /** What the provider took; null until it is paid, and in older orders, which took their amount. */
  paidAmount: bigint | null;
  fulfilledAt: Date | null;
  goodsUntil: Date | null;
  /** What went back in parts, while the rest stays. */
  returned: bigint;
  /** Of that, what was the platform's. */
  returnedFee: bigint;
  /** What refunds gave back that succeeded and failed later. It is the buyer's, whatever the state says. */
  owed: bigint;
  /** Of that, what was paid in another way than by the provider. */
  paidElsewhere: bigint;
  /** It was delivered for what the provider only holds so far. */
  isHeld: boolean;
  /** It ended while the provider did not answer: what the provider may have of it has to be cancelled. */
  mustCancel: boolean;
};

const COLUMNS = `o.id, o.version, o.account_id, o.kind, o.item_id, o.amount, o.currency, o.fee, o.payee_id, o.state,
  o.provider, o.payment_id, o.decline, o.held_until, o.checked_at, o.created_at, o.paid_at, o.fulfilled_at, o.goods_until,
  o.paid_amount, o.returned, o.returned_fee, o.owed, o.paid_elsewhere, o.is_held, o.must_cancel`;

/** What was taken for an order. */
export const takenFor = ({ paidAmount, amount }: Pick<Order, 'paidAmount' | 'amount'>): bigint => paidAmount ?? amount;
/** What is left of it after parts went back: a refund of the whole order gives this back. */
export const leftOf = (order: Pick<Order, 'paidAmount' | 'amount' | 'returned'>): bigint =>
  takenFor(order) - order.returned;
/** What the provider has given back to the buyer, by what we know. */
export const backOf = (order: Order): bigint =>
  (order.state === 'REFUNDED' ? takenFor(order) : order.returned) - order.owed - order.paidElsewhere;

export type NewOrder = Pick<
  Order,
  'id' | 'kind' | 'itemId' | 'amount' | 'currency' | 'fee' | 'payeeId' | 'provider' | 'heldUntil' | 'createdAt'
> & { accountId: string };

const INSERT = `INSERT INTO orders AS o (id, account_id, kind, item_id, amount, currency, fee, payee_id, state, provider,
    held_until, checked_at, created_at)
  VALUES ($1, $2, $3, $4, $5, $6, $7, $8, 'CREATED', $9, $10, $11, $11) ON CONFLICT DO NOTHING RETURNING`;
const inserted = (order: NewOrder) => {
  const { id, accountId, kind, itemId, amount, currency, fee, payeeId, provider, heldUntil, createdAt } = order;
  return [id, accountId, kind, itemId, amount, currency, fee, payeeId, provider, heldUntil, createdAt];
};

/** The order, if it is new: neither its id exists nor an open order of the account for the same thing. */
export async function insert(tx: Tx, order: NewOrder): Promise<Order | undefined> {
  const text = `${INSERT} ${COLUMNS}`;
  const [made] = await tx.query<Order>({ name: 'orders.insert', text, values: inserted(order) });
  return made;
}

/** The same of an order that is taken to be new, without waiting for it: where it is not, the transaction is repeated. */
export async function insertNew(tx: Tx, order: NewOrder): Promise<Order> {
  const text = `WITH made AS (${INSERT} 1) SELECT repeat_unless(count(*) = 1) FROM made`;
  await send(tx, { name: 'orders.insert-new', text, values: inserted(order) });
  return {
    ...{ ...order, version: 1n, state: 'CREATED', paymentId: null, decline: '', checkedAt: order.createdAt },
    ...{ paidAt: null, paidAmount: null, fulfilledAt: null, goodsUntil: null, returned: 0n, returnedFee: 0n },
    ...{ owed: 0n, paidElsewhere: 0n, isHeld: false, mustCancel: false },
  };
}

export async function find(db: Queryable, id: string): Promise<Order | undefined> {
  const text = `SELECT ${COLUMNS} FROM orders o WHERE o.id = $1`;
  const [row] = await db.query<Order>({ name: 'orders.find', text, values: [id] });
  return row;
}

/** The same, locked until the end of the transaction. */
export async function lock(tx: Tx, id: string): Promise<Order | undefined> {
  const text = `SELECT ${COLUMNS} FROM orders o WHERE o.id = $1 FOR UPDATE`;
  const [row] = await tx.query<Order>({ name: 'orders.lock', text, values: [id] });
  return row;
}

/** The order of an account for one thing that is not paid yet, if there is one. */
export async function findOpen(
  db: Queryable,
  { accountId, kind, itemId }: Pick<NewOrder, 'accountId' | 'kind' | 'itemId'>,
): Promise<Order | undefined> {
  const text = `SELECT ${COLUMNS} FROM orders o
    WHERE o.account_id = $1 AND o.kind = $2 AND o.item_id = $3 AND o.state IN ('CREATED', 'PAYING')`;
  const [row] = await db.query<Order>({ name: 'orders.open', text, values: [accountId, kind, itemId] });
  return row;
}

/** The order that a payment is for. */
export async function ofPayment(db: Queryable, paymentId: string): Promise<Order | undefined> {
  const text = `SELECT ${COLUMNS} FROM orders o WHERE o.payment_id = $1`;
  const [row] = await db.query<Order>({ name: 'orders.of-payment', text, values: [paymentId] });
  return row;
}

type Change = Partial<
  Pick<
    Order,
    | 'state'
    | 'paymentId'
    | 'decline'
    | 'paidAt'
    | 'paidAmount'
    | 'fulfilledAt'
    | 'goodsUntil'
    | 'returned'
    | 'returnedFee'
    | 'owed'
    | 'paidElsewhere'
    | 'isHeld'
    | 'mustCancel'
  >
>;

/** Writes what has changed of a locked order, and gives it with its next version. */
export async function update(tx: Tx, order: Order, change: Change): Promise<Order> {
  const next = { ...order, ...change, version: order.version + 1n };
  await send(tx, {
    name: 'orders.update',
    text: `UPDATE orders SET version = $2, state = $3, payment_id = $4, decline = $5, paid_at = $6, fulfilled_at = $7,
      goods_until = $8, paid_amount = $9, returned = $10, returned_fee = $11, is_held = $12, must_cancel = $13, owed = $14,
      paid_elsewhere = $15 WHERE id = $1`,
    values: [
      next.id,
      next.version,
      next.state,
      next.paymentId,
      next.decline,
      next.paidAt,
      next.fulfilledAt,
      next.goodsUntil,
      next.paidAmount,
      next.returned,
      next.returnedFee,
      next.isHeld,
      next.mustCancel,
      next.owed,
      next.paidElsewhere,
    ],
  });
  return next;
}

/** Writes which payment a new order is paid by, and gives it; undefined where it has taken a step already. */
export async function startPaying(db: Queryable, id: string, paymentId: string): Promise<Order | undefined> {
  const [row] = await db.query<Order>({
    name: 'orders.start-paying',
    text: `UPDATE orders AS o SET state = 'PAYING', payment_id = $2, version = version + 1
      WHERE id = $1 AND state = 'CREATED' AND payment_id IS NULL RETURNING ${COLUMNS}`,
    values: [id, paymentId],
  });
  return row;
}

/** Writes that what was bought lasts until another time. The order must be locked. */
export async function setGoodsUntil(tx: Tx, id: string, goodsUntil: Date): Promise<void> {
  const text = 'UPDATE orders SET goods_until = $2 WHERE id = $1';
  await tx.query({ name: 'orders.goods-until', text, values: [id, goodsUntil] });
}

const CHECKED_MS = 15_000;
/** An order, and when its provider was last asked. */
export type Checked = Pick<Order, 'id' | 'checkedAt'>;

/** Keeps when the provider was asked, to some seconds: a buyer's page asks every two. */
export async function markChecked(db: Queryable, { id, checkedAt }: Checked, now: Date): Promise<void> {
  if (now.getTime() - checkedAt.getTime() <= CHECKED_MS) return;
  const text = 'UPDATE orders SET checked_at = $2 WHERE id = $1 AND checked_at < $2';
  await db.query({ name: 'orders.checked', text, values: [id, now] });
}

/** Writes that the provider has taken what it held for an order. */
export async function markTaken(db: Queryable, id: string): Promise<void> {
  await db.query({ name: 'orders.taken', text: 'UPDATE orders SET is_held = false WHERE id = $1', values: [id] });
}

/** Orders that were delivered before a moment for what the provider only holds, the longest not asked about first. */
export function listHeld(db: Queryable, before: Date): Promise<Order[]> {
  const text = `SELECT ${COLUMNS} FROM orders o WHERE o.is_held AND o.fulfilled_at < $1 ORDER BY o.checked_at, o.id LIMIT 100`;
  return db.query<Order>({ name: 'orders.held', text, values: [before] });
}

/** Unpaid orders that the provider was last asked about before a moment, the longest not asked about first. */
export function listUnpaid(db: Queryable, before: Date): Promise<Order[]> {
  const text = `SELECT ${COLUMNS} FROM orders o
    WHERE o.state IN ('CREATED', 'PAYING') AND o.checked_at < $1 ORDER BY o.checked_at, o.id LIMIT 100`;
  return db.query<Order>({ name: 'orders.unpaid', text, values: [before] });
}

/** Orders that ended while the provider did not answer, which was last asked before a moment. */
export function listToCancel(db: Queryable, before: Date): Promise<Order[]> {
  const text = `SELECT ${COLUMNS} FROM orders o WHERE o.must_cancel AND o.checked_at < $1 ORDER BY o.checked_at, o.id LIMIT 100`;
  return db.query<Order>({ name: 'orders.to-cancel', text, values: [before] });
}

/** Writes that the provider has nothing of an ended order any more. */
export async function markCancelled(db: Queryable, id: string): Promise<void> {
  await db.query({
    name: 'orders.cancelled',
    text: 'UPDATE orders SET must_cancel = false WHERE id = $1',
    values: [id],
  });
}

/** An account's orders that money was paid for, newest first. */
export function listPaid(
  db: Queryable,
  { accountId, after, limit }: { accountId: string; after: { createdAt: Date; id: string } | undefined; limit: number },
): Promise<Order[]> {
  return db.query<Order>({
    name: 'orders.paid',
    text: `SELECT ${COLUMNS} FROM orders o WHERE o.account_id = $1 AND o.state IN ('PAID', 'FULFILLED', 'REFUNDED')
      AND ($2::timestamptz IS NULL OR (o.created_at, o.id) < ($2, $3::uuid))
      ORDER BY o.created_at DESC, o.id DESC LIMIT $4`,
    values: [accountId, after?.createdAt ?? null, after?.id ?? null, limit],
  });
}

/** The orders of one thing that money was paid for, newest first. */
export function listSold(
  db: Queryable,
  sold: Pick<Order, 'kind' | 'itemId'> & { after: { createdAt: Date; id: string } | undefined; limit: number },
): Promise<Order[]> {
  const { kind, itemId, after, limit } = sold;
  return db.query<Order>({
    name: 'orders.sold',
    text: `SELECT ${COLUMNS} FROM orders o
      WHERE o.item_id = $1 AND o.kind = $2 AND o.state IN ('PAID', 'FULFILLED', 'REFUNDED')
        AND ($3::timestamptz IS NULL OR (o.created_at, o.id) < ($3, $4::uuid))
      ORDER BY o.created_at DESC, o.id DESC LIMIT $5`,
    values: [itemId, kind, after?.createdAt ?? null, after?.id ?? null, limit],
  });
}

/**
 * Why money goes back. STAFF, who sold it and who bought it asked for it; CANCELLED and LATE is money for what cannot be had
 * any more; PROVIDER and DISPUTE happened at the provider; ELSEWHERE is what staff have paid in another way.
 */
export type RefundKind = 'STAFF' | 'SELLER' | 'BUYER' | 'CANCELLED' | 'LATE' | 'PROVIDER' | 'DISPUTE' | 'ELSEWHERE';
export type Refund = {
  id: string;
  orderId: string;
  kind: RefundKind;
  state: 'PENDING' | 'SUCCEEDED' | 'FAILED';
  reason: string;
  askedBy: string | null;
  /** Of a part of the order, while the rest of it stays. */
  isPart: boolean;
  /** Of a part; null for all that is left. */
  amount: bigint | null;
  /** What the platform gives back of that. */
  fee: bigint | null;
  /** Which part of what was bought ends with it, in the words of its service; null for none, and for all. */
  partId: string | null;
  /** Why it failed, in the provider's code, or UNKNOWN; '' of one that has not failed, and of older ones. */
  failure: string;
  /** When one that had SUCCEEDED failed: what it took stays taken, and what it gave back is owed. */
  failedAt: Date | null;
  /** Of what is owed because an earlier one failed so. It is a part that takes nothing of what was sold. */
  isOwed: boolean;
};

/** What a refund of an order gives back. */
export const amountOf = (order: Order, { amount }: Pick<Refund, 'amount'>): bigint => amount ?? leftOf(order);

/** A refund; undefined while another is pending, or where all or this part of the order went back. */
export async function insertRefund(
  tx: Tx,
  refund: Omit<Refund, 'id' | 'state' | 'failure' | 'failedAt'>,
  now: Date,
): Promise<Refund | undefined> {
  const made: Refund = { ...refund, id: newId(), state: 'PENDING', failure: '', failedAt: null };
  const rows = await tx.query({
    name: 'orders.refund',
    text: `INSERT INTO order_refunds (id, order_id, kind, state, reason, asked_by, created_at, is_part, amount, fee, part_id,
        is_owed)
      VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12) ON CONFLICT DO NOTHING RETURNING 1`,
    values: [
      ...[made.id, made.orderId, made.kind, made.state, made.reason, made.askedBy, now],
      ...[made.isPart, made.amount, made.fee, made.partId, made.isOwed],
    ],
  });
  return rows.length > 0 ? made : undefined;
}

const REFUND = `SELECT id, order_id, kind, state, reason, asked_by, is_part, amount, fee, part_id, failure, failed_at, is_owed
  FROM order_refunds`;

/** All refunds of an order, the first first. */
export function listRefunds(db: Queryable, orderId: string): Promise<Refund[]> {
  const text = `${REFUND} WHERE order_id = $1 ORDER BY created_at, id`;
  return db.query<Refund>({ name: 'orders.refunds', text, values: [orderId] });
}

/** The refund of all that was left of an order, if it has not failed. */
export async function findRefund(db: Queryable, orderId: string): Promise<Refund | undefined> {
  const text = `${REFUND} WHERE order_id = $1 AND state <> 'FAILED' AND NOT is_part`;
  const [row] = await db.query<Refund>({ name: 'orders.refund-of', text, values: [orderId] });
  return row;
}

/** The refund of an order that has not ended: of all, or of a part. */
export async function findPendingRefund(db: Queryable, orderId: string): Promise<Refund | undefined> {
  const text = `${REFUND} WHERE order_id = $1 AND state = 'PENDING'`;
  const [row] = await db.query<Refund>({ name: 'orders.refund-pending', text, values: [orderId] });
  return row;
}

/** The last refund of all that was left of each order, by order: also one that failed. */
export async function lastRefunds(db: Queryable, found: readonly Pick<Order, 'id'>[]): Promise<Map<string, Refund>> {
  if (found.length === 0) return new Map();
  const text = `${REFUND} WHERE order_id = ANY($1::uuid[]) AND NOT is_part ORDER BY created_at, id`;
  const rows = await db.query<Refund>({ name: 'orders.refunds-last', text, values: [found.map(({ id }) => id)] });
  // Of several, the last one stays.
  return new Map(rows.map((refund) => [refund.orderId, refund]));
}

/** Whether the money of a refund is back, or on its way. */
export const isGoing = (refund: Pick<Refund, 'state'> | undefined): boolean =>
  refund !== undefined && refund.state !== 'FAILED';

/** Why what is owed of an order is owed, in the provider's code, and whether it is on its way back again. */
export type Owed = { failure: string; isGoing: boolean };

/** Of those orders that anything is owed of, by order. */
export async function owedOf(db: Queryable, found: readonly Pick<Order, 'id' | 'owed'>[]): Promise<Map<string, Owed>> {
  const ids = found.filter(({ owed }) => owed > 0n).map(({ id }) => id);
  if (ids.length === 0) return new Map();
  const rows = await db.query<Owed & { orderId: string }>({
    name: 'orders.owed',
    text: `SELECT DISTINCT ON (order_id) order_id, failure, EXISTS (
        SELECT FROM order_refunds p WHERE p.order_id = r.order_id AND p.state = 'PENDING' AND p.is_owed) AS is_going
      FROM order_refunds r WHERE order_id = ANY($1::uuid[]) AND failure <> ''
      ORDER BY order_id, coalesce(failed_at, ended_at) DESC, id DESC`,
    values: [ids],
  });
  return new Map(rows.map(({ orderId, ...owed }) => [orderId, owed]));
}

/** Why the last refund of an order failed, or why something is owed; '' where neither is so. */
export const failureOf = (last: Pick<Refund, 'state' | 'failure'> | undefined, owed: Owed | undefined): string =>
  owed?.failure ?? (last?.state === 'FAILED' ? last.failure : '');

/** The parts of orders that went back or are going back, the first first. */
export function listParts(db: Queryable, orderIds: readonly string[]): Promise<Refund[]> {
  const text = `${REFUND} WHERE order_id = ANY($1::uuid[]) AND is_part AND NOT is_owed AND state <> 'FAILED' ORDER BY created_at, id`;
  return db.query<Refund>({ name: 'orders.parts', text, values: [orderIds] });
}

/** Whether what an account bought and still has is being refunded: it comes back if the refund fails. */
export async function isGoingBack(
  db: Queryable,
  { accountId, kind, itemId, now }: Pick<NewOrder, 'accountId' | 'kind' | 'itemId'> & { now: Date },
): Promise<boolean> {
  const text = `SELECT 1 FROM orders o JOIN order_refunds r ON r.order_id = o.id AND r.state = 'PENDING' AND NOT r.is_part
    WHERE o.account_id = $1 AND o.kind = $2 AND o.item_id = $3 AND o.state = 'FULFILLED' AND o.goods_until > $4`;
  const rows = await db.query({ name: 'orders.going-back', text, values: [accountId, kind, itemId, now] });
  return rows.length > 0;
}

/** Writes how a refund ended. */
export async function endRefund(
  tx: Tx,
  { id, state, failure }: Pick<Refund, 'id' | 'state' | 'failure'>,
  now: Date,
): Promise<void> {
  const text = 'UPDATE order_refunds SET state = $2, failure = $3, ended_at = $4 WHERE id = $1';
  await tx.query({ name: 'orders.refund-end', text, values: [id, state, failure, now] });
}

/** Writes that a refund which had succeeded failed. */
export async function failRefund(tx: Tx, { id, failure }: Pick<Refund, 'id' | 'failure'>, now: Date): Promise<void> {
  const text = 'UPDATE order_refunds SET failed_at = $2, failure = $3 WHERE id = $1';
  await tx.query({ name: 'orders.refund-failed', text, values: [id, now, failure] });
}

/** Orders with a refund that the provider has to make since before a moment. What a bank takes back is none. */
export function listRefunding(db: Queryable, before: Date): Promise<Checked[]> {
  const text = `SELECT o.id, o.checked_at FROM orders o JOIN order_refunds r ON r.order_id = o.id
    WHERE r.state = 'PENDING' AND r.kind <> 'DISPUTE' AND r.created_at < $1 ORDER BY o.checked_at, o.id LIMIT 100`;
  return db.query<Checked>({ name: 'orders.refunding', text, values: [before] });
}

/** Paid orders that nothing was delivered for, whose last refund failed and was begun before a moment. */
export function listUndelivered(db: Queryable, before: Date): Promise<Checked[]> {
  const text = `SELECT o.id, o.checked_at FROM orders o WHERE o.state = 'PAID' AND NOT EXISTS (
      SELECT FROM order_refunds r WHERE r.order_id = o.id AND (r.state = 'PENDING' OR r.created_at >= $1)
    ) ORDER BY o.checked_at, o.id LIMIT 100`;
  return db.query<Checked>({ name: 'orders.undelivered', text, values: [before] });
}

/** Orders whose dispute is open, and of which the provider was last asked before a moment. */
export function listDisputed(db: Queryable, before: Date): Promise<Checked[]> {
  const text = `SELECT o.id, o.checked_at FROM orders o JOIN order_refunds r ON r.order_id = o.id
    WHERE r.state = 'PENDING' AND r.kind = 'DISPUTE' AND o.checked_at < $1 ORDER BY o.checked_at, o.id LIMIT 100`;
  return db.query<Checked>({ name: 'orders.disputed', text, values: [before] });
}
