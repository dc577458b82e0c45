import type { Database } from '@marquee/data/database';
import type { Clock } from '@marquee/runtime/clock';
import { DomainError } from '@marquee/runtime/errors';
import type { Payment, PaymentProvider } from './payment-provider.ts';
import { behaviourOf, type TestCardBehaviour } from './test-cards.ts';
import * as payments from './test-payments.ts';
import { requireSigned, signWebhook } from './webhook-signature.ts';

/** How long what is slow takes. */
const DELAY_MS = 4_000;

/** The provider of sites that take no real money. Its state is in the service's database, as a company's would be in its own. */
export type TestProvider = PaymentProvider & {
  /** What the buyer's browser does with a card. */
  confirm(clientSecret: string, card: { number: string }): Promise<Payment>;
  /** What the buyer answers to their bank. */
  answerChallenge(clientSecret: string, isApproved: boolean): Promise<Payment>;
  /** Gives delayed outcomes and sends what has happened: signed, and each event twice. */
  run(deliver: (body: Uint8Array, signature: string) => Promise<void>): Promise<void>;
};

/** Behaves as Stripe's test mode does for its test numbers. Refuses every other number. */
export function createTestProvider({
  db,
  clock,
  webhookSecret,
}: {
  db: Pick<Database, 'query'>;
  clock: Clock;
  webhookSecret: string;
}): TestProvider {
  const tell = (type: string, paymentId: string) => payments.addWebhook(db, type, paymentId, clock.now());

  async function get(id: string): Promise<payments.TestPayment> {
    return (await payments.find(db, id)) ?? raise(paymentUnknown());
  }
  async function bySecret(clientSecret: string): Promise<payments.TestPayment> {
    return (await payments.findBySecret(db, clientSecret)) ?? raise(paymentUnknown());
  }

  /** The outcome of an attempt to pay, which a challenge or a delay has let through. */
  async function conclude(
    { id, status }: payments.TestPayment,
    outcome: string,
    card: Pick<TestCardBehaviour, 'disputed' | 'refundsAs'> = {},
  ): Promise<void> {
    const isPaid = outcome === 'SUCCEEDED';
    const step = isPaid
      ? {
          status: 'SUCCEEDED' as const,
          isDisputed: card.disputed ?? false,
          ...(card.refundsAs && { refundsAs: card.refundsAs }),
        }
      : { status: 'NEEDS_CARD' as const, decline: outcome };
    if (!(await payments.move(db, id, [status], step))) return;
    await tell(isPaid ? 'payment_intent.succeeded' : 'payment_intent.payment_failed', id);
    if (isPaid && card.disputed) await tell('charge.dispute.created', id);
  }

  return {
    name: 'test',
    createPayment: (order) => payments.create(db, order, clock.now()),
    getPayment: get,
    async cancelPayment(id) {
      const payment = await get(id);
      const isOpen = payment.status === 'NEEDS_CARD' || payment.status === 'NEEDS_ACTION';
      const { decline } = payment;
      if (isOpen && (await payments.move(db, id, [payment.status], { status: 'CANCELLED', decline }))) {
        await tell('payment_intent.canceled', id);
      }
      return get(id);
    },
    async refund(asked) {
      const payment = await get(asked.paymentId);
      const wanted = payment.refundsAs as 'SUCCEEDED' | 'PENDING' | 'FAILED';
      const isWrong = payment.status !== 'SUCCEEDED' || payment.isDisputed || asked.amount > payment.amount;
      const dueAt = wanted === 'PENDING' ? new Date(clock.now().getTime() + DELAY_MS) : null;
      const { status, isNew } = await payments.refund(db, asked, { status: isWrong ? 'FAILED' : wanted, dueAt });
      if (isNew && status === 'SUCCEEDED') await payments.addRefunded(db, asked.paymentId, asked.amount);
      if (isNew) await tell(status === 'FAILED' ? 'refund.failed' : 'charge.refunded', asked.paymentId);
      return status;
    },
    readEvent(body, signature) {
      requireSigned(body, signature, { secret: webhookSecret, at: clock.now() });
      return JSON.parse(Buffer.from(body).toString('utf8')) as ReturnType<PaymentProvider['readEvent']>;
    },
    async confirm(clientSecret, { number }) {
      const card = behaviourOf(number);
      const payment = await bySecret(clientSecret);
      if (payment.status !== 'NEEDS_CARD') return payment;
      const { id } = payment;
      const { outcome, refundsAs, challenge, delayed } = card;
      if (challenge) await payments.move(db, id, ['NEEDS_CARD'], { status: 'NEEDS_ACTION', outcome });
      else if (delayed) {
        const dueAt = new Date(clock.now().getTime() + DELAY_MS);
        await payments.move(db, id, ['NEEDS_CARD'], { status: 'PROCESSING', outcome, dueAt });
        await tell('payment_intent.processing', id);
      } else await conclude(payment, outcome, { ...card, ...(refundsAs && { refundsAs }) });
      return get(id);
    },
    async answerChallenge(clientSecret, isApproved) {
      const payment = await bySecret(clientSecret);
      if (payment.status !== 'NEEDS_ACTION') return payment;
      await conclude(payment, isApproved ? payment.outcome : 'authentication_failed');
      return get(payment.id);
    },
    async run(deliver) {
      const now = clock.now();
      for (const payment of await payments.listDue(db, now)) await conclude(payment, payment.outcome);
      for (let ended = await payments.endDueRefund(db, now); ended; ended = await payments.endDueRefund(db, now)) {
        await payments.addRefunded(db, ended.paymentId, ended.amount);
        await tell('charge.refunded', ended.paymentId);
      }
      for (const { id, type, paymentId } of await payments.listWebhooks(db)) {
        const body = Buffer.from(JSON.stringify({ id, type, paymentId }));
        const signature = signWebhook(body, { secret: webhookSecret, at: clock.now() });
        await deliver(body, signature);
        await deliver(body, signature);
        await payments.removeWebhook(db, id);
      }
    },
  };
}

function paymentUnknown(): DomainError {
  return new DomainError({ kind: 'NOT_FOUND', reason: 'PAYMENT_NOT_FOUND', message: 'There is no such payment.' });
}

function raise(error: Error): never {
  throw error;
}
