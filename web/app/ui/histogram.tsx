import { _ } from '../language/words.ts';
/** How many viewers gave 5, 4, 3, 2 and 1 stars; counts come as ratings of 1, 2, 3, 4, 5. */
export function Histogram({ counts }: { counts: readonly number[] }) {
  const total = counts.reduce((sum, count) => sum + count, 0);
  const rows = counts.map((count, index) => ({ stars: index + 1, count })).reverse();
  return (
    <ul className="grid gap-1.5" aria-label={_('Ratings')}>
      {rows.map(({ stars, count }) => {
        const share = total === 0 ? 0 : Math.round((count / total) * 100);
        return (
          <li
            key={stars}
            className="grid grid-cols-[0.75rem_1fr_2.75rem] items-center gap-3 text-caption text-ink-muted"
          >
            <span className="tabular text-end" aria-hidden>
              {stars}
            </span>
            <span className="h-2 overflow-hidden rounded-full bg-raised" aria-hidden>
              <span className="block h-full rounded-full bg-action" style={{ width: `${share}%` }} />
            </span>
            <span className="tabular" aria-hidden>
              {share}%
            </span>
            <span className="sr-only">
              {_('{stars, plural, one {# star: {count}, {share} percent} other {# stars: {count}, {share} percent}}', {
                stars,
                count,
                share,
              })}
            </span>
          </li>
        );
      })}
    </ul>
  );
}
