import { EARNINGS_MESSAGES, quarterFields } from '@marquee/rules/earnings';
import { z } from 'zod';
import { allPages } from '../own-films/csv-response.ts';
import { fileQuery } from './file-query.ts';
import type { StatementFile, StatementFileLine } from './statement-csv.ts';

const PAGE_SIZE = 100;

type Page = { opening: bigint; closing: bigint; currency: string; lines: StatementFileLine[]; nextCursor: string };
export type Quarter = { year: number; quarter: number };
export type WholeStatement = Omit<StatementFile, 'sold'> & Quarter;

const inDigits = (digits: RegExp) => z.string().regex(digits).transform(Number);
const quarterSchema = z.strictObject({
  year: inDigits(/^\d{4}$/).pipe(quarterFields.year),
  quarter: inDigits(/^\d$/).pipe(quarterFields.quarter),
});

/** The quarter that an address asks for. @throws a 400 for what is no quarter */
export const quarterOf = (url: URL): Quarter => fileQuery(url, quarterSchema, EARNINGS_MESSAGES.quarter);

/** All pages of a quarter of an account [STU-09:statements]. */
export async function wholeStatement(
  quarter: Quarter,
  ask: (asked: Quarter & { pageSize: number; cursor: string }) => Promise<Page>,
): Promise<WholeStatement> {
  const pages: Page[] = [];
  const lines = await allPages(async (cursor) => {
    const page = await ask({ ...quarter, pageSize: PAGE_SIZE, cursor });
    pages.push(page);
    return { items: page.lines, nextCursor: page.nextCursor };
  });
  // What came while the pages were read is on the last one.
  const { opening = 0n, currency = '' } = pages[0] ?? {};
  return { ...quarter, opening, closing: pages.at(-1)?.closing ?? 0n, currency, lines };
}
