import { SubscriptionChange, SubscriptionChangedSchema } from '@marquee/contracts/events/v1/identity_pb';
import { SubscriptionType } from '@marquee/contracts/identity/v1/account_pb';
import { BillingInterval, SubscriptionState } from '@marquee/contracts/identity/v1/plans_pb';
import { newId } from '@marquee/data/ids';
import { eventually } from '@marquee/testing/eventually';
import { viewers } from '@marquee/testing/viewers';
import { identityService } from './identity-service.ts';

export const PAYS = '4242424242424242';
export const DECLINES = '4000000000000341';
export const ASKS = '4000002760003184';
/** Its bank takes each payment back, and loses. */
export const DISPUTES_AND_LOSES = '4000000000002685';
/** What it paid cannot be given back. */
export const REFUND_FAILS = '4000000000005134';
export const REFUND_FAILS_LATER = '4000000000005126';
/** Its payments take some seconds. */
export const SLOW = '000123456789';
export const PRO_MONTH = { plan: SubscriptionType.PRO, interval: BillingInterval.MONTHLY };
export const PRO_YEAR = { plan: SubscriptionType.PRO, interval: BillingInterval.YEARLY };
export const PREMIUM_MONTH = { plan: SubscriptionType.PREMIUM, interval: BillingInterval.MONTHLY };
export const WEBHOOK_SECRET = 'webhook-secret-of-plans';

const DAY_MS = 86_400_000;

/** Identity where plans are sold, and people who have them. */
export async function planService(
  env: Record<string, string> = { PAYMENT_PROVIDER: 'test', PAYMENT_WEBHOOK_SECRET: WEBHOOK_SECRET },
) {
  const identity = await identityService({ env });

  async function person() {
    const account = await identity.anAccount();
    const viewer = viewers.movieLover({ accountId: account.id });
    const [plans, methods] = [identity.plans(viewer), identity.paymentMethods(viewer)];
    const subscription = async () => {
      const { subscription } = await plans.getPlans({});
      if (!subscription) throw new Error('there is no subscription in the answer');
      return subscription;
    };
    const priceOf = async (choice: { plan: SubscriptionType; interval: BillingInterval }) => {
      const { offers } = await plans.getPlans({});
      return offers.find(({ plan, interval }) => plan === choice.plan && interval === choice.interval)?.price ?? 0n;
    };
    return {
      ...{ viewer, plans, methods, subscription, priceOf, accountId: account.id },
      /** Saves a card, and answers its bank. */
      async saveCard(number: string) {
        const setupId = newId();
        await methods.startCardSetup({ setupId });
        await methods.confirmTestCardSetup({ setupId, number, expiry: '12/34', securityCode: '123' });
        await methods.answerTestCardChallenge({ setupId, approved: true });
        const { methods: saved } = await methods.listPaymentMethods({});
        return saved.find(({ last4 }) => number.endsWith(last4));
      },
      /** Saves another card, for all that is paid from now on. */
      async paysWith(number: string) {
        const saved = await this.saveCard(number);
        await methods.setDefaultPaymentMethod({ methodId: saved?.id ?? '' });
      },
      async subscribe(choice: { plan: SubscriptionType; interval: BillingInterval }, orderId = newId()) {
        return plans.startPlan({ ...choice, orderId, price: await priceOf(choice) });
      },
      /** Waits until the subscription is in a state, of a plan. */
      becomes: (state: SubscriptionState, more: object = {}) =>
        eventually(async () => {
          const text = 'SELECT state FROM subscriptions WHERE account_id = $1';
          const [row] = await identity.db.query<{ state: string }>(text, [account.id]);
          if (row?.state !== SubscriptionState[state]) return false;
          const now = await subscription();
          expect(now).toMatchObject({ state, ...more });
          return now;
        }),
    };
  }

  const days = (days: number) => identity.clock.advance(days * DAY_MS);
  return {
    ...identity,
    ...{ person, days },
    /** Somebody whose trial is over and paid for. */
    async subscriber(choice = PRO_MONTH) {
      const subscriber = await person();
      await subscriber.saveCard(PAYS);
      await subscriber.subscribe(choice);
      days(14);
      await subscriber.becomes(SubscriptionState.ACTIVE);
      return subscriber;
    },
    /** Has the provider forget all cards of an account, of which identity does not hear. */
    removeCardsElsewhere: (accountId: string) =>
      identity.db.query(
        `UPDATE test_methods SET removed_at = $2
         WHERE customer_id = (SELECT customer_id FROM payment_customers WHERE account_id = $1)`,
        [accountId, identity.clock.now()],
      ),
    /** What was published of an account, in order. */
    async changes(accountId: string): Promise<string[]> {
      const events = await identity.events();
      return events.flatMap(({ type, message }) =>
        type === SubscriptionChangedSchema.name && message.accountId === accountId
          ? [SubscriptionChange[Number(message.change)] ?? '']
          : [],
      );
    },
    /** What the books say of the platform's part of plans. */
    async earned(): Promise<bigint> {
      const [row] = await identity.db.query<{ amount: bigint }>(
        `SELECT coalesce(sum(e.amount), 0)::bigint AS amount FROM ledger_entries e
         JOIN ledger_transfers t ON t.id = e.transfer_id JOIN ledger_accounts a ON a.id = e.account_id
         WHERE a.kind = 'PLATFORM_FEE' AND t.state = 'POSTED'`,
      );
      return row?.amount ?? 0n;
    },
  };
}
