import type { Timestamp } from '@bufbuild/protobuf/wkt';
import { type Receipt, ReceiptKind } from '@marquee/contracts/film/v1/receipts_pb';
import { SubscriptionType } from '@marquee/contracts/identity/v1/account_pb';
import { formatAddedDate } from '../../language/format.ts';
import { _ } from '../../language/words.ts';
import { planName } from '../plans/plan-words.ts';

type At = Pick<Timestamp, 'seconds'>;

/** A receipt as a page loads it. */
export type Paid = Pick<
  Receipt,
  'orderId' | 'number' | 'kind' | 'title' | 'quantity' | 'amount' | 'currency' | 'fee' | 'sellerName'
> & {
  paidAt?: At | undefined;
  periodStart?: At | undefined;
  periodEnd?: At | undefined;
  refunds: readonly { id: string; amount: bigint; ended: boolean; at?: At | undefined; failedAt?: At | undefined }[];
};

export const dateOf = ({ seconds }: At): Date => new Date(Number(seconds) * 1_000);

/** What was bought. */
export function boughtText({ kind, title, quantity }: Pick<Paid, 'kind' | 'title' | 'quantity'>): string {
  if (kind === ReceiptKind.PLAN) {
    const plan = SubscriptionType[title as keyof typeof SubscriptionType] ?? SubscriptionType.UNSPECIFIED;
    return _('Marquee {plan}', { plan: planName(plan) });
  }
  if (kind === ReceiptKind.TICKETS) return `${quantity} × ${title || _('Tickets that were deleted')}`;
  if (kind === ReceiptKind.SUBMISSION) return title || _('A call that was deleted');
  return title || _('A film that was deleted');
}

/** What kind of thing that is, or for which time. */
export function kindText({ kind, periodStart, periodEnd }: Pick<Paid, 'kind' | 'periodStart' | 'periodEnd'>): string {
  if (kind === ReceiptKind.TICKETS) return _('Tickets');
  if (kind === ReceiptKind.SUBMISSION) return _('Fee of a submission');
  if (kind === ReceiptKind.FILM) return _('Unlocked film');
  if (!periodStart || !periodEnd) return _('Plan');
  const [from, until] = [periodStart, periodEnd].map((at) => formatAddedDate(dateOf(at)));
  return _('{from} to {until}', { from, until });
}

/** Who sold it: the platform itself sells plans. */
export const sellerText = ({ kind, sellerName }: Pick<Paid, 'kind' | 'sellerName'>): string =>
  sellerName || (kind === ReceiptKind.PLAN ? 'Marquee' : _('Not known any more'));

/** How it stands with what went back or goes back; '' where nothing does. */
export function backText({ amount, refunds }: Pick<Paid, 'amount' | 'refunds'>): string {
  const back = backOf({ refunds });
  if (back === 0n) return refunds.length > 0 ? _('Refund failed') : '';
  if (refunds.some(({ ended }) => !ended)) return _('Refund on its way');
  return back < amount ? _('Partly refunded') : _('Refunded');
}

/** What went back and is going back together, in cents, without what failed afterwards. */
export const backOf = ({ refunds }: Pick<Paid, 'refunds'>): bigint =>
  refunds.reduce((sum, { amount, failedAt }) => (failedAt ? sum : sum + amount), 0n);
