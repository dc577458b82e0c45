import type { Database, Query, Transact } from '@marquee/data/database';
import { sweep } from '@marquee/data/sweep';
import * as accounts from '@marquee/ledger/accounts';
import { PAYOUT_MINIMUM } from '@marquee/rules/payouts';
import type { Clock } from '@marquee/runtime/clock';
import { DomainError } from '@marquee/runtime/errors';
import type { Logger } from '@marquee/runtime/log';
import { v5 } from 'uuid';
import { bookPayoutEnd, earningsAccount, holdPayout } from './books.ts';
import type { OrderWrite } from './goods.ts';
import { providerUnavailable } from './order-errors.ts';
import {
  connectFailed,
  payoutAccountNeeded,
  payoutHeld,
  payoutIdReused,
  payoutTooSmall,
  payoutUnderWay,
} from './payout-errors.ts';
import type { PayoutProvider } from './payout-provider.ts';
import type { Payout, PayoutAccount } from './payouts.ts';
import * as payouts from './payouts.ts';

/** What a request has just begun is left to it for so long, before the sweeper repeats it. */
const LEFT_TO_REQUEST_MS = 30_000;
const NAMESPACE = '4f1f6b3e-6f0c-5a57-9a6e-3c1d2c9a7b52';

/** Who has the account of a seller that somebody runs for others: the next who runs it has another account. */
export const holderIdOf = (ownerId: string, personId: string): string => v5(`${ownerId} of ${personId}`, NAMESPACE);

/** Who has the account of a seller. */
export type Holder<W extends OrderWrite> = {
  /** At the provider: another holder gets another account. */
  id: string;
  /** Refuses who may not connect or open the seller's account any more; locks what that depends on. */
  requireStill(write: W): Promise<void>;
};

export type PayoutDesk<W extends OrderWrite> = {
  provider: PayoutProvider;
  /** The account that a seller connected, as the provider has it now; as it was known while that does not answer. */
  account(ownerId: string): Promise<PayoutAccount | undefined>;
  /**
   * The address at which a seller connects an account, or continues with it. `holder` is who has the account, where that is
   * not the seller: nothing is connected for who is not any more when the provider has answered.
   *
   * @throws DomainError UNAVAILABLE, PAYOUT_CONNECT_FAILED; what the holder refuses with
   */
  connect(ownerId: string, returnPath: string, holder?: Holder<W>): Promise<string>;
  /**
   * The provider's page of a seller's account.
   *
   * @throws DomainError FAILED_PRECONDITION, PAYOUT_ACCOUNT_NEEDED; what the holder refuses with
   */
  dashboard(ownerId: string, holder?: Pick<Holder<W>, 'requireStill'>): Promise<string>;
  /**
   * Begins a payout of all that a seller can have. The same id is the same payout.
   *
   * @throws DomainError FAILED_PRECONDITION, PAYOUT_ACCOUNT_NEEDED, PAYOUT_HELD, PAYOUT_UNDER_WAY or PAYOUT_TOO_SMALL
   */
  request(write: W, asked: Pick<Payout, 'id' | 'ownerId' | 'currency' | 'cause'>): Promise<Payout>;
  /** Has the provider make a payout that was begun, and ends it as that says. Outside of a transaction. */
  send(payoutId: string): Promise<Payout | undefined>;
  /** Continues what stopped halfway, and begins the payouts of the month. */
  sweep(signal: AbortSignal): Promise<void>;
};

/** Payouts of one service: a hold in the books, a call to the provider, then the hold is posted or given back. */
export function createPayoutDesk<W extends OrderWrite>({
  db,
  transact,
  provider,
  isHeld,
  currency,
  clock,
  log,
}: {
  db: Database;
  transact: Transact<W>;
  provider: PayoutProvider;
  /** Whether no payout of a seller may begin now. */
  isHeld(db: { query: Query }, ownerId: string): Promise<boolean>;
  /** Of the payouts of the month. */
  currency: string;
  clock: Clock;
  log: Logger;
}): PayoutDesk<W> {
  const orConnectFailed = <T>(call: Promise<T>): Promise<T> =>
    call.catch((error: unknown) => {
      throw connectFailed(error);
    });

  /** The account, made where there is none. Who holds it is asked after the provider has answered, where it is kept. */
  async function connected(ownerId: string, holder?: Holder<W>): Promise<PayoutAccount> {
    const isKnown = (await payouts.findAccount(db, ownerId)) !== undefined;
    const made = isKnown
      ? undefined
      : await orConnectFailed(provider.createAccount({ ownerId: holder?.id ?? ownerId }));
    return transact(async (write) => {
      await holder?.requireStill(write);
      if (made) {
        const account = { ownerId, provider: provider.name, accountId: made.id, status: made.status };
        await payouts.insertAccount(write.tx, account, write.clock.now());
      }
      const kept = await payouts.findAccount(write.tx, ownerId);
      if (!kept) throw connectFailed(new Error('a payout account was not kept'));
      return kept;
    });
  }

  async function refreshed(known: PayoutAccount): Promise<PayoutAccount> {
    const { status } = await provider.getAccount(known.accountId);
    if (status !== known.status) await payouts.setStatus(db, known.accountId, status, clock.now());
    return { ...known, status };
  }

  async function request(
    { tx, clock }: W,
    { id, ownerId, currency, cause }: Pick<Payout, 'id' | 'ownerId' | 'currency' | 'cause'>,
  ): Promise<Payout> {
    const account = await payouts.lockAccount(tx, ownerId);
    const known = await payouts.find(tx, id);
    if (known && known.ownerId !== ownerId) throw payoutIdReused();
    if (known) return known;
    if (account?.status !== 'ENABLED') throw payoutAccountNeeded();
    if (await isHeld(tx, ownerId)) throw payoutHeld();
    const from = await earningsAccount(tx, { ownerId, currency }, clock.now());
    // What is held for refunds stays: it goes back to the buyers.
    const { available: amount } = await accounts.balance(tx, from);
    const { accountId } = account;
    if (amount < PAYOUT_MINIMUM) throw payoutTooSmall();
    const asked = { id, ownerId, provider: provider.name, accountId, amount, currency, cause, createdAt: clock.now() };
    if (!(await payouts.insert(tx, asked))) throw payoutUnderWay();
    const payout: Payout = { ...asked, state: 'PENDING', failure: '', endedAt: null };
    await holdPayout(tx, payout, clock.now());
    return payout;
  }

  async function send(payoutId: string): Promise<Payout | undefined> {
    const payout = await payouts.find(db, payoutId);
    if (payout?.state !== 'PENDING') return payout;
    const { id, accountId, amount, currency } = payout;
    await payouts.markChecked(db, id, clock.now());
    const { status: state, failure } = await provider.pay({ id, accountId, amount, currency });
    if (state === 'PENDING') return payout;
    return transact(async ({ tx, clock }) => {
      const locked = await payouts.lock(tx, id);
      if (locked?.state !== 'PENDING') return locked;
      await bookPayoutEnd(tx, id, state, clock.now());
      return payouts.end(tx, locked, { state, failure }, clock.now());
    });
  }

  /**
   * The payout of a month, if there is enough; otherwise the month is over for this seller. One that is held stays due,
   * until it is held no longer.
   */
  async function payMonth(ownerId: string, month: string): Promise<void> {
    if (await isHeld(db, ownerId)) return;
    const id = v5(`${ownerId} ${month}`, NAMESPACE);
    const begun = await transact(async (write) => {
      await payouts.markMonthly(write.tx, ownerId, write.clock.now());
      return request(write, { id, ownerId, currency, cause: 'MONTH' }).catch((error: unknown) => {
        if (error instanceof DomainError && error.kind === 'FAILED_PRECONDITION') return undefined;
        throw error;
      });
    });
    if (begun) await send(begun.id);
  }

  return {
    provider,
    async account(ownerId) {
      const known = await payouts.findAccount(db, ownerId);
      if (!known) return undefined;
      return refreshed(known).catch((err: unknown) => {
        log.warn({ err }, 'a payout account could not be asked about');
        return known;
      });
    },
    async connect(ownerId, returnPath, holder) {
      const { accountId } = await connected(ownerId, holder);
      return orConnectFailed(provider.onboardingLink(accountId, returnPath));
    },
    async dashboard(ownerId, holder) {
      const known = await transact(async (write) => {
        await holder?.requireStill(write);
        return payouts.findAccount(write.tx, ownerId);
      });
      if (!known) throw payoutAccountNeeded();
      return provider.dashboardLink(known.accountId).catch((error: unknown) => {
        throw providerUnavailable(error);
      });
    },
    request,
    send,
    async sweep(signal) {
      const now = clock.now();
      const each = (ids: readonly string[], work: (id: string) => Promise<unknown>) =>
        sweep(ids, work, { signal, log, failed: 'a payout could not be swept' });
      const pending = await payouts.listPending(db, new Date(now.getTime() - LEFT_TO_REQUEST_MS));
      await each(
        pending.map(({ id }) => id),
        send,
      );
      const monthStart = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth()));
      const month = monthStart.toISOString().slice(0, 7);
      // By pages, since those that are held stay due.
      for (let owners = await payouts.listMonthlyDue(db, monthStart); owners.length > 0; ) {
        await each(owners, (ownerId) => payMonth(ownerId, month));
        owners = await payouts.listMonthlyDue(db, monthStart, owners.at(-1));
      }
    },
  };
}
