import { createHash } from 'node:crypto';
import type { MessageInitShape } from '@bufbuild/protobuf';
import { timestampFromDate } from '@bufbuild/protobuf/wkt';
import { ReceiptKind, type ReceiptSchema } from '@marquee/contracts/film/v1/receipts_pb';
import { Permission, permits } from '@marquee/contracts/permissions';
import type { Query } from '@marquee/data/database';
import { isId } from '@marquee/data/ids';
import { keyset } from '@marquee/data/paging';
import type { AccountViewer } from '@marquee/runtime/viewer';
import { orderNotFound } from './order-errors.ts';
import * as orders from './orders.ts';
import { type Order, takenFor } from './orders.ts';

type Queryable = { query: Query };
type PaidBack = Pick<orders.Refund, 'id' | 'orderId' | 'state' | 'amount' | 'failedAt'> & { at: Date };

/** A paid order with what went back of it. */
export type OrderReceipt = { order: Order; refunds: PaidBack[] };

/** What a service knows of what was sold. */
export type Sold = {
  kind: ReceiptKind;
  title: string;
  quantity?: number;
  sellerName?: string;
  periodStart?: Date | null;
  periodEnd?: Date | null;
};

/** A page of what an account has paid, the newest first. @param key authenticates the cursor */
export async function listReceipts(
  db: Queryable,
  key: string,
  { accountId, pageSize: size, cursor }: { accountId: string; pageSize: number; cursor: string },
): Promise<{ rows: OrderReceipt[]; nextCursor: string }> {
  const { after, limit, page } = keyset<[string, string]>({ key, scope: `receipts ${accountId}`, size, cursor });
  const place = after && { createdAt: new Date(after[0]), id: after[1] };
  const paid = await orders.listPaid(db, { accountId, after: place, limit });
  const { rows, nextCursor } = page(paid, ({ createdAt, id }) => [createdAt.toISOString(), id]);
  return { rows: await withRefunds(db, rows), nextCursor };
}

/**
 * The receipt of an order, for who paid it and for staff who see users.
 *
 * @throws DomainError NOT_FOUND, ORDER_NOT_FOUND for somebody else's, and for one that is not paid
 */
export async function getReceipt(db: Queryable, viewer: AccountViewer, orderId: string): Promise<OrderReceipt> {
  const order = isId(orderId) ? await orders.find(db, orderId) : undefined;
  const isTheirs = order?.accountId === viewer.accountId || permits(viewer.roles, Permission.SEE_USERS);
  if (!order?.paidAt || !isTheirs) throw orderNotFound();
  const [receipt] = await withRefunds(db, [order]);
  return receipt as OrderReceipt;
}

async function withRefunds(db: Queryable, paid: readonly Order[]): Promise<OrderReceipt[]> {
  const refunds = await db.query<PaidBack>({
    name: 'receipts.refunds',
    text: `SELECT id, order_id, state, amount, failed_at, coalesce(ended_at, created_at) AS at FROM order_refunds
      WHERE order_id = ANY($1::uuid[]) AND state <> 'FAILED' ORDER BY created_at, id`,
    values: [paid.map(({ id }) => id)],
  });
  return paid.map((order) => ({ order, refunds: refunds.filter(({ orderId }) => orderId === order.id) }));
}

/** Letters and digits that are not taken for one another, as Crockford's base 32 has them. */
const DIGITS = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
const NUMBER_DIGITS = 20;

/**
 * The number of a receipt, which many read and nobody types. Its order's id alone would not do: browsers make ids, each service
 * that sells has its own orders, and a part of an id may be that of another.
 */
export function receiptNumber(kind: ReceiptKind, orderId: string): string {
  const hash = createHash('sha256').update(`${ReceiptKind[kind]} ${orderId}`).digest();
  const digits = [...hash.subarray(0, NUMBER_DIGITS)].map((byte) => DIGITS[byte % DIGITS.length]);
  return (digits.join('').match(/.{4}/g) ?? []).join('-');
}

export function receiptMessage({ order, refunds }: OrderReceipt, sold: Sold): MessageInitShape<typeof ReceiptSchema> {
  const { id: orderId, currency, fee, paidAt } = order;
  const { kind, title, quantity = 1, sellerName = '', periodStart, periodEnd } = sold;
  return {
    ...{ orderId, number: receiptNumber(kind, orderId), kind, title, quantity, currency, fee, sellerName },
    amount: takenFor(order),
    orderedAt: timestampFromDate(order.createdAt),
    ...(paidAt && { paidAt: timestampFromDate(paidAt) }),
    ...(periodStart && { periodStart: timestampFromDate(periodStart) }),
    ...(periodEnd && { periodEnd: timestampFromDate(periodEnd) }),
    refunds: refunds.map(({ id, state, failedAt, at, ...refund }) => ({
      ...{ id, amount: orders.amountOf(order, refund), ended: state === 'SUCCEEDED', at: timestampFromDate(at) },
      ...(failedAt && { failedAt: timestampFromDate(failedAt) }),
    })),
  };
}
