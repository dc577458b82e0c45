const KIB = 1_024;
const MIB = KIB ** 2;
const GIB = KIB ** 3;

/** Bytes as the limits of uploads are written: 19.8 GB, 4.5 MB, 120 MB, 12 KB. */
export function bytesText(bytes: number): string {
  if (bytes >= GIB) return `${(bytes / GIB).toFixed(1)} GB`;
  if (bytes >= 10 * MIB) return `${Math.round(bytes / MIB)} MB`;
  if (bytes >= MIB) return `${(bytes / MIB).toFixed(1)} MB`;
  return `${Math.round(bytes / KIB)} KB`;
}

const MINUTE_S = 60;
const HOUR_S = 3_600;

/** The time that is left, as people say it; an estimate needs no seconds. */
export function timeLeftText(seconds: number): string {
  if (seconds < MINUTE_S) return 'less than a minute left';
  if (seconds < 1.5 * MINUTE_S) return 'about a minute left';
  const minutes = Math.round(seconds / MINUTE_S);
  if (minutes <= 10) return `about ${minutes} minutes left`;
  if (minutes < 53) return `about ${5 * Math.round(minutes / 5)} minutes left`;
  if (minutes < 75) return 'about an hour left';
  if (minutes < 105) return 'about an hour and a half left';
  const hours = Math.round(seconds / HOUR_S);
  return hours <= 24 ? `about ${hours} hours left` : 'more than a day left';
}
