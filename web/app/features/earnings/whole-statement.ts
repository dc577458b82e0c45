import { EARNINGS_MESSAGES, quarterFields } from '@marquee/rules/earnings';
import { z } from 'zod';
import { badRequest } from '../../api/viewer.ts';
import { allPages } from '../own-films/csv-response.ts';
import type { StatementFile, StatementFileLine } from './statement-csv.ts';

const PAGE_SIZE = 100;

type Page = { opening: bigint; closing: bigint; currency: string; lines: StatementFileLine[]; nextCursor: string };
export type Quarter = { year: number; quarter: number };
export type WholeStatement = Omit<StatementFile, 'sold'> & Quarter;

const quarterSchema = z.object(quarterFields);

/** The quarter that an address asks for. @throws a 400 for what is no quarter */
export function quarterOf({ searchParams }: URL): Quarter {
  const [year, quarter] = ['year', 'quarter'].map((name) => Number(searchParams.get(name)));
  const asked = quarterSchema.safeParse({ year, quarter });
  if (!asked.success) throw badRequest(EARNINGS_MESSAGES.quarter);
  return asked.data;
}

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
