import { api } from '../../api/context.ts';
import { festivalStatement } from '../../api/own-statement.ts';
import { requireViewer } from '../../api/viewer.ts';
import { statementCsv } from '../../features/earnings/statement-csv.ts';
import { quarterOf } from '../../features/earnings/whole-statement.ts';
import { csvResponse } from '../../features/own-films/csv-response.ts';
import type { Route } from './+types/money-statement-csv';

/** A quarter of an organization's account as a file. */
export async function loader(args: Route.LoaderArgs) {
  requireViewer(args);
  const { festivalId } = args.params;
  const asked = { ...quarterOf(args.url), festivalId };
  const { year, quarter, ...file } = await festivalStatement(args.context.get(api), asked);
  return csvResponse(await statementCsv({ ...file, sold: 'item' }), `statement-${year}-q${quarter}.csv`);
}
