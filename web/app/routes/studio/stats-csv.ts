import { stringify } from 'csv-stringify/sync';
import { api } from '../../api/context.ts';
import { requirePro } from '../../api/viewer.ts';
import { dayRange } from '../../features/earnings/day-range.ts';
import { csvResponse } from '../../features/own-films/csv-response.ts';
import type { Route } from './+types/stats-csv';

/** How a film was watched by day, as a file; its columns have names for programs [STU-13:csv]. */
export async function loader({ context, url, params: { filmId } }: Route.LoaderArgs) {
  requirePro({ context });
  const { fromDay, toDay } = dayRange(url.searchParams, Date.now());
  const { days } = await context.get(api).statistics.getFilmPlays({ filmId, fromDay, toDay });
  const rows = days.map(({ day, counts }) => [
    day,
    String(counts?.starts ?? 0n),
    String(counts?.views ?? 0n),
    String(counts?.playedSeconds ?? 0n),
  ]);
  const columns = ['day', 'plays', 'views', 'seconds_watched'];
  return csvResponse(stringify(rows, { header: true, columns }), `plays-${fromDay}-${toDay}.csv`);
}
