import { formatPosition } from '../../language/format.ts';
import { _ } from '../../language/words.ts';

const [WIDTH, HEIGHT, STEPS] = [600, 160, 10];

/** What part of all plays reached each second, as a line and as a table of tenths. */
export function ReachChart({ reached, label }: { reached: readonly bigint[]; label: string }) {
  const all = Number(reached[0] ?? 0n);
  const last = Math.max(1, reached.length - 1);
  const shareAt = (second: number) => (all === 0 ? 0 : Number(reached[second] ?? 0n) / all);
  // More points than pixels show nothing more.
  const every = Math.max(1, Math.ceil(reached.length / WIDTH));
  const seconds = Array.from({ length: Math.ceil(reached.length / every) }, (_point, index) => index * every);
  const points = seconds.map((second) => `${(second / last) * WIDTH},${(1 - shareAt(second)) * HEIGHT}`).join(' ');
  const tenths = Array.from({ length: STEPS + 1 }, (_tenth, index) => Math.round((last * index) / STEPS));
  return (
    <figure className="grid gap-2">
      <svg
        viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
        preserveAspectRatio="none"
        role="img"
        aria-label={label}
        className="h-40 w-full border-line border-b text-action"
      >
        <polyline
          points={points}
          fill="none"
          strokeWidth={2}
          className="stroke-current"
          vectorEffect="non-scaling-stroke"
        />
      </svg>
      <figcaption className="tabular flex justify-between gap-4 text-caption text-ink-muted">
        <span>{formatPosition(0)}</span>
        <span>{formatPosition(last * 1_000)}</span>
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
                {_('Position')}
              </th>
              <th scope="col" className="py-2 text-end font-medium">
                {_('Plays that got there')}
              </th>
            </tr>
          </thead>
          <tbody>
            {[...new Set(tenths)].map((second) => (
              <tr key={second} className="border-line border-b">
                <th scope="row" className="tabular py-2 text-start font-normal">
                  {formatPosition(second * 1_000)}
                </th>
                <td className="tabular py-2 text-end">{`${Math.round(shareAt(second) * 100)} %`}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </details>
    </figure>
  );
}
