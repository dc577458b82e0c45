import { every, type Periodic } from '@marquee/data/every';
import type { IdentityResources } from '../resources.ts';
import * as accountExports from './account-exports.ts';

const SWEEP_EVERY_MS = 10 * 60_000;
const SWEPT_AT_ONCE = 50;

/** Deletes exports whose time is over: first the blobs, so that a sweep that breaks off is repeated. */
export function sweepExports(resources: Pick<IdentityResources, 'db' | 'blobs' | 'clock' | 'log'>): Periodic {
  const { db, blobs, clock, log } = resources;
  const sweep = async (signal: AbortSignal) => {
    for (;;) {
      const rows = await accountExports.expired(db, clock.now(), SWEPT_AT_ONCE);
      for (const { id, folder } of rows) {
        await blobs.deletePrefix(folder);
        await accountExports.remove(db, id);
      }
      if (rows.length < SWEPT_AT_ONCE || signal.aborted) return;
    }
  };
  return every(SWEEP_EVERY_MS, sweep, { name: 'sweep of exports', log });
}
