import { api } from '../../api/context.ts';
import { festivalStatement } from '../../api/own-statement.ts';
import { pdfResponse } from '../../api/pdf-response.ts';
import { requireViewer } from '../../api/viewer.ts';
import { statementDocument } from '../../features/earnings/statement-document.ts';
import { quarterOf } from '../../features/earnings/whole-statement.ts';
import type { Route } from './+types/money-statement-pdf';

/** The sums of a quarter of an organization's account as a file. */
export async function loader(args: Route.LoaderArgs) {
  requireViewer(args);
  const { festivalId } = args.params;
  const statement = await festivalStatement(args.context.get(api), { ...quarterOf(args.url), festivalId });
  const { year, quarter } = statement;
  return pdfResponse(args.context.get(api), statementDocument(statement), `statement-${year}-q${quarter}.pdf`);
}
