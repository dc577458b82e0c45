import { StatementLineKind as Kind } from '@marquee/contracts/film/v1/earnings_pb';
import { formatCount, formatUsd } from '../../language/format.ts';
import { _ } from '../../language/words.ts';
import type { WholeStatement } from './whole-statement.ts';

/** More than this would be a book: the rest is summed up, and the CSV has every line. */
const NAMES_MAX = 200;

type Lines = WholeStatement['lines'];
type Sold = { sales: number; fee: bigint; amount: bigint };

const sumOf = (lines: Lines, kind: Kind): bigint =>
  lines.reduce((sum, line) => (line.kind === kind ? sum + line.amount : sum), 0n);

/**
 * The sums of a quarter of a seller's account, and what each thing that was sold has brought. Every line is in the CSV.
 *
 * @throws Error where the lines do not add up to the balance: nobody gets a wrong statement
 */
export function statementDocument({ year, quarter, opening, closing, lines }: WholeStatement) {
  if (opening + lines.reduce((sum, { amount }) => sum + amount, 0n) !== closing) {
    throw new Error('the lines of a statement do not add up to its balance');
  }
  const row = (label: string, amount: bigint, strong = false) => ({ cells: [label, formatUsd(amount)], strong });
  const sums = [
    row(_('Held before the quarter'), opening),
    row(_('Your part of sales'), sumOf(lines, Kind.SALE)),
    row(_('Refunds'), sumOf(lines, Kind.REFUND)),
    row(_('Taken back by banks'), sumOf(lines, Kind.DISPUTE)),
    row(_('Payouts'), sumOf(lines, Kind.PAYOUT)),
    row(_('Held after the quarter'), closing, true),
  ];
  const sold = soldRows(lines);
  return {
    title: _('Statement of quarter {quarter} of {year}', { quarter, year: String(year) }),
    lines: [_('In US dollars. A quarter begins and ends at midnight UTC.')],
    tables: [
      { headings: [_('Account'), _('Amount')], rows: sums },
      ...(sold.length > 0
        ? [{ headings: [_('Sold'), _('Sales'), _('Platform fee'), _('Your part')], rows: sold }]
        : []),
    ],
  };
}

/** What each thing has brought, without what went back; the most first. */
function soldRows(lines: Lines) {
  const byName = new Map<string, Sold>();
  for (const { kind, name, eoFee, amount } of lines) {
    if (kind === Kind.PAYOUT) continue;
    const known = byName.get(name) ?? { sales: 0, fee: 0n, amount: 0n };
    byName.set(name, {
      sales: known.sales + (kind === Kind.SALE ? 1 : 0),
      fee: known.fee + eoFee,
      amount: known.amount + amount,
    });
  }
  const sorted = [...byName].sort(([, one], [, other]) => Number(other.amount - one.amount));
  const others = sorted.slice(NAMES_MAX).map(([, sold]) => sold);
  const rows = sorted.slice(0, NAMES_MAX).map(([name, sold]) => rowOf(name || _('Not there any more'), sold));
  if (others.length === 0) return rows;
  const rest = others.reduce((sum, { sales, fee, amount }) => ({
    ...{ sales: sum.sales + sales, fee: sum.fee + fee, amount: sum.amount + amount },
  }));
  return [...rows, rowOf(_('All others together'), rest)];
}

const rowOf = (name: string, { sales, fee, amount }: Sold) => ({
  cells: [name.slice(0, 300), formatCount(sales), formatUsd(fee), formatUsd(amount)],
  strong: false,
});
