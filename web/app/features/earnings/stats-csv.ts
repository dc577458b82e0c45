import type { EarningDay } from '@marquee/contracts/film/v1/earnings_pb';
import type { GetFilmPlaysResponse, PlayCounts, PlayShare } from '@marquee/contracts/film/v1/statistics_pb';
import { stringify } from 'csv-stringify/sync';
import { decimal } from './decimal.ts';
import type { StatsFile } from './stats-download.tsx';

/** Those of `PlayShare.value`. */
const SOURCES = ['HOME', 'SEARCH', 'PROFILE', 'FESTIVAL', 'SITE', 'EXTERNAL', 'DIRECT', 'EMBED', ''];

const MS_DIGITS = 3;

const countsOf = (counts: PlayCounts | undefined) => [
  String(counts?.starts ?? 0n),
  String(counts?.views ?? 0n),
  // With milliseconds, so that the rows of a file add up to its whole.
  decimal(counts?.playedMs ?? 0n, MS_DIGITS),
];
const COUNTS = ['plays', 'views', 'seconds_watched'];

/** The figures of a film as a file; its columns have names for programs, the same in every language [STU-13:csv]. */
export function statsCsv(of: StatsFile, plays: GetFilmPlaysResponse, earned: readonly EarningDay[]): string {
  if (of === 'days') return daysCsv(plays, earned);
  if (of === 'seconds') {
    const rows = plays.reached.map((count, second) => [String(second), String(count)]);
    return stringify(rows, { header: true, columns: ['second', 'plays_that_reached_it'] });
  }
  const head = { countries: 'country', devices: 'device', sources: 'source' }[of];
  // Countries are known by their capitals, as ISO 3166 writes them.
  const nameOf = (value: string) => (of === 'countries' ? value : value.toLowerCase()) || 'unknown';
  const rows = plays[of].map(({ value, counts }: PlayShare) => [nameOf(value), ...countsOf(counts)]);
  return stringify(rows, { header: true, columns: [head, ...COUNTS] });
}

/** Every day on which something was played, sold or refunded. */
function daysCsv(plays: GetFilmPlaysResponse, earned: readonly EarningDay[]): string {
  const played = new Map(plays.days.map((day) => [day.day, day]));
  const cents = new Map(earned.map(({ day, totals }) => [day, totals?.earnings ?? 0n]));
  const rows = [...new Set([...played.keys(), ...cents.keys()])].sort().map((day) => {
    const { counts, sources = [] } = played.get(day) ?? {};
    const starts = (source: string) => sources.find(({ value }) => value === source)?.counts?.starts ?? 0n;
    return [
      day,
      ...countsOf(counts),
      decimal(cents.get(day) ?? 0n),
      ...SOURCES.map((source) => String(starts(source))),
    ];
  });
  const ofSources = SOURCES.map((source) => `plays_${source.toLowerCase() || 'unknown'}`);
  return stringify(rows, { header: true, columns: ['day', ...COUNTS, 'earnings_usd', ...ofSources] });
}
