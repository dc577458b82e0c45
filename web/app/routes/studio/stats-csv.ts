import { api } from '../../api/context.ts';
import { requirePro } from '../../api/viewer.ts';
import { dayRange } from '../../features/earnings/day-range.ts';
import { statsCsv } from '../../features/earnings/stats-csv.ts';
import { statsFileOf } from '../../features/earnings/stats-file.ts';
import { csvResponse } from '../../features/own-films/csv-response.ts';
import type { Route } from './+types/stats-csv';

/** How a film was watched and what it earned, as a file [STU-13:csv]. */
export async function loader({ context, url, params: { filmId } }: Route.LoaderArgs) {
  requirePro({ context });
  const { statistics, earnings } = context.get(api);
  const { of } = statsFileOf(url);
  const { fromDay, toDay } = dayRange(url.searchParams, Date.now());
  const [plays, earned] = await Promise.all([
    statistics.getFilmPlays({ filmId, fromDay, toDay }),
    of === 'days' ? earnings.listEarningDays({ filmId, fromDay, toDay }) : undefined,
  ]);
  // The curve is of all plays since the film is here, whatever the days.
  const span = of === 'seconds' ? toDay : `${fromDay}-${toDay}`;
  return csvResponse(statsCsv(of, plays, earned?.days ?? []), `plays-by-${of}-${span}.csv`);
}
