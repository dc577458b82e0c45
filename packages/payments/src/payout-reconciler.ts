import type { Database } from '@marquee/data/database';
import type { Clock } from '@marquee/runtime/clock';
import type { Logger } from '@marquee/runtime/log';
import * as differences from './differences.ts';
import type { PayoutProvider, PayoutStatus } from './payout-provider.ts';

const PAYOUTS_AT_ONCE = 200;
/** Of those, how many the provider is asked about: each costs a call. */
const ASKED_AT_ONCE = 10;
const STUCK_MS = 7 * 86_400_000;
const FIRST = '00000000-0000-0000-0000-000000000000';

type Checked = { id: string; accountId: string; state: PayoutStatus; createdAt: Date; isBooked: boolean };

const CHECK = `
  SELECT p.id, p.account_id, p.state, p.created_at, coalesce(
      t.state = CASE p.state WHEN 'PENDING' THEN 'PENDING' WHEN 'PAID' THEN 'POSTED' ELSE 'VOIDED' END
      AND (SELECT sum(-e.amount) FROM ledger_entries e JOIN ledger_accounts a ON a.id = e.account_id
        WHERE e.transfer_id = t.id AND a.kind = 'EARNINGS' AND a.owner = p.owner_id::text) = p.amount, false) AS is_booked
  FROM payouts p LEFT JOIN ledger_transfers t ON t.id = p.id WHERE p.id > $1 ORDER BY p.id LIMIT ${PAYOUTS_AT_ONCE}`;

export type PayoutReconciler = {
  /** Looks at the next payouts, from the beginning after the last. */
  run(signal: AbortSignal): Promise<void>;
  /** How many payouts differ. */
  counts(): [number, { kind: string }][];
};

/** Compares payouts, ledger and provider, always: what differs stays counted until it fits again. */
export function createPayoutReconciler({
  db,
  provider,
  clock,
  log,
}: {
  db: Pick<Database, 'query'>;
  provider: Pick<PayoutProvider, 'getPayout'>;
  clock: Clock;
  log: Logger;
}): PayoutReconciler {
  let found = new Map<string, 'PAYOUT'>();
  let after = FIRST;

  async function note(payoutId: string, differs: boolean): Promise<void> {
    const before = found.has(payoutId);
    // Another process may have dropped what still differs here.
    if (differs) await differences.keep(db, payoutId, 'PAYOUT', clock.now());
    if (before === differs) return;
    if (differs) log.error({ payoutId }, 'a payout, the books and the payment provider differ');
    else log.info({ payoutId }, 'a payout that differed fits again');
    if (differs) found.set(payoutId, 'PAYOUT');
    else {
      await differences.drop(db, payoutId);
      found.delete(payoutId);
    }
  }

  async function differsAtProvider({ id, accountId, state }: Checked): Promise<boolean> {
    try {
      const theirs = await provider.getPayout(id, accountId);
      // What they have ended and we have not is seen by the sweeper.
      return state !== 'PENDING' && theirs?.status !== state;
    } catch (err) {
      log.warn({ err, payoutId: id }, 'a payout could not be compared with the payment provider');
      return found.has(id);
    }
  }

  return {
    async run(signal) {
      // Each round begins with what all processes have found.
      if (after === FIRST) found = await differences.known(db, ['PAYOUT']);
      const payouts = await db.query<Checked>({ name: 'payouts.reconcile', text: CHECK, values: [after] });
      after = payouts.length < PAYOUTS_AT_ONCE ? FIRST : (payouts.at(-1)?.id ?? FIRST);
      const from = payouts.length === 0 ? 0 : Math.floor(Math.random() * payouts.length);
      for (const [index, payout] of payouts.entries()) {
        signal.throwIfAborted();
        const isStuck = payout.state === 'PENDING' && clock.now().getTime() - payout.createdAt.getTime() > STUCK_MS;
        const isAsked = found.has(payout.id) || (index - from + payouts.length) % payouts.length < ASKED_AT_ONCE;
        if (!payout.isBooked || isStuck) await note(payout.id, true);
        else if (isAsked) await note(payout.id, await differsAtProvider(payout));
      }
      if (after === FIRST) await differences.markCompared(db, 'PAYOUTS', clock.now());
    },
    counts: () => [[found.size, { kind: 'PAYOUT' }]],
  };
}
