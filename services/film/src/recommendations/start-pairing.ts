import { every } from '@marquee/data/every';
import type { Loop } from '@marquee/service/define-service';
import type { FilmResources } from '../resources.ts';
import { makeFilmPairs } from './make-film-pairs.ts';

/** How often it is looked whether the pairs are due. */
const LOOK_EVERY_MS = 600_000;

export function startPairing(resources: Pick<FilmResources, 'db' | 'clock' | 'log'>): Loop {
  const work = async (signal: AbortSignal) => void (await makeFilmPairs(resources, { signal }));
  return every(LOOK_EVERY_MS, work, { name: 'film pairs', log: resources.log });
}
