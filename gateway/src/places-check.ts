import { readPlaces } from '@marquee/geo/places';
import type { StartCheck } from '@marquee/service/start-checks';
import type { GatewayConfig } from './config.ts';

const CLOSED = 'films that are limited to places are closed everywhere';

/**
 * Reads the file of places before it is needed. One that is missing or damaged ends no start, whether somebody names it
 * or it came with the gateway, since every film without limits can be watched without it [WAT-03].
 */
export function placesCheck(ownFile?: string): StartCheck<GatewayConfig> {
  return {
    setting: 'GEO_DATABASE',
    ifWrong: 'warn',
    async check({ GEO_DATABASE: named }) {
      await readPlaces(named ?? ownFile).catch((error: NodeJS.ErrnoException) => {
        const reason = error.code ?? error.message;
        const what = named ? `${named} is no MMDB file that can be read` : 'the file of countries cannot be read';
        throw new Error(`${what} (${reason}): ${CLOSED}`);
      });
    },
  };
}
