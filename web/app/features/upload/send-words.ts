import { formatFixed } from '../../language/format.ts';
import { _ } from '../../language/words.ts';

const KIB = 1_024;
const MIB = KIB ** 2;
const GIB = KIB ** 3;

/** Bytes as the limits of uploads are written: 19.8 GB, 4.5 MB, 120 MB, 12 KB. */
export function bytesText(bytes: number): string {
  if (bytes >= GIB) return _('{fixed} GB', { fixed: formatFixed(bytes / GIB, 1) });
  if (bytes >= 10 * MIB) return _('{round} MB', { round: Math.round(bytes / MIB) });
  if (bytes >= MIB) return _('{fixed} MB', { fixed: formatFixed(bytes / MIB, 1) });
  return _('{round} KB', { round: Math.round(bytes / KIB) });
}

const MINUTE_S = 60;
const HOUR_S = 3_600;

/** The time that is left, as people say it; an estimate needs no seconds. */
export function timeLeftText(seconds: number): string {
  if (seconds < MINUTE_S) return _('less than a minute left');
  if (seconds < 1.5 * MINUTE_S) return _('about a minute left');
  const minutes = Math.round(seconds / MINUTE_S);
  if (minutes <= 10) return _('about {minutes} minutes left', { minutes });
  if (minutes < 53) return _('about {minutes} minutes left', { minutes: 5 * Math.round(minutes / 5) });
  if (minutes < 75) return _('about an hour left');
  if (minutes < 105) return _('about an hour and a half left');
  const hours = Math.round(seconds / HOUR_S);
  return hours <= 24 ? _('about {hours} hours left', { hours }) : _('more than a day left');
}
