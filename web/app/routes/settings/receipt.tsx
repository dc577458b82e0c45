import { api } from '../../api/context.ts';
import { ownReceipt } from '../../api/own-receipt.ts';
import { requireViewer } from '../../api/viewer.ts';
import { ReceiptPage } from '../../features/receipts/receipt-page.tsx';
import { SettingsPage } from '../../features/settings/settings-page.tsx';
import { _ } from '../../language/words.ts';
import { pageTitle } from '../../layout/page-meta.ts';
import type { Route } from './+types/receipt';

export const meta: Route.MetaFunction = ({ loaderData }) => [
  { title: pageTitle(_('Receipt {number}', { number: loaderData?.receipt.number ?? '' })) },
];

export async function loader(args: Route.LoaderArgs) {
  requireViewer(args);
  return { receipt: await ownReceipt(args.context.get(api), args.params) };
}

export default function ReceiptRoute({ loaderData: { receipt }, params: { seller, orderId } }: Route.ComponentProps) {
  return (
    <SettingsPage title={_('Receipt {number}', { number: receipt.number })}>
      <ReceiptPage receipt={receipt} pdfPath={`/settings/receipts/${seller}/${orderId}/receipt.pdf`} />
    </SettingsPage>
  );
}
