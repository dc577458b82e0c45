import { Link } from 'react-router';
import { _ } from '../../language/words.ts';
import { classNames } from '../../ui/class-names.ts';
import { RANGES } from './day-range.ts';

/** Chooses how many days a chart shows; the choice is in the address. */
export function RangeLinks({ days }: { days: number }) {
  return (
    <nav aria-label={_('Range')} className="flex gap-1">
      {RANGES.map((range) => (
        <Link
          key={range}
          to={`?days=${range}`}
          replace
          preventScrollReset
          aria-current={range === days ? 'true' : undefined}
          className={classNames(
            'inline-flex min-h-11 items-center rounded-control px-3 text-small',
            range === days ? 'bg-raised text-ink' : 'text-ink-muted hover:text-ink',
          )}
        >
          {_('{count} days', { count: range })}
        </Link>
      ))}
    </nav>
  );
}
