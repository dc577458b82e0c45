import { every } from '@marquee/data/every';
import * as accounts from '@marquee/ledger/accounts';
import type { Loop } from '@marquee/service/define-service';
import { expireHolds } from '../holds/expire-holds.ts';
import { forgetRefusedHolds } from '../holds/forget-refused-holds.ts';
import type { RewardsResources } from '../resources.ts';
import { createCoinReconciler } from './coin-reconciler.ts';
import { coinDifferences } from './instruments.ts';

const FOLD_EVERY_MS = 1_000;
const SWEEP_EVERY_MS = 10_000;
const RECONCILE_EVERY_MS = 30_000;
const FORGET_EVERY_MS = 3_600_000;

/** Folds balances, gives back what was held too long, and compares grants, holds and wallets with the ledger. */
export function startBookkeeping(resources: RewardsResources): Loop {
  const { db, log } = resources;
  const reconciler = createCoinReconciler({ db, log });
  const unwatch = coinDifferences.watch(reconciler.counts);
  const loops = [
    every(FOLD_EVERY_MS, () => accounts.fold(db), { name: 'ledger', log }),
    every(SWEEP_EVERY_MS, (signal) => expireHolds(resources, signal), { name: 'holds of coins', log }),
    every(FORGET_EVERY_MS, () => forgetRefusedHolds(resources), { name: 'refused holds of coins', log }),
    every(RECONCILE_EVERY_MS, () => reconciler.run(), { name: 'reconciler of coins', log }),
  ];
  return {
    async close() {
      unwatch();
      await Promise.all(loops.map((loop) => loop.close()));
    },
  };
}
