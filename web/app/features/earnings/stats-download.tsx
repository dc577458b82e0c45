import { Download } from 'lucide-react';
import { _, msg } from '../../language/words.ts';
import { buttonClass } from '../../ui/button.tsx';

/** What a file of statistics has a row for. */
export const STATS_FILES = ['days', 'seconds', 'sources', 'countries', 'devices'] as const;
export type StatsFile = (typeof STATS_FILES)[number];

const NAMES = {
  days: msg('Download days as CSV'),
  seconds: msg('Download seconds as CSV'),
  sources: msg('Download sources as CSV'),
  countries: msg('Download countries as CSV'),
  devices: msg('Download devices as CSV'),
} as const;

/** A link to the figures as a file [STU-13:csv]. */
export function StatsDownload({ filmId, days, of }: { filmId: string; days: number; of: StatsFile }) {
  const isMain = of === 'days';
  return (
    <a
      href={`/content/${filmId}/stats.csv?${new URLSearchParams({ days: String(days), of })}`}
      download
      className={buttonClass(isMain ? 'secondary' : 'quiet', isMain ? 'medium' : 'small')}
    >
      <Download aria-hidden className="size-4" />
      {_(NAMES[of])}
    </a>
  );
}
