import type { Tx } from '@marquee/data/database';
import * as accounts from '@marquee/ledger/accounts';
import { type NamedTransfer, post, stateOf, transfer, transferAll, voidTransfer } from '@marquee/ledger/transfers';
import { v5 } from 'uuid';
import { amountOf, type Order, type Refund, takenFor } from './orders.ts';

/** The accounts of sales. A balance below nothing is what the platform has to get: the provider owes us what it holds. */
export const ACCOUNTS = {
  /** Money that the payment provider holds for us, as a debit. */
  PROVIDER: 'PROVIDER',
  /** Paid and not yet delivered: it is still the buyers'. */
  UNDELIVERED: 'UNDELIVERED',
  /** The platform's part of what was sold. */
  PLATFORM_FEE: 'PLATFORM_FEE',
  /** What the platform has paid to buyers by itself, because the provider could not give it back. */
  PAID_ELSEWHERE: 'PAID_ELSEWHERE',
  /** A seller's part. Refunds after a payout can make it negative. */
  EARNINGS: 'EARNINGS',
} as const;

const NAMESPACE = '0b5e0d0c-6f7e-5f0a-9b57-1d3f3b7a4a11';
/** The id of a transfer of an order, or of a refund: the same step of the same one is the same transfer. */
export const transferIdOf = (id: string, step: 'PAID' | 'SALE' | 'REFUND_FAILED') => v5(`${step} ${id}`, NAMESPACE);

/**
 * The buyer's money has come: provider → undelivered. Where what was bought was delivered for it, also undelivered →
 * platform's fee and seller's earnings.
 */
export async function bookPaid(tx: Tx, order: Order, isDelivered: boolean, now: Date): Promise<void> {
  const taken = takenFor(order);
  const paid = step(order, 'PAID', [part('PROVIDER', order, -taken), part('UNDELIVERED', order, taken)]);
  const sale = () => step(order, 'SALE', [part('UNDELIVERED', order, -order.amount), ...shares(order, order)]);
  await transferAll(tx, isDelivered ? [paid, sale()] : [paid], now);
}

const step = (order: Order, reason: 'PAID' | 'SALE', parts: Part[]): NamedTransfer => ({
  ...{ id: transferIdOf(order.id, reason), reason, subjectId: order.id, parts },
});

/** Money is to go back: from the accounts that hold it to the provider. Held until the provider says how it went. */
export async function holdRefund(tx: Tx, order: Order, refund: Refund, now: Date): Promise<void> {
  const isSold = !refund.isOwed && (await stateOf(tx, transferIdOf(order.id, 'SALE'))) === 'POSTED';
  const amount = amountOf(order, refund);
  const fee = refund.fee ?? order.fee - order.returnedFee;
  const from = isSold ? shares(order, { amount, fee }) : [part('UNDELIVERED', order, amount)];
  const back = from.map((each) => ({ account: each.account, amount: -each.amount }));
  const by = refund.kind === 'ELSEWHERE' ? 'PAID_ELSEWHERE' : 'PROVIDER';
  const entries = await entriesOf(tx, [part(by, order, amount), ...back], now);
  await transfer(tx, { id: refund.id, reason: refund.kind, subjectId: order.id, entries, state: 'PENDING', now });
}

export async function endRefund(tx: Tx, refund: Refund, state: 'SUCCEEDED' | 'FAILED', now: Date): Promise<void> {
  await (state === 'SUCCEEDED' ? post : voidTransfer)(tx, refund.id, now);
}

/** What a refund gave back is with the provider again: it is the buyer's, and nothing changes for who sold it. */
export async function bookRefundFailed(tx: Tx, order: Order, refund: Refund, now: Date): Promise<void> {
  const amount = amountOf(order, refund);
  const [reason, parts] = [
    'REFUND_FAILED',
    [part('PROVIDER', order, -amount), part('UNDELIVERED', order, amount)],
  ] as const;
  await transferAll(tx, [{ id: transferIdOf(refund.id, reason), reason, subjectId: order.id, parts }], now);
}

/** A seller's account in the books. */
export function earningsAccount(
  tx: Tx,
  { ownerId: owner, currency: unit }: { ownerId: string; currency: string },
  now: Date,
): Promise<string> {
  return accounts.open(tx, { kind: 'EARNINGS', owner, unit, mayBeNegative: true }, now);
}

type Payout = { id: string; ownerId: string; amount: bigint; currency: string };

/** A seller's part is to leave: earnings → provider, which holds our money. Held until the provider says how it went. */
export async function holdPayout(tx: Tx, payout: Payout, now: Date): Promise<void> {
  const { id, amount, currency: unit } = payout;
  const provider = await accounts.open(tx, { kind: 'PROVIDER', owner: '', unit, mayBeNegative: true }, now);
  const entries = [
    { accountId: await earningsAccount(tx, payout, now), amount: -amount },
    { accountId: provider, amount },
  ];
  await transfer(tx, { id, reason: 'PAYOUT', subjectId: id, entries, state: 'PENDING', now });
}

/** The payout went out, or its money is the seller's again. */
export async function bookPayoutEnd(tx: Tx, id: string, state: 'PAID' | 'FAILED', now: Date): Promise<void> {
  await (state === 'PAID' ? post : voidTransfer)(tx, id, now);
}

type Part = { account: accounts.LedgerAccount; amount: bigint };

function part(kind: keyof typeof ACCOUNTS, order: Order, amount: bigint): Part {
  const owner = kind === 'EARNINGS' ? order.payeeId : '';
  return { account: { kind, owner, unit: order.currency, mayBeNegative: true }, amount };
}

/** What the platform gives back of an amount: its part of all that went back, less what it gave back before. */
export function feeOfPart(order: Order, amount: bigint): bigint {
  return (order.fee * (order.returned + amount)) / takenFor(order) - order.returnedFee;
}

/** What the platform and the seller get of an amount. */
function shares(order: Order, { amount: all, fee }: { amount: bigint; fee: bigint }): Part[] {
  const parts = [part('PLATFORM_FEE', order, fee), part('EARNINGS', order, all - fee)];
  return parts.filter(({ amount }) => amount > 0n);
}

async function entriesOf(tx: Tx, parts: readonly Part[], now: Date) {
  const ids = await accounts.openAll(
    tx,
    parts.map(({ account }) => account),
    now,
  );
  return parts.map(({ amount }, index) => ({ accountId: ids[index] as string, amount }));
}
