import { _ } from '../language/words.ts';

export type Bar = {
  key: string;
  /** What it is of, such as a day. */
  label: string;
  value: number;
  /** The value as people read it. */
  text: string;
};

const HEIGHT = 160;

/** A bar for each value, below the line where it is below zero, and the same as a table. */
export function BarChart({
  label,
  unit,
  head,
  bars,
}: {
  label: string;
  /** The heads of the table's columns: of the values, and of what they are of. */
  unit: string;
  head: string;
  bars: readonly Bar[];
}) {
  const values = bars.map(({ value }) => value);
  const [top, bottom] = [Math.max(0, ...values), Math.min(0, ...values)];
  const height = (value: number) => (Math.abs(value) / (top - bottom || 1)) * HEIGHT;
  const zero = height(top);
  return (
    <figure className="grid gap-2">
      <svg
        viewBox={`0 0 ${bars.length * 10} ${HEIGHT}`}
        preserveAspectRatio="none"
        role="img"
        aria-label={label}
        className="h-40 w-full text-action"
      >
        {bars.map(({ key, value }, index) => (
          <rect
            key={key}
            x={index * 10 + 1}
            width={8}
            y={value > 0 ? zero - height(value) : zero}
            height={height(value)}
            className={value < 0 ? 'fill-danger-ink' : 'fill-current'}
          />
        ))}
        <line
          x1={0}
          x2={bars.length * 10}
          y1={zero}
          y2={zero}
          className="stroke-line"
          vectorEffect="non-scaling-stroke"
        />
      </svg>
      <figcaption className="tabular flex justify-between gap-4 text-caption text-ink-muted">
        <span>{bars[0]?.label}</span>
        <span>{bars.at(-1)?.label}</span>
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
                {head}
              </th>
              <th scope="col" className="py-2 text-end font-medium">
                {unit}
              </th>
            </tr>
          </thead>
          <tbody>
            {bars
              .filter(({ value }) => value !== 0)
              .map(({ key, label: of, text }) => (
                <tr key={key} className="border-line border-b">
                  <th scope="row" className="py-2 text-start font-normal">
                    {of}
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
