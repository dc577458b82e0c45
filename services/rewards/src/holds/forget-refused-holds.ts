import { COIN_HOLD_HOURS } from '@marquee/rules/coins';
import type { RewardsResources } from '../resources.ts';
import * as coinHolds from './coin-holds.ts';

const HOUR_MS = 3_600_000;

/**
 * Forgets orders that were given up before anything was held for them, once no hold of them can arrive any more. One that did
 * would be given back after as long.
 */
export async function forgetRefusedHolds({ db, clock }: Pick<RewardsResources, 'db' | 'clock'>): Promise<void> {
  await coinHolds.pruneNeverHeld(db, new Date(clock.now().getTime() - COIN_HOLD_HOURS * HOUR_MS));
}
