import type { Query } from '@marquee/data/database';
import { keyset } from '@marquee/data/paging';
import * as books from './earnings.ts';

/** A page of a quarter of a seller's account, with its sums. */
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
  totals: books.NO_TOTALS,
};

type Asked = { ownerId: string; year: number; quarter: number; pageSize: number; cursor: string };

/**
 * A quarter of a seller's account, line by line: what it held before and the lines add up to what it held after.
 *
 * @param key authenticates the cursor
 * @throws DomainError INVALID for a cursor of another list
 */
export async function readStatement(
  db: { query: Query },
  key: string,
  { ownerId, year, quarter, pageSize: size, cursor }: Asked,
): Promise<Statement> {
  const scope = `statement ${year} ${quarter} ${ownerId}`;
  const { after, limit, page } = keyset<[string, string]>({ key, scope, size, cursor });
  const book = await books.bookOf(db, ownerId);
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
