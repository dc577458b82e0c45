import type { EarningDay } from '@marquee/contracts/film/v1/earnings_pb';
import { formatUsd } from '../../language/format.ts';
import { _ } from '../../language/words.ts';
import { DayChart } from './day-chart.tsx';
import { type DayRange, daysOf } from './day-range.ts';
import { RangeLinks } from './range-links.tsx';

/** What was earned by day. */
export function Days({ days, range, label }: { days: EarningDay[]; range: DayRange; label: string }) {
  const byDay = new Map(days.map(({ day, totals }) => [day, totals?.earnings ?? 0n]));
  const shown = daysOf(range).map((day) => {
    const cents = byDay.get(day) ?? 0n;
    return { day, value: Number(cents), text: formatUsd(cents) };
  });
  return (
    <section aria-labelledby="by-day" className="grid gap-4">
      <div className="flex flex-wrap items-center justify-between gap-4">
        <h2 id="by-day" className="font-title text-heading">
          {_('By day')}
        </h2>
        <RangeLinks days={range.days} />
      </div>
      {days.length === 0 ? (
        <p className="text-ink-muted">{_('Nothing was sold or refunded on these days.')}</p>
      ) : (
        <DayChart label={label} unit={_('Earnings')} days={shown} />
      )}
    </section>
  );
}
