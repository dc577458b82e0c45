import { startWorkLoop, type WorkLoopOptions } from '@marquee/data/work-loop';
import type { Loop } from '@marquee/service/define-service';
import type { Write } from '@marquee/service/use-case';
import { workOf } from '@marquee/service/work';
import * as accounts from '../account/accounts.ts';
import type { IdentityResources } from '../resources.ts';
import type { ClaimedClosing } from './account-closings.ts';
import * as accountClosings from './account-closings.ts';
import type { DataOwner } from './data-owners.ts';
import { closingOldestSeconds, closingsDone, closingsDue } from './instruments.ts';
import { accountClosed, profileRemoved } from './own-data-events.ts';

const HOUR_MS = 3_600_000;
/** After a few short pauses each hour, until the 30 days are over: 16 days after it could not be kept any more. */
const RETRY_DELAYS_MS = [10_000, 60_000, 600_000, ...Array.from({ length: 16 * 24 }, () => HOUR_MS)];
/** Of one service, each a transaction: more than any account has. */
const PARTS_MAX = 100_000;

/** Anonymises accounts that cannot be kept any more, in all services. What is done already is not done again. */
export function closingLoop(
  resources: IdentityResources,
): WorkLoopOptions<ClaimedClosing, undefined, Write<IdentityResources>> {
  return workOf(resources, {
    name: accountClosings.CLOSING_LOOP,
    table: accountClosings.work,
    retryDelaysMs: RETRY_DELAYS_MS,
    run: ({ accountId }, { signal }) => closeEverywhere(resources.dataOwners(resources), accountId, signal),
    async complete({ tx, clock, emit }, row) {
      const now = clock.now();
      if (!(await accountClosings.finish(tx, row, now))) return false;
      const closed = await accounts.setClosed(tx, row.accountId, now);
      await emit(accountClosed(closed));
      await emit(profileRemoved(closed));
      return true;
    },
    giveUp: ({ tx }, row) => accountClosings.fail(tx, row),
    ended: (_row, { outcome }) => closingsDone.add(1, { outcome }),
  });
}

/** One service that is unavailable does not keep the others from closing. @throws its failure, once all have been asked */
async function closeEverywhere(
  owners: readonly DataOwner[],
  accountId: string,
  signal: AbortSignal,
): Promise<undefined> {
  const failures: unknown[] = [];
  for (const owner of owners) {
    // This service last, and only once all others are done: it is the one that remembers.
    if (owner === owners.at(-1) && failures.length > 0) break;
    try {
      for (let parts = 0; await owner.close(accountId, { signal }); parts += 1) {
        signal.throwIfAborted();
        if (parts > PARTS_MAX) throw new Error(`closing an account does not end in ${owner.name}`);
      }
    } catch (error) {
      failures.push(new Error(`${owner.name} did not close an account`, { cause: error }));
    }
  }
  if (failures.length > 0) throw failures[0];
}

export function startClosings(resources: IdentityResources): Loop {
  return resources.config.OWN_DATA_WORKER === '1' ? startWorkLoop(closingLoop(resources)) : { close: async () => {} };
}

/** Reports at each scrape what should be closed and is not. */
export function watchClosings({ db, clock }: Pick<IdentityResources, 'db' | 'clock'>): Loop {
  const ask = () => accountClosings.overdue(db, clock.now());
  const unwatch = [
    closingsDue.watch(async () => (await ask()).count),
    closingOldestSeconds.watch(async () => (await ask()).oldestSeconds),
  ];
  return {
    async close() {
      for (const end of unwatch) end();
    },
  };
}
