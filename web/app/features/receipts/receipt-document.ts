import { COIN_UNIT } from '@marquee/rules/coins';
import { formatMoment } from '../../language/format.ts';
import { _ } from '../../language/words.ts';
import { amountText } from '../coins/coins-text.ts';
import { backOf, boughtText, dateOf, kindText, type Paid, sellerText } from './receipt-words.ts';

/** The id is its own among the lines of one receipt. */
export type ReceiptLine = { id: string; label: string; amount: string; strong: boolean };

/** Who sold what, and when. */
export function receiptFacts(receipt: Paid): { label: string; text: string }[] {
  const { paidAt, number, orderId } = receipt;
  return [
    { label: _('What'), text: `${boughtText(receipt)} · ${kindText(receipt)}` },
    { label: _('Sold by'), text: sellerText(receipt) },
    // A moment of UTC on every copy of it, wherever it is opened.
    { label: _('Paid'), text: paidAt ? formatMoment(dateOf(paidAt), 'UTC') : '' },
    { label: _('Receipt'), text: number },
    { label: _('Order'), text: orderId },
  ];
}

/** What was paid, what of it is the platform's, and what went back. */
export function receiptLines(receipt: Paid): ReceiptLine[] {
  const { amount, currency, fee, refunds } = receipt;
  const back = backOf(receipt);
  const line = (id: string, label: string, part: bigint, strong = false) => ({
    ...{ id, label, amount: amountText(part, currency), strong },
  });
  return [
    line('paid', currency === COIN_UNIT ? _('Paid with coins') : _('Paid by card'), amount, true),
    // All of a plan is the platform's, and coins are no money.
    ...(fee > 0n && fee < amount ? [line('fee', _('Of this, the fee of Marquee'), fee)] : []),
    ...refunds.flatMap(({ id, amount: part, ended, at, failedAt }) => {
      const date = at ? formatMoment(dateOf(at), 'UTC') : '';
      const asked = ended ? _('Refunded on {date}', { date }) : _('On its way back since {date}', { date });
      const failed = failedAt && _('The refund failed on {date}', { date: formatMoment(dateOf(failedAt), 'UTC') });
      return [line(id, asked, -part), ...(failed ? [line(`failed-${id}`, failed, part)] : [])];
    }),
    ...(back > 0n ? [line('left', _('Left'), amount - back, true)] : []),
  ];
}

/** A receipt as a document that is printed, in the language of its reader. */
export function receiptDocument(receipt: Paid) {
  const { number } = receipt;
  return {
    title: _('Receipt {number}', { number }),
    lines: receiptFacts(receipt).map(({ label, text }) => `${label}: ${text}`),
    tables: [
      {
        headings: [_('Payment'), _('Amount')],
        rows: receiptLines(receipt).map(({ label, amount, strong }) => ({ cells: [label, amount], strong })),
      },
    ],
  };
}
