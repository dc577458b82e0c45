import type { Signals } from '@marquee/runtime/signals';
import type { Film } from '../films/films.ts';

/**
 * Says what a premiere is by now to everybody who is there, with all that they need: thousands who ask at once for what
 * changed would be too many.
 */
export function signalPremiere(
  signals: Signals,
  {
    id,
    version,
    screeningStartTime,
    premiereStoppedAt,
  }: Pick<Film, 'id' | 'version' | 'screeningStartTime' | 'premiereStoppedAt'>,
): void {
  signals.publish(`premiere:${id}`, version, {
    startsAt: screeningStartTime?.toISOString() ?? '',
    stopped: premiereStoppedAt ? 'yes' : '',
  });
}
