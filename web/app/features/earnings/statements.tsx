import { Download } from 'lucide-react';
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
        {_('Every sale, refund and payout of a quarter, whose sum is what your account holds.')}
      </p>
      <ul className="grid border-line border-t">
        {lastQuarters(today, QUARTERS).map(({ year, quarter }) => (
          <li
            key={`${year} ${quarter}`}
            className="flex flex-wrap items-center justify-between gap-3 border-line border-b py-3"
          >
            <span>{_('Quarter {quarter} of {year}', { quarter, year: String(year) })}</span>
            <a
              href={`${base}/statement.csv?${new URLSearchParams({ year: String(year), quarter: String(quarter) })}`}
              download
              aria-label={_('Download CSV of quarter {quarter} of {year}', { quarter, year: String(year) })}
              className={buttonClass('secondary')}
            >
              <Download aria-hidden className="size-4" />
              {_('Download CSV')}
            </a>
          </li>
        ))}
      </ul>
    </section>
  );
}
