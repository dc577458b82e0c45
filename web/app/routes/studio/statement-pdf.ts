import { api } from '../../api/context.ts';
import { filmStatement } from '../../api/own-statement.ts';
import { pdfResponse } from '../../api/pdf-response.ts';
import { requirePro } from '../../api/viewer.ts';
import { statementDocument } from '../../features/earnings/statement-document.ts';
import { quarterOf } from '../../features/earnings/whole-statement.ts';
import type { Route } from './+types/statement-pdf';

/** The sums of a quarter of a maker's account as a file [STU-09:statements]. */
export async function loader({ context, url }: Route.LoaderArgs) {
  requirePro({ context });
  const statement = await filmStatement(context.get(api), quarterOf(url));
  const { year, quarter } = statement;
  return pdfResponse(context.get(api), statementDocument(statement), `statement-${year}-q${quarter}.pdf`);
}
