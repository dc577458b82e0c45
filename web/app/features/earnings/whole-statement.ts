import { allPages } from '../own-films/csv-response.ts';
import type { StatementFile, StatementFileLine } from './statement-csv.ts';

const PAGE_SIZE = 100;

type Page = { opening: bigint; closing: bigint; currency: string; lines: StatementFileLine[]; nextCursor: string };
export type Quarter = { year: number; quarter: number };
export type WholeStatement = Omit<StatementFile, 'sold'> & Quarter;

/** The quarter that an address asks for. */
export const quarterOf = ({ searchParams }: URL): Quarter => ({
  year: Number(searchParams.get('year')),
  quarter: Number(searchParams.get('quarter')),
});

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
