import type { MessageInitShape } from '@bufbuild/protobuf';
import { timestampFromDate } from '@bufbuild/protobuf/wkt';
import {
  type EarningDaySchema,
  type EarningTotalsSchema,
  type FilmEarningsSchema,
  type GetEarningsResponseSchema,
  type GetStatementResponseSchema,
  StatementLineKind,
  type StatementLineSchema,
} from '@marquee/contracts/film/v1/earnings_pb';
import type { Line, Totals } from '@marquee/payments/earnings';
import { SALES_CURRENCY as currency, SALES_CURRENCY_SYMBOL as currencySymbol } from '@marquee/rules/payments';
import type { OfDay, OfFilm } from './earnings.ts';
import type { Earnings } from './get-earnings.ts';
import type { Statement } from './get-statement.ts';

export const earningsMessage = ({
  fee: eoFee,
  ...rest
}: Earnings): MessageInitShape<typeof GetEarningsResponseSchema> => ({
  ...rest,
  ...{ eoFee, currency, currencySymbol },
});

const totalsMessage = ({ sales, refunds, earnings, fee }: Totals): MessageInitShape<typeof EarningTotalsSchema> => ({
  ...{ sales, refunds, earnings, eoFee: fee },
});

export const filmEarningsMessage = ({
  filmId,
  filmTitle,
  ...totals
}: OfFilm): MessageInitShape<typeof FilmEarningsSchema> => ({ filmId, filmTitle, totals: totalsMessage(totals) });

export const earningDayMessage = ({ day, ...totals }: OfDay): MessageInitShape<typeof EarningDaySchema> => ({
  day,
  totals: totalsMessage(totals),
});

const KINDS: Readonly<Record<string, StatementLineKind>> = {
  SALE: StatementLineKind.SALE,
  DISPUTE: StatementLineKind.DISPUTE,
  PAYOUT: StatementLineKind.PAYOUT,
};

function lineMessage(
  { id, reason, endedAt, itemId, amount, fee }: Line,
  titles: Statement['titles'],
): MessageInitShape<typeof StatementLineSchema> {
  const [kind, filmId] = [KINDS[reason] ?? StatementLineKind.REFUND, itemId ?? ''];
  return { id, kind, at: timestampFromDate(endedAt), filmId, filmTitle: titles.get(filmId) ?? '', amount, eoFee: fee };
}

export function statementMessage({
  rows,
  totals,
  titles,
  ...rest
}: Statement): MessageInitShape<typeof GetStatementResponseSchema> {
  return { ...rest, currency, totals: totalsMessage(totals), lines: rows.map((line) => lineMessage(line, titles)) };
}
