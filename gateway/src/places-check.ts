import { readPlaces } from '@marquee/geo/places';
import { SettingError, type StartCheck } from '@marquee/service/start-checks';
import type { GatewayConfig } from './config.ts';

/**
 * Reads the file of places before it is needed. One that somebody names ends the start when it is damaged; the one that
 * comes with the gateway does not, since every film without limits can be watched without it [WAT-03].
 */
export function placesCheck(ownFile?: string): StartCheck<GatewayConfig> {
  return {
    setting: 'GEO_DATABASE',
    ifWrong: 'end',
    async check({ GEO_DATABASE: named }) {
      await readPlaces(named ?? ownFile).catch((error: NodeJS.ErrnoException) => {
        const reason = error.code ?? error.message;
        if (named) throw new Error(`${named} is no MMDB file that can be read (${reason})`);
        const closed = 'films that are limited to places are closed everywhere';
        throw new SettingError('GEO_DATABASE', `the file of countries cannot be read (${reason}): ${closed}`, 'warn');
      });
    },
  };
}
