import type { GetStatementResponse } from '@marquee/contracts/film/v1/earnings_pb';
import { api } from '../../api/context.ts';
import { requirePro } from '../../api/viewer.ts';
import { statementCsv } from '../../features/earnings/statement-csv.ts';
import { allPages, csvResponse } from '../../features/own-films/csv-response.ts';
import type { Route } from './+types/statement-csv';

const PAGE_SIZE = 100;

/** A quarter of a maker's account as a file [STU-09:statements]. */
export async function loader({ context, url }: Route.LoaderArgs) {
  requirePro({ context });
  const { earnings } = context.get(api);
  const asked = { year: Number(url.searchParams.get('year')), quarter: Number(url.searchParams.get('quarter')) };
  const pages: GetStatementResponse[] = [];
  const lines = await allPages(async (cursor) => {
    const page = await earnings.getStatement({ ...asked, pageSize: PAGE_SIZE, cursor });
    pages.push(page);
    return { items: page.lines.map((line) => ({ ...line, name: line.filmTitle })), nextCursor: page.nextCursor };
  });
  // What came while the pages were read is on the last one.
  const { opening = 0n, currency = '' } = pages[0] ?? {};
  const text = await statementCsv({ opening, closing: pages.at(-1)?.closing ?? 0n, currency, lines, sold: 'film' });
  return csvResponse(text, `statement-${asked.year}-q${asked.quarter}.csv`);
}
