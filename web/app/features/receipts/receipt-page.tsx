import { FileDown } from 'lucide-react';
import { _ } from '../../language/words.ts';
import { LinkButton } from '../../ui/button.tsx';
import { receiptFacts, receiptLines } from './receipt-document.ts';
import type { Paid } from './receipt-words.ts';

/** One receipt: who sold what and when, what was paid and what went back [SET-11]. */
export function ReceiptPage({ receipt, pdfPath }: { receipt: Paid; pdfPath: string }) {
  return (
    <div className="grid gap-8">
      <dl className="grid gap-x-6 gap-y-3 sm:grid-cols-[10rem_minmax(0,1fr)]">
        {receiptFacts(receipt).map(({ label, text }) => (
          <div key={label} className="contents">
            <dt className="text-ink-muted max-sm:-mb-2">{label}</dt>
            <dd className="wrap-anywhere">{text}</dd>
          </div>
        ))}
      </dl>
      <table className="w-full border-line border-t">
        <caption className="sr-only">{_('What was paid and what went back')}</caption>
        <tbody>
          {receiptLines(receipt).map(({ id, label, amount, strong }) => (
            <tr key={id} className={strong ? 'border-line border-b font-medium' : 'border-line border-b'}>
              <th scope="row" className="py-3 text-start font-[inherit]">
                {label}
              </th>
              <td className="tabular py-3 text-end">{amount}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <div className="flex flex-wrap gap-3 print:hidden">
        <LinkButton variant="primary" to={pdfPath} reloadDocument icon={<FileDown aria-hidden className="size-5" />}>
          {_('Save as PDF')}
        </LinkButton>
        <LinkButton to="/settings/receipts">{_('All receipts')}</LinkButton>
      </div>
    </div>
  );
}
