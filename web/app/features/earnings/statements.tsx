import { Download as DownloadIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import { _ } from '../../language/words.ts';
import { buttonClass } from '../../ui/button.tsx';
import { lastQuarters } from './day-range.ts';

const QUARTERS = 4;

/** The statements of the last quarters, as files below an address. */
export function Statements({ today, base }: { today: string; base: string }) {
  return (
    <section aria-labelledby="statements" className="grid gap-2">
      <h2 id="statements" className="font-title text-heading">
        {_('Statements')}
      </h2>
      <p className="text-ink-muted">
        {_('Every sale, refund and payout of a quarter, whose sum is what your account holds. The PDF has the sums.')}
      </p>
      <ul className="grid border-line border-t">
        {lastQuarters(today, QUARTERS).map(({ year, quarter }) => (
          <li
            key={`${year} ${quarter}`}
            className="flex flex-wrap items-center justify-between gap-3 border-line border-b py-3"
          >
            <span>{_('Quarter {quarter} of {year}', { quarter, year: String(year) })}</span>
            <span className="flex flex-wrap gap-2">
              <Download
                href={`${base}/statement.pdf?${addressOf({ year, quarter })}`}
                name={_('Download PDF of quarter {quarter} of {year}', { quarter, year: String(year) })}
              >
                {_('Download PDF')}
              </Download>
              <Download
                href={`${base}/statement.csv?${addressOf({ year, quarter })}`}
                name={_('Download CSV of quarter {quarter} of {year}', { quarter, year: String(year) })}
              >
                {_('Download CSV')}
              </Download>
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}

const addressOf = ({ year, quarter }: { year: number; quarter: number }) =>
  new URLSearchParams({ year: String(year), quarter: String(quarter) });

function Download({ href, name, children }: { href: string; name: string; children: ReactNode }) {
  return (
    <a href={href} download aria-label={name} className={buttonClass('secondary')}>
      <DownloadIcon aria-hidden className="size-4" />
      {children}
    </a>
  );
}
