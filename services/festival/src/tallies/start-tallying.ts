import { every } from '@marquee/data/every';
import type { Loop } from '@marquee/service/define-service';
import type { FestivalResources } from '../resources.ts';
import * as tallies from './tallies.ts';

const FOLD_EVERY_MS = 1_000;

/** Once a second folds what was sold and who came into the sums of dashboards [FES-12]. */
export function startTallying({ db, log }: FestivalResources): Loop {
  return every(FOLD_EVERY_MS, async () => void (await tallies.fold(db)), { name: 'tallies', log });
}
