import { formatAddedDate } from '../../language/format.ts';
import { _ } from '../../language/words.ts';

export type ChartDay = { day: string; value: number; text: string };

const HEIGHT = 160;
const dayText = (day: string) => formatAddedDate(new Date(`${day}T00:00:00Z`), 'UTC');

/** A bar for each day of a range, below the line where it is below zero, and the same as a table. */
export function DayChart({ label, unit, days }: { label: string; unit: string; days: readonly ChartDay[] }) {
  const values = days.map(({ value }) => value);
  const [top, bottom] = [Math.max(0, ...values), Math.min(0, ...values)];
  const height = (value: number) => (Math.abs(value) / (top - bottom || 1)) * HEIGHT;
  const zero = height(top);
  const marked = days.filter(({ value }) => value !== 0);
  return (
    <figure className="grid gap-2">
      <svg
        viewBox={`0 0 ${days.length * 10} ${HEIGHT}`}
        preserveAspectRatio="none"
        role="img"
        aria-label={label}
        className="h-40 w-full text-action"
      >
        {days.map(({ day, value }, index) => (
          <rect
            key={day}
            x={index * 10 + 1}
            width={8}
            y={value > 0 ? zero - height(value) : zero}
            height={height(value)}
            className={value < 0 ? 'fill-danger-ink' : 'fill-current'}
          />
        ))}
        <line
          x1={0}
          x2={days.length * 10}
          y1={zero}
          y2={zero}
          className="stroke-line"
          vectorEffect="non-scaling-stroke"
        />
      </svg>
      <figcaption className="tabular flex justify-between gap-4 text-caption text-ink-muted">
        <span>{dayText(days[0]?.day ?? '')}</span>
        <span>{dayText(days.at(-1)?.day ?? '')}</span>
      </figcaption>
      <details className="text-small">
        <summary className="inline-flex min-h-11 cursor-pointer items-center text-ink-muted hover:text-ink">
          {_('Show as a table')}
        </summary>
        <table className="w-full max-w-xl border-collapse">
          <caption className="sr-only">{label}</caption>
          <thead>
            <tr className="border-line border-b text-ink-muted">
              <th scope="col" className="py-2 text-start font-medium">
                {_('Day')}
              </th>
              <th scope="col" className="py-2 text-end font-medium">
                {unit}
              </th>
            </tr>
          </thead>
          <tbody>
            {marked.map(({ day, text }) => (
              <tr key={day} className="border-line border-b">
                <th scope="row" className="py-2 text-start font-normal">
                  {dayText(day)}
                </th>
                <td className="tabular py-2 text-end">{text}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </details>
    </figure>
  );
}
