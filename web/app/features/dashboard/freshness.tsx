import { timestampDate } from '@bufbuild/protobuf/wkt';
import type { DashboardFigures } from '@marquee/contracts/festival/v1/dashboard_pb';
import { formatClock } from '../../language/format.ts';
import { _ } from '../../language/words.ts';
import { Banner } from '../../ui/banner.tsx';

/** When the figures were read, and whether newer ones could not be. */
export function Freshness({ figures, stale }: { figures: DashboardFigures; stale: boolean }) {
  const { asOf, timeZone } = figures;
  const time = asOf ? formatClock(timestampDate(asOf), timeZone) : '';
  if (stale) {
    return <Banner tone="warn">{_('We cannot reach the site. These figures are of {time}.', { time })}</Banner>;
  }
  return (
    <p className="text-caption text-ink-muted">{_('As of {time}. It moves by itself while you look.', { time })}</p>
  );
}
