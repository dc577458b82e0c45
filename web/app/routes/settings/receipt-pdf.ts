import { api } from '../../api/context.ts';
import { ownReceipt } from '../../api/own-receipt.ts';
import { pdfResponse } from '../../api/pdf-response.ts';
import { requireViewer } from '../../api/viewer.ts';
import { receiptDocument } from '../../features/receipts/receipt-document.ts';
import type { Route } from './+types/receipt-pdf';

/** A receipt as a file [SET-11]. */
export async function loader(args: Route.LoaderArgs) {
  requireViewer(args);
  const receipt = await ownReceipt(args.context.get(api), args.params);
  return pdfResponse(args.context.get(api), receiptDocument(receipt), `receipt-${receipt.number}.pdf`);
}
