import { every } from '@marquee/data/every';
import type { Loop } from '@marquee/service/define-service';
import type { FestivalResources } from '../resources.ts';
import { createMissingTallies } from './add-missing.ts';
import * as tallies from './tallies.ts';

const FOLD_EVERY_MS = 1_000;

/** Once a second folds what was sold and who came into the sums of dashboards, and tells the pages that show them [FES-12]. */
export function startTallying(resources: FestivalResources): Loop {
  const addMissing = createMissingTallies(resources);
  const work = async () => {
    await foldTallies(resources);
    await addMissing();
  };
  return every(FOLD_EVERY_MS, work, { name: 'tallies', log: resources.log });
}

export async function foldTallies({ db, clock, signals }: FestivalResources): Promise<void> {
  const folded = await tallies.fold(db);
  if (folded.length === 0) return;
  // Of the clock, as the version of a dashboard is.
  const version = clock.now().getTime();
  for (const id of new Set(folded.map(({ festivalId }) => festivalId))) signals.publish(`dashboard:${id}`, version);
  const subjects = folded.map(({ subjectId }) => subjectId);
  for (const id of await tallies.eventsOf(db, subjects)) signals.publish(`event-dashboard:${id}`, version);
}
