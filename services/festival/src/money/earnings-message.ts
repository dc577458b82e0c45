import type { MessageInitShape } from '@bufbuild/protobuf';
import { timestampFromDate } from '@bufbuild/protobuf/wkt';
import {
  EarningSourceKind,
  type EarningSourceSchema,
  type FestivalStatementLineSchema,
  type GetFestivalEarningsResponseSchema,
  type GetFestivalStatementResponseSchema,
} from '@marquee/contracts/festival/v1/earnings_pb';
import {
  type EarningDaySchema,
  type EarningTotalsSchema,
  StatementLineKind,
} from '@marquee/contracts/film/v1/earnings_pb';
import type { Line, Totals } from '@marquee/payments/earnings';
import { SALES_CURRENCY as currency } from '@marquee/rules/payments';
import type * as tallies from '../tallies/tallies.ts';
import { type FestivalEarnings, totalsOf } from './get-festival-earnings.ts';
import type { FestivalStatement } from './get-festival-statement.ts';

export const totalsMessage = ({ fee: eoFee, ...rest }: Totals): MessageInitShape<typeof EarningTotalsSchema> => ({
  ...rest,
  eoFee,
});

export const festivalEarningsMessage = ({
  totals,
  ...rest
}: FestivalEarnings): MessageInitShape<typeof GetFestivalEarningsResponseSchema> => ({
  ...{ ...rest, currency, totals: totalsMessage(totals) },
});

export const sourceMessage = ({
  kind,
  id,
  name,
  tickets,
  returned,
  ...sums
}: tallies.OfSource): MessageInitShape<typeof EarningSourceSchema> => ({
  ...{ id, name: name ?? '', kind: EarningSourceKind[kind], tickets: tickets - returned },
  totals: totalsMessage(totalsOf(sums)),
});

export const dayMessage = ({ day, ...sums }: tallies.OfDay): MessageInitShape<typeof EarningDaySchema> => ({
  ...{ day, totals: totalsMessage(totalsOf(sums)) },
});

const KINDS: Readonly<Record<string, StatementLineKind>> = {
  SALE: StatementLineKind.SALE,
  DISPUTE: StatementLineKind.DISPUTE,
  PAYOUT: StatementLineKind.PAYOUT,
};

const lineMessage = (
  { id, reason, endedAt, orderId, amount, fee: eoFee }: Line,
  names: FestivalStatement['names'],
): MessageInitShape<typeof FestivalStatementLineSchema> => ({
  ...{ id, kind: KINDS[reason] ?? StatementLineKind.REFUND, at: timestampFromDate(endedAt) },
  ...{ name: names.get(orderId ?? '') ?? '', amount, eoFee },
});

export const festivalStatementMessage = ({
  rows,
  totals,
  names,
  ...rest
}: FestivalStatement): MessageInitShape<typeof GetFestivalStatementResponseSchema> => ({
  ...{ ...rest, currency, totals: totalsMessage(totals) },
  lines: rows.map((line) => lineMessage(line, names)),
});
