import { every, type Periodic } from '@marquee/data/every';
import * as challenges from './challenge/challenges.ts';
import type { IdentityResources } from './resources.ts';
import * as sessions from './session/sessions.ts';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const BATCH_ROWS = 500;

type Resources = Pick<IdentityResources, 'db' | 'clock' | 'log'>;

/** Deletes challenges and sessions a day after they expired or ended, every hour, in batches that lock briefly. */
export function pruneHourly(resources: Resources): Periodic {
  return every(HOUR_MS, (signal) => prune(resources, signal), { name: 'prune', log: resources.log });
}

async function prune({ db, clock }: Resources, signal: AbortSignal): Promise<void> {
  const before = new Date(clock.now().getTime() - DAY_MS);
  for (const { prune } of [challenges, sessions]) {
    let deleted: number;
    do {
      deleted = await db.transaction((tx) => prune(tx, before, BATCH_ROWS));
    } while (deleted === BATCH_ROWS && !signal.aborted);
  }
}
