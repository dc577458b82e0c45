import { stringify } from 'csv-stringify/sync';
import { api } from '../../api/context.ts';
import { requirePro } from '../../api/viewer.ts';
import { dayRange } from '../../features/earnings/day-range.ts';
import { csvResponse } from '../../features/own-films/csv-response.ts';
import type { Route } from './+types/stats-csv';

/** Those of `PlayShare.value`. */
const SOURCES = ['HOME', 'SEARCH', 'PROFILE', 'FESTIVAL', 'SITE', 'EXTERNAL', 'DIRECT', 'EMBED', ''];

/** How a film was watched by day and source, as a file; its columns have names for programs [STU-13:csv]. */
export async function loader({ context, url, params: { filmId } }: Route.LoaderArgs) {
  requirePro({ context });
  const { fromDay, toDay } = dayRange(url.searchParams, Date.now());
  const { days } = await context.get(api).statistics.getFilmPlays({ filmId, fromDay, toDay });
  const rows = days.map(({ day, counts, sources }) => [
    day,
    String(counts?.starts ?? 0n),
    String(counts?.views ?? 0n),
    String(counts?.playedSeconds ?? 0n),
    ...SOURCES.map((source) => String(sources.find(({ value }) => value === source)?.counts?.starts ?? 0n)),
  ]);
  const ofSources = SOURCES.map((source) => `plays_${source.toLowerCase() || 'unknown'}`);
  const columns = ['day', 'plays', 'views', 'seconds_watched', ...ofSources];
  return csvResponse(stringify(rows, { header: true, columns }), `plays-${fromDay}-${toDay}.csv`);
}
