import { freeUnlockHours } from '@marquee/rules/declared-settings';
import type { Film } from '../films/films.ts';
import type { FilmResources } from '../resources.ts';

/** How long an unlock lasts where the film has no windows of its own, in hours: as staff have set it, or the configuration. */
export function siteHours(
  { settings, config }: Pick<FilmResources, 'settings' | 'config'>,
  { isFree }: Pick<Film, 'isFree'>,
): number {
  return isFree ? settings.get(freeUnlockHours, config.FREE_UNLOCK_HOURS) : config.PAID_UNLOCK_HOURS;
}
