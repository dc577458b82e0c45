import { api } from '../../api/context.ts';
import { filmStatement } from '../../api/own-statement.ts';
import { requirePro } from '../../api/viewer.ts';
import { statementCsv } from '../../features/earnings/statement-csv.ts';
import { quarterOf } from '../../features/earnings/whole-statement.ts';
import { csvResponse } from '../../features/own-films/csv-response.ts';
import type { Route } from './+types/statement-csv';

/** A quarter of a maker's account as a file [STU-09:statements]. */
export async function loader({ context, url }: Route.LoaderArgs) {
  requirePro({ context });
  const { year, quarter, ...file } = await filmStatement(context.get(api), quarterOf(url));
  return csvResponse(await statementCsv({ ...file, sold: 'film' }), `statement-${year}-q${quarter}.csv`);
}
