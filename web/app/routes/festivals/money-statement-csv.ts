import type { GetFestivalStatementResponse } from '@marquee/contracts/festival/v1/earnings_pb';
import { api } from '../../api/context.ts';
import { requireViewer } from '../../api/viewer.ts';
import { statementCsv } from '../../features/earnings/statement-csv.ts';
import { allPages, csvResponse } from '../../features/own-films/csv-response.ts';
import type { Route } from './+types/money-statement-csv';

const PAGE_SIZE = 100;

/** A quarter of an organization's account as a file. */
export async function loader(args: Route.LoaderArgs) {
  requireViewer(args);
  const { festivalEarnings } = args.context.get(api);
  const { searchParams } = args.url;
  const asked = { year: Number(searchParams.get('year')), quarter: Number(searchParams.get('quarter')) };
  const pages: GetFestivalStatementResponse[] = [];
  const lines = await allPages(async (cursor) => {
    const { festivalId } = args.params;
    const page = await festivalEarnings.getFestivalStatement({ ...asked, festivalId, pageSize: PAGE_SIZE, cursor });
    pages.push(page);
    return { items: page.lines, nextCursor: page.nextCursor };
  });
  // What came while the pages were read is on the last one.
  const { opening = 0n, currency = '' } = pages[0] ?? {};
  const text = await statementCsv({ opening, closing: pages.at(-1)?.closing ?? 0n, currency, lines, sold: 'item' });
  return csvResponse(text, `statement-${asked.year}-q${asked.quarter}.csv`);
}
