import { Download } from 'lucide-react';
import { _ } from '../../language/words.ts';
import { buttonClass } from '../../ui/button.tsx';

/** Saves a list as a file that spreadsheets and Letterboxd read. */
export function DownloadCsv({ href, isEmpty }: { href: string; isEmpty: boolean }) {
  if (isEmpty) return null;
  return (
    <a href={href} download className={buttonClass('secondary')}>
      <Download aria-hidden className="size-4" />
      {_('Download CSV')}
    </a>
  );
}
