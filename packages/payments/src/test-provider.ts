import { type Database, POOL_CONNECTIONS } from '@marquee/data/database';
import type { Clock } from '@marquee/runtime/clock';
import { DomainError } from '@marquee/runtime/errors';
import type { CardSetup, Payment, PaymentProvider, PaymentStatus, ProviderEvent } from './payment-provider.ts';
import { behaviourOf, numberEnding, type RefundBehaviour, type TestCardBehaviour } from './test-cards.ts';
import * as methods from './test-methods.ts';
import * as payments from './test-payments.ts';
import { requireSigned, signWebhook } from './webhook-signature.ts';

/** How long what is slow takes. */
const DELAY_MS = 4_000;
/** Why refunds fail, in Stripe's code. */
const REFUND_FAILURE = 'expired_or_canceled_card';
/** Whose events are sent at the same time: half of a service's connections are left to its readers. */
const PAYMENTS_AT_ONCE = POOL_CONNECTIONS / 2;

/** The provider of sites that take no real money. Its state is in the service's database, as a company's would be in its own. */
export type TestProvider = PaymentProvider & {
  /** What the buyer's browser does with a card. */
  confirm(paymentId: string, card: { number: string; expiry?: string }): Promise<Payment>;
  /** What the buyer answers to their bank. */
  answerChallenge(paymentId: string, isApproved: boolean): Promise<Payment>;
  /** What the buyer's browser does to save a card, with its month and year as 12/34. */
  confirmSetup(clientSecret: string, card: { number: string; expiry: string }): Promise<CardSetup>;
  answerSetupChallenge(clientSecret: string, isApproved: boolean): Promise<CardSetup>;
  /** Gives delayed outcomes and sends what has happened: signed, and each event twice. */
  run(deliver: Deliver): Promise<void>;
};

type Deliver = (body: Uint8Array, signature: string) => Promise<void>;

/** Behaves as Stripe's test mode does for its test numbers. Refuses every other number. */
export function createTestProvider({
  db,
  clock,
  webhookSecret,
  keepCard,
}: {
  db: Pick<Database, 'query'>;
  clock: Clock;
  webhookSecret: string;
  /** Keeps a card that has paid an order for its customer: the test providers of all services know the same cards. */
  keepCard?: ((card: { orderId: string; number: string; expiry: string }) => Promise<void>) | undefined;
}): TestProvider {
  /** The payments whose card could not be kept, the one that waits the longest first. */
  const unkept = new Set<string>();

  async function get(id: string): Promise<payments.TestPayment> {
    return (await payments.find(db, id)) ?? raise(paymentUnknown());
  }
  /** The outcome of an attempt to pay, which a challenge or a delay has let through; undefined where it is over. */
  async function conclude(
    { id, status }: Pick<payments.TestPayment, 'id' | 'status'>,
    outcome: string,
    { dispute, refundsAs, card }: Pick<TestCardBehaviour, 'dispute' | 'refundsAs'> & Pick<payments.Step, 'card'> = {},
  ): Promise<payments.TestPayment | undefined> {
    const isPaid = outcome === 'SUCCEEDED';
    const step = isPaid
      ? { status: 'SUCCEEDED' as const, ...disputeStep(dispute), ...(refundsAs && { refundsAs }), card }
      : { status: 'NEEDS_CARD' as const, decline: outcome, card };
    const tells = [isPaid ? 'payment_intent.succeeded' : 'payment_intent.payment_failed'];
    if (isPaid && dispute) tells.push('charge.dispute.created');
    return move(id, [status], step, ...tells);
  }

  const move = (id: string, from: readonly PaymentStatus[], step: payments.Step, ...tells: string[]) =>
    payments.move(db, id, from, step, { tells, now: clock.now() });

  /** An attempt to pay what needs a card, by hand or with a saved one; undefined where it needs none. */
  async function attempt(
    id: string,
    behaviour: TestCardBehaviour,
    card?: payments.Step['card'],
  ): Promise<payments.TestPayment | undefined> {
    const { outcome, challenge, delayed } = behaviour;
    const status = 'NEEDS_CARD';
    if (challenge) return move(id, [status], { status: 'NEEDS_ACTION', outcome, card });
    if (!delayed) return conclude({ id, status }, outcome, { ...behaviour, card });
    const dueAt = new Date(clock.now().getTime() + DELAY_MS);
    return move(id, [status], { status: 'PROCESSING', outcome, dueAt, card }, 'payment_intent.processing');
  }

  async function setupMessage(found: methods.TestSetup | undefined): Promise<CardSetup> {
    if (!found) throw paymentUnknown();
    const { id, status, clientSecret, decline, methodId } = found;
    return { id, status, clientSecret, decline, method: methodId ? await methods.findMethod(db, methodId) : undefined };
  }

  /** A dispute that is won is open for some seconds before. */
  function disputeStep(dispute: TestCardBehaviour['dispute']): Pick<payments.Step, 'dispute' | 'disputeWonAt'> {
    if (dispute !== 'WON') return dispute ? { dispute } : {};
    return { dispute: 'OPEN', disputeWonAt: new Date(clock.now().getTime() + DELAY_MS) };
  }

  /** The first that fails ends the round, and comes after all others in the next one: it may fail for ever. */
  async function keepCards(): Promise<void> {
    const turns = [...unkept];
    const waiting = (await payments.listToSave(db)).toSorted((a, b) => turns.indexOf(a.id) - turns.indexOf(b.id));
    for (const { id, orderId, cardNumber: number, cardExpiry: expiry } of waiting) {
      unkept.delete(id);
      try {
        await keepCard?.({ orderId, number, expiry });
      } catch (error) {
        unkept.add(id);
        throw error;
      }
      await payments.markSaved(db, id);
    }
  }

  /** Sends events of several payments at once, those of one payment in their order. */
  async function sendWebhooks(deliver: Deliver): Promise<void> {
    const send = async (ofPayment: readonly payments.TestWebhook[]) => {
      for (const { id, type, paymentId } of ofPayment) {
        const body = Buffer.from(JSON.stringify({ id, type, paymentId }));
        const signature = signWebhook(body, { secret: webhookSecret, at: clock.now() });
        await deliver(body, signature);
        await deliver(body, signature);
      }
    };
    const webhooks = await payments.listWebhooks(db);
    const byPayment = [...Map.groupBy(webhooks, ({ paymentId }) => paymentId).values()];
    while (byPayment.length > 0) {
      const outcomes = await Promise.allSettled(byPayment.splice(0, PAYMENTS_AT_ONCE).map(send));
      const failed = outcomes.find((outcome) => outcome.status === 'rejected');
      // Those of a round that broke off are sent again.
      if (failed) throw failed.reason;
    }
    const sent = webhooks.map(({ id }) => id);
    if (sent.length > 0) await payments.removeWebhooks(db, sent);
  }

  return {
    name: 'test',
    createPayment: (order) => payments.create(db, order, clock.now()),
    async getPayment(id) {
      const payment = await get(id);
      const failed = payment.refundsAs === 'FAILS_LATER' ? await payments.listFailed(db, id) : [];
      const failedRefunds = failed.map((refund) => ({ ...refund, failure: REFUND_FAILURE }));
      return { ...payment, ...(failed.length > 0 && { failedRefunds }) };
    },
    async cancelPayment(id) {
      const payment = await get(id);
      const { status, decline } = payment;
      const isOpen = status === 'NEEDS_CARD' || status === 'NEEDS_ACTION';
      const step = { status: 'CANCELLED', decline } as const;
      return (isOpen && (await move(id, [status], step, 'payment_intent.canceled'))) || get(id);
    },
    async refund(asked) {
      const payment = await get(asked.paymentId);
      const wanted = payment.refundsAs as RefundBehaviour;
      const left = payment.amount - payment.refunded - (await payments.refunding(db, asked.paymentId));
      const isTaken = payment.dispute === 'OPEN' || payment.dispute === 'LOST';
      const isWrong = payment.status !== 'SUCCEEDED' || isTaken || asked.amount > left;
      const now = clock.now();
      const isUnfinished = wanted === 'PENDING' || wanted === 'FAILS_LATER';
      const dueAt = isUnfinished && !isWrong ? new Date(now.getTime() + DELAY_MS) : null;
      const status = isWrong ? 'FAILED' : wanted === 'FAILS_LATER' ? 'SUCCEEDED' : wanted;
      return payments.refund(db, asked, { status, dueAt, now });
    },
    refundFailure: async () => REFUND_FAILURE,
    readEvent(body, signature) {
      requireSigned(body, signature, { secret: webhookSecret, at: clock.now() });
      const event = JSON.parse(Buffer.from(body).toString('utf8')) as Omit<ProviderEvent, 'saysPaid'>;
      return { ...event, saysPaid: event.type === 'payment_intent.succeeded' };
    },
    async confirm(paymentId, { number, expiry = '' }) {
      return (await attempt(paymentId, behaviourOf(number), { number, expiry })) ?? get(paymentId);
    },
    async answerChallenge(paymentId, isApproved) {
      const payment = await get(paymentId);
      if (payment.status !== 'NEEDS_ACTION') return payment;
      return (await conclude(payment, isApproved ? payment.outcome : 'authentication_failed')) ?? get(paymentId);
    },
    createCustomer: async (accountId) => methods.customerOf(accountId),
    createSetup: async (setup) => setupMessage(await methods.createSetup(db, setup, clock.now())),
    getSetup: async (id) => setupMessage(await methods.findSetup(db, id)),
    listMethods: (customerId) => methods.listMethods(db, customerId),
    removeMethod: (method) => methods.removeMethod(db, method, clock.now()),
    removeCustomer: (customerId) => methods.removeCustomer(db, customerId, clock.now()),
    async confirmSetup(clientSecret, { number, expiry }) {
      const { challenge, outcome, isSaved } = behaviourOf(number);
      const setup = await methods.findSetupBySecret(db, clientSecret);
      if (setup?.status === 'NEEDS_CARD') {
        if (challenge) await methods.moveSetup(db, setup, { status: 'NEEDS_ACTION', number, expiry });
        else if (outcome === 'SUCCEEDED' || isSaved)
          await methods.saveMethod(db, setup, { number, expiry }, clock.now());
        else await methods.moveSetup(db, setup, { status: 'NEEDS_CARD', decline: outcome });
      }
      return setupMessage(await methods.findSetupBySecret(db, clientSecret));
    },
    async answerSetupChallenge(clientSecret, isApproved) {
      const setup = await methods.findSetupBySecret(db, clientSecret);
      if (setup?.status === 'NEEDS_ACTION') {
        if (isApproved) await methods.saveMethod(db, setup, setup, clock.now());
        else await methods.moveSetup(db, setup, { status: 'NEEDS_CARD', decline: 'authentication_failed' });
      }
      return setupMessage(await methods.findSetupBySecret(db, clientSecret));
    },
    async payWithMethod({ id, paymentId, customerId, methodId, isOffSession }) {
      const found = await get(paymentId);
      const isLeft = isOffSession && found.status === 'NEEDS_ACTION';
      if (found.status !== 'NEEDS_CARD' && !isLeft) return found;
      const number = numberEnding(methods.last4Of(methodId) ?? '');
      const isGone = !number || (await methods.isGone(db, { customerId, methodId }));
      if (isGone) return { ...found, decline: 'payment_method_gone' };
      if (!(await methods.addAttempt(db, { id, paymentId }, clock.now()))) return get(paymentId);
      if (isLeft) await move(paymentId, ['NEEDS_ACTION'], { status: 'NEEDS_CARD' });
      const payment = await get(paymentId);
      if (payment.status !== 'NEEDS_CARD') return payment;
      const card = behaviourOf(number);
      // A card that the bank asked about when it was saved pays without asking again, unless its bank always asks.
      const challenge = card.asksAlways ?? false;
      const paid =
        challenge && isOffSession
          ? await conclude(payment, 'authentication_required')
          : await attempt(paymentId, { ...card, challenge });
      return paid ?? get(paymentId);
    },
    async saveCardOf({ paymentId, customerId }) {
      await payments.setSavesCard(db, paymentId, customerId !== undefined);
      return get(paymentId);
    },
    async run(deliver) {
      const now = clock.now();
      if (!(await payments.isAnyDue(db, now))) return;
      for (const payment of await payments.listDue(db, now)) await conclude(payment, payment.outcome);
      while (await payments.endDueRefund(db, now));
      while (await payments.winDueDispute(db, now));
      await sendWebhooks(deliver);
      // Last: it needs another service, which may be unavailable.
      await keepCards();
    },
  };
}

function paymentUnknown(): DomainError {
  return new DomainError({ kind: 'NOT_FOUND', reason: 'PAYMENT_NOT_FOUND', message: 'There is no such payment.' });
}

function raise(error: Error): never {
  throw error;
}
