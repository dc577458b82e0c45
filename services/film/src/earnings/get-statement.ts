import { keyset } from '@marquee/data/paging';
import { EARNINGS_MESSAGES, STATEMENT_YEAR_MIN } from '@marquee/rules/earnings';
import type { AccountViewer } from '@marquee/runtime/viewer';
import { z } from 'zod';
import { listSchema } from '../films/request-schemas.ts';
import type { FilmResources } from '../resources.ts';
import * as books from './earnings.ts';

export const getStatementSchema = listSchema.extend({
  year: z.number().int().min(STATEMENT_YEAR_MIN, EARNINGS_MESSAGES.quarter).max(9_999, EARNINGS_MESSAGES.quarter),
  quarter: z.number().int().min(1, EARNINGS_MESSAGES.quarter).max(4, EARNINGS_MESSAGES.quarter),
});

export type Statement = {
  opening: bigint;
  closing: bigint;
  totals: books.Totals;
  paidOut: bigint;
  rows: books.Line[];
  nextCursor: string;
};

const NOTHING: Statement = {
  ...{ opening: 0n, closing: 0n, paidOut: 0n, rows: [], nextCursor: '' },
  totals: { sales: 0n, refunds: 0n, earnings: 0n, fee: 0n },
};

/** A quarter of the viewer's account, line by line: what it held before and the lines add up to what it held after [STU-09:statements]. */
export async function getStatement(
  { db, config }: FilmResources,
  { accountId }: AccountViewer,
  { year, quarter, pageSize: size, cursor }: z.output<typeof getStatementSchema>,
): Promise<Statement> {
  const scope = `statement ${year} ${quarter} ${accountId}`;
  const { after, limit, page } = keyset<[string, string]>({ key: config.CURSOR_KEY, scope, size, cursor });
  const book = await books.bookOf(db, accountId);
  if (!book) return NOTHING;
  const [from, to] = [new Date(Date.UTC(year, (quarter - 1) * 3)), new Date(Date.UTC(year, quarter * 3))];
  const place = after && { endedAt: new Date(after[0]), id: after[1] };
  const [opening, closing, { paidOut, ...totals }, lines] = await Promise.all([
    books.heldAt(db, book.mine, from),
    books.heldAt(db, book.mine, to),
    books.totals(db, book, { from, to }),
    books.listLines(db, book, { from, to, after: place, limit }),
  ]);
  return { opening, closing, totals, paidOut, ...page(lines, ({ endedAt, id }) => [endedAt.toISOString(), id]) };
}
