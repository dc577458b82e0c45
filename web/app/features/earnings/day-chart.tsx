import { formatAddedDate } from '../../language/format.ts';
import { _ } from '../../language/words.ts';
import { BarChart } from '../../ui/bar-chart.tsx';

export type ChartDay = { day: string; value: number; text: string };

const dayText = (day: string) => formatAddedDate(new Date(`${day}T00:00:00Z`), 'UTC');

/** A bar for each day of a range, below the line where it is below zero, and the same as a table. */
export function DayChart({ label, unit, days }: { label: string; unit: string; days: readonly ChartDay[] }) {
  const bars = days.map(({ day, ...rest }) => ({ ...rest, key: day, label: dayText(day) }));
  return <BarChart label={label} unit={unit} head={_('Day')} bars={bars} />;
}
