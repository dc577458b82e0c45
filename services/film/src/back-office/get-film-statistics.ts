import { statisticsCountFactor, statisticsDurationFactor } from '@marquee/rules/declared-settings';
import { type Statistics, statisticsOf } from '@marquee/rules/statistics';
import type { AccountViewer } from '@marquee/runtime/viewer';
import type { z } from 'zod';
import type { filmIdSchema } from '../films/request-schemas.ts';
import type { FilmResources } from '../resources.ts';
import { getAnyFilm } from './get-any-film.ts';

/** What a film's statistics show: what was counted, multiplied by the factors of the settings [ADF-06]. */
export async function getFilmStatistics(
  resources: FilmResources,
  viewer: AccountViewer,
  input: z.output<typeof filmIdSchema>,
): Promise<Statistics> {
  const { film } = (await getAnyFilm(resources, viewer, input)).film;
  const factors = {
    count: resources.settings.get(statisticsCountFactor),
    duration: resources.settings.get(statisticsDurationFactor),
  };
  return statisticsOf(film, factors);
}
