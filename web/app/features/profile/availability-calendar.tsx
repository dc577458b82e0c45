import { AVAILABILITY_LABELS, isoDay } from '@marquee/rules/availability';
import { dateFormat } from '@marquee/rules/intl-formats';
import { useEffect, useState } from 'react';
import { formatAddedDate, formatMonth } from '../../language/format.ts';
import { _, pageLanguage } from '../../language/words.ts';
import { classNames } from '../../ui/class-names.ts';
import { Section } from '../../ui/section.tsx';
import { type Month, monthsFrom } from './month-days.ts';
import type { ProfileView } from './profile-view.ts';

type Period = ProfileView['availability'][number];

const MONTHS = 3;
const dayOf = (iso: string) => new Date(`${iso}T00:00:00Z`);
/** Sunday comes first in English, and Monday in our other languages. */
const weekStart = () => (pageLanguage() === 'en' ? 0 : 1);
/** January 1, 2023, was a Sunday. */
const weekdayNames = (weekday: 'long' | 'short') => {
  const format = dateFormat(pageLanguage(), { weekday, timeZone: 'UTC' });
  return Array.from({ length: 7 }, (_day, at) => format.format(new Date(Date.UTC(2023, 0, 1 + at + weekStart()))));
};
const daysOf = ({ firstDay, lastDay }: Period) => {
  const first = formatAddedDate(dayOf(firstDay), 'UTC');
  return firstDay === lastDay ? first : `${first} – ${formatAddedDate(dayOf(lastDay), 'UTC')}`;
};

/** When a person can be hired: the next months at a glance, and all periods in words [PRO-20]. */
export function AvailabilityCalendar({ periods }: { periods: Period[] }) {
  // The page is the same for everybody, and may have been rendered before midnight.
  const [today, setToday] = useState(() => isoDay(new Date()));
  useEffect(() => setToday(isoDay(new Date())), []);
  const coming = periods.filter(({ lastDay }) => lastDay >= today);
  if (coming.length === 0) return null;
  return (
    <Section title={_('Availability')}>
      <div className="grid gap-x-10 gap-y-8 sm:grid-cols-2 lg:grid-cols-3">
        {monthsFrom(today, MONTHS, weekStart()).map((month) => (
          <MonthTable key={month.iso} {...{ month, periods: coming, today }} />
        ))}
      </div>
      <ul aria-label={_('Periods')} className="grid gap-2 text-small">
        {coming.map((period) => (
          <li key={period.firstDay} className="flex items-center gap-3">
            <span aria-hidden className={classNames('size-3 shrink-0 rounded-full', MARKS[period.kind])} />
            <span>
              <span className="font-medium">{_(AVAILABILITY_LABELS[period.kind])}</span>{' '}
              <span className="text-ink-muted">{daysOf(period)}</span>
            </span>
          </li>
        ))}
      </ul>
    </Section>
  );
}

const MARKS = { AVAILABLE: 'bg-good-ink', BOOKED: 'border border-line-control bg-raised' };
// Distinguished by more than their colour.
const DAYS = { AVAILABLE: 'bg-good-wash font-medium text-good-ink', BOOKED: 'bg-raised text-ink-muted line-through' };

function MonthTable({ month: { iso, weeks }, periods, today }: { month: Month; periods: Period[]; today: string }) {
  const kindOn = (day: string) =>
    day < today ? undefined : periods.find(({ firstDay, lastDay }) => firstDay <= day && day <= lastDay)?.kind;
  const [long, short] = [weekdayNames('long'), weekdayNames('short')];
  return (
    <table className="w-full max-w-80 table-fixed border-separate border-spacing-y-1 self-start text-center text-small tabular-nums">
      <caption className="pb-2 text-start font-medium">{formatMonth(`${iso}-01`)}</caption>
      <thead>
        <tr>
          {long.map((name, at) => (
            <th key={name} scope="col" className="pb-1 text-center font-normal text-caption text-ink-faint">
              <abbr title={name} className="no-underline">
                {short[at]}
              </abbr>
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {weeks.map((week, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: weeks have no other name
          <tr key={at}>
            {week.map((day, weekday) => {
              const kind = day && kindOn(day.iso);
              return (
                <td
                  key={long[weekday]}
                  aria-current={day?.iso === today ? 'date' : undefined}
                  className={classNames(
                    'h-8',
                    kind ? DAYS[kind] : 'text-ink-faint',
                    day?.iso === today && 'outline outline-line-control -outline-offset-1',
                  )}
                >
                  {day?.day}
                  {kind ? <span className="sr-only">{` ${_(AVAILABILITY_LABELS[kind])}`}</span> : null}
                </td>
              );
            })}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
