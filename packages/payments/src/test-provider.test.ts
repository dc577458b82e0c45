import { openDatabase } from '@marquee/data/database';
import { newId } from '@marquee/data/ids';
import { dataMigrations } from '@marquee/data/migrations';
import { ledgerMigrations } from '@marquee/ledger/sources';
import { atEnd } from '@marquee/testing/cleanup';
import { fixedClock } from '@marquee/testing/fixed-clock';
import { silentLog } from '@marquee/testing/silent-log';
import { testDatabaseUrl } from '@marquee/testing/test-database';
import { paymentsMigrations } from './sources.ts';
import { createTestProvider } from './test-provider.ts';
import { failedRefundContract, providerContract } from './testing/provider-contract.ts';
import { signWebhook } from './webhook-signature.ts';

const SECRET = 'webhook-secret';

type KeepCard = Parameters<typeof createTestProvider>[0]['keepCard'];

async function testProvider(keepCard?: KeepCard) {
  const url = await testDatabaseUrl('payments', [dataMigrations, ledgerMigrations, paymentsMigrations]);
  const db = openDatabase({ url, log: silentLog, applicationName: 'test' });
  atEnd(() => db.close());
  const clock = fixedClock('2026-11-20T12:00:00.000Z');
  const provider = createTestProvider({ db, clock, webhookSecret: SECRET, keepCard });
  const sent: { type: string; id: string }[] = [];
  const run = () =>
    provider.run(async (body, signature) => {
      sent.push(provider.readEvent(body, signature));
    });
  const start = (amount = 499n) =>
    provider.createPayment({ id: newId(), amount, currency: 'USD', description: 'A film' });
  return { provider, clock, sent, run, start, db };
}

const opened = testProvider();
providerContract('test', async () => {
  const { provider, clock } = await opened;
  return {
    provider,
    pay: async ({ id }) => void (await provider.confirm(id, { number: '4242424242424242' })),
    saveCard: async ({ clientSecret }, bank) => {
      const number = bank === 'ASKS' ? '4000002760003184' : '4242424242424242';
      await provider.confirmSetup(clientSecret, { number, expiry: '12/34' });
      await provider.answerSetupChallenge(clientSecret, true);
    },
    webhook: (about, at = clock.now()) => {
      const body = Buffer.from(JSON.stringify({ ...about, type: 'payment_intent.succeeded' }));
      return { body, signature: signWebhook(body, { secret: SECRET, at }) };
    },
    now: () => clock.now(),
  };
});

test.each([
  ['4000000000000002', 'generic_decline'],
  ['4000000000009995', 'insufficient_funds'],
  ['4000000000009987', 'lost_card'],
  ['4000000000000069', 'expired_card'],
  ['4000000000000127', 'incorrect_cvc'],
  ['4000000000000119', 'processing_error'],
])('the card %s is declined for %s, and another one pays the same payment', async (number, decline) => {
  const { provider, start } = await opened;
  const { id } = await start();
  expect(await provider.confirm(id, { number })).toMatchObject({ status: 'NEEDS_CARD', decline });
  const paid = await provider.confirm(id, { number: '4242424242424242' });
  expect(paid).toMatchObject({ status: 'SUCCEEDED', decline: '' });
  expect(await provider.confirm(id, { number })).toMatchObject({ status: 'SUCCEEDED' });
});

test.each([1, 2, 3, 4])(
  'a refund whose process ended after %s statements is whole when it is asked for again',
  async (count) => {
    const { provider, start, clock, db, run, sent } = await opened;
    const { id: paymentId } = await start();
    await provider.confirm(paymentId, { number: '4242424242424242' });
    let left = count;
    const query = ((statement: never, values: never) => {
      left -= 1;
      return left < 0 ? Promise.reject(new Error('the process has ended')) : db.query(statement, values);
    }) as typeof db.query;
    const dying = createTestProvider({ db: { query }, clock, webhookSecret: SECRET });
    const refund = { id: newId(), paymentId, amount: 499n };
    await dying.refund(refund).catch(() => {});
    expect(await provider.refund(refund)).toBe('SUCCEEDED');
    expect((await provider.getPayment(paymentId)).refunded).toBe(499n);
    await run();
    // Its event comes twice, as each does.
    const events = sent.filter((event) => 'paymentId' in event && event.paymentId === paymentId);
    expect(events.filter(({ type }) => type === 'charge.refunded')).toHaveLength(2);
  },
);

test('takes its own numbers only', async () => {
  const { provider, start } = await opened;
  const { id } = await start();
  for (const number of ['4111111111111111', '4242', 'constructor', '']) {
    await expect(provider.confirm(id, { number })).rejects.toMatchObject({ reason: 'UNKNOWN_TEST_CARD' });
  }
});

test('a challenge is met, failed and tried again; another has no money behind it', async () => {
  const { provider, start } = await opened;
  const [card, poor] = [{ number: '4000002500003155' }, { number: '4000008260003178' }];
  const { id } = await start();
  expect(await provider.confirm(id, card)).toMatchObject({ status: 'NEEDS_ACTION' });
  const failed = await provider.answerChallenge(id, false);
  expect(failed).toMatchObject({ status: 'NEEDS_CARD', decline: 'authentication_failed' });
  await provider.confirm(id, poor);
  expect(await provider.answerChallenge(id, true)).toMatchObject({ decline: 'insufficient_funds' });
  await provider.confirm(id, card);
  expect(await provider.answerChallenge(id, true)).toMatchObject({ status: 'SUCCEEDED' });
});

test('a delayed payment succeeds or fails later, and each event is sent twice, signed', async () => {
  const { provider, start, clock, run, sent } = await testProvider();
  const [slow, failing] = [await start(), await start()];
  await provider.confirm(slow.id, { number: '000123456789' });
  await provider.confirm(failing.id, { number: '000111111113' });
  expect(await provider.cancelPayment(slow.id)).toMatchObject({ status: 'PROCESSING' });
  await run();
  clock.advance(5_000);
  await run();
  await run();
  expect(await provider.getPayment(slow.id)).toMatchObject({ status: 'SUCCEEDED' });
  expect(await provider.getPayment(failing.id)).toMatchObject({ status: 'NEEDS_CARD', decline: 'generic_decline' });
  expect(sent.map(({ type }) => type.split('.').at(-1)).toSorted()).toEqual(
    ['processing', 'processing', 'succeeded', 'payment_failed'].flatMap((type) => [type, type]).toSorted(),
  );
  expect(new Set(sent.map(({ id }) => id)).size).toBe(sent.length / 2);
});

test('refunds succeed, wait or fail by the card; a disputed payment is marked', async () => {
  const { provider, start, clock, run } = await testProvider();
  const paid = async (number: string) => {
    const payment = await start();
    await provider.confirm(payment.id, { number });
    return payment;
  };
  const refund = async (payment: { id: string }) =>
    provider.refund({ id: newId(), paymentId: payment.id, amount: 499n });
  const [plain, slow, failing] = [
    await paid('4242424242424242'),
    await paid('4000000000007726'),
    await paid('4000000000005134'),
  ];
  expect([await refund(plain), await refund(slow), await refund(failing)]).toEqual(['SUCCEEDED', 'PENDING', 'FAILED']);
  expect((await provider.getPayment(slow.id)).refunded).toBe(0n);
  clock.advance(5_000);
  await run();
  expect((await provider.getPayment(slow.id)).refunded).toBe(499n);
  expect(await refund(await start())).toBe('FAILED');
  const disputed = await paid('4000000000000259');
  expect(await provider.getPayment(disputed.id)).toMatchObject({ status: 'SUCCEEDED', dispute: 'LOST' });
});

failedRefundContract('the test provider', async () => {
  const { provider, clock, run } = await testProvider();
  return {
    provider,
    pay: async ({ id }) => void (await provider.confirm(id, { number: '4000000000005126' })),
    async failRefund() {
      await run();
      clock.advance(5_000);
      const sent: Parameters<typeof provider.readEvent>[] = [];
      for (const _time of ['once', 'twice']) await provider.run(async (...event) => void sent.push(event));
      // Sent twice, as every event.
      const [first, second] = sent;
      expect([sent.length, first]).toEqual([2, second]);
      const [body, signature] = first ?? [];
      return { body: body ?? new Uint8Array(), signature: signature ?? '' };
    },
  };
});

test('the number of a card that is to be saved is kept only while the payment may still be made with it', async () => {
  const { provider, start, db } = await opened;
  const customerId = await provider.createCustomer(newId());
  const kept = async ({ id }: { id: string }) =>
    (await db.query<{ cardNumber: string }>('SELECT card_number FROM test_payments WHERE id = $1', [id]))[0]
      ?.cardNumber;
  const card = { number: '4000002500003155', expiry: '12/34' };
  const asked = async () => {
    const payment = await start();
    await provider.saveCardOf({ paymentId: payment.id, customerId });
    await provider.confirm(payment.id, card);
    expect(await kept(payment)).toBe(card.number);
    return payment;
  };
  const [cancelled, failed, unticked] = [await asked(), await asked(), await asked()];
  await provider.cancelPayment(cancelled.id);
  await provider.answerChallenge(failed.id, false);
  await provider.saveCardOf({ paymentId: unticked.id, customerId: undefined });
  expect([await kept(cancelled), await kept(failed), await kept(unticked)]).toEqual(['', '', '']);
});

test('saving a card is asked about by the bank, is declined, and succeeds for cards that only then decline', async () => {
  const { provider } = await opened;
  const customerId = await provider.createCustomer(newId());
  const save = async (number: string) => {
    const { clientSecret } = await provider.createSetup({ id: newId(), customerId });
    return { clientSecret, setup: await provider.confirmSetup(clientSecret, { number, expiry: '01/35' }) };
  };
  expect((await save('4000000000000002')).setup).toMatchObject({ status: 'NEEDS_CARD', decline: 'generic_decline' });
  const asked = await save('4000002760003184');
  expect(asked.setup).toMatchObject({ status: 'NEEDS_ACTION', method: undefined });
  const refused = await provider.answerSetupChallenge(asked.clientSecret, false);
  expect(refused).toMatchObject({ status: 'NEEDS_CARD', decline: 'authentication_failed' });
  await provider.confirmSetup(asked.clientSecret, { number: '4000002760003184', expiry: '01/35' });
  const approved = await provider.answerSetupChallenge(asked.clientSecret, true);
  expect(approved).toMatchObject({ status: 'SUCCEEDED', method: { last4: '3184', expiryMonth: 1, expiryYear: 2035 } });
  expect((await save('4000000000000341')).setup).toMatchObject({ status: 'SUCCEEDED', method: { last4: '0341' } });
  expect((await save('000123456789')).setup.method).toMatchObject({ brand: 'bank', expiryMonth: 0, expiryYear: 0 });
  expect((await provider.listMethods(customerId)).map(({ last4 }) => last4).toSorted()).toEqual([
    '0341',
    '3184',
    '6789',
  ]);
});

test('a saved card declines, and its bank asks the buyer who is there and refuses where nobody is', async () => {
  const { provider, start } = await opened;
  const customerId = await provider.createCustomer(newId());
  const saved = async (number: string) => {
    const { clientSecret } = await provider.createSetup({ id: newId(), customerId });
    await provider.confirmSetup(clientSecret, { number, expiry: '12/34' });
    const { method } = await provider.answerSetupChallenge(clientSecret, true);
    return method?.id ?? '';
  };
  const pay = async (payment: { id: string }, methodId: string, isOffSession: boolean, of = customerId) =>
    provider.payWithMethod({
      ...{ id: newId(), paymentId: payment.id, customerId: of, methodId, isOffSession, returnPath: '/' },
    });
  const [declining, asking, once] = [
    await saved('4000000000000341'),
    await saved('4000002760003184'),
    await saved('4000002500003155'),
  ];
  const payment = await start();
  expect(await pay(payment, declining, true)).toMatchObject({ status: 'NEEDS_CARD', decline: 'generic_decline' });
  expect(await pay(payment, asking, true)).toMatchObject({ decline: 'authentication_required' });
  const others = await provider.createCustomer(newId());
  expect(await pay(payment, once, true, others)).toMatchObject({ decline: 'payment_method_gone' });
  expect(await pay(payment, asking, false)).toMatchObject({ status: 'NEEDS_ACTION' });
  expect(await provider.answerChallenge(payment.id, true)).toMatchObject({ status: 'SUCCEEDED' });
  expect(await pay(payment, declining, true)).toMatchObject({ status: 'SUCCEEDED' });
  expect(await pay(await start(), once, true)).toMatchObject({ status: 'SUCCEEDED' });
});

test('a card that can never be kept does not hold back those after it', async () => {
  const [kept, tried]: [string[], string[]] = [[], []];
  const { provider, clock, start, run } = await testProvider(async ({ orderId }) => {
    tried.push(orderId);
    if (never.includes(orderId)) throw new Error('there is no answer');
    kept.push(orderId);
  });
  const saved = async () => {
    clock.advance(1);
    const { id, orderId } = await start();
    await provider.saveCardOf({ paymentId: id, customerId: 'cus_1' });
    await provider.confirm(id, { number: '4242424242424242', expiry: '12/34' });
    return orderId;
  };
  const never = [await saved(), await saved()];
  const good = await saved();
  const rounds = [await round(), await round(), await round(), await round()];
  // One that fails ends its round, so that a service that cannot be reached is not asked for each card.
  expect(rounds).toEqual([[never[0]], [never[1]], [good, never[0]], [never[1]]]);
  expect(kept).toEqual([good]);

  async function round(): Promise<string[]> {
    const before = tried.length;
    await expect(run()).rejects.toThrow('there is no answer');
    return tried.slice(before);
  }
});

test('what happens to a payment is reported by its events, each of them once a round', async () => {
  const { provider, start, run, sent, clock } = await testProvider();
  const reported = async () => {
    sent.length = 0;
    await run();
    return [...new Set(sent.map(({ id, type }) => `${id} ${type}`))].map((one) => one.split(' ')[1]);
  };
  const refund = (paymentId: string, amount: bigint, id = newId()) => provider.refund({ id, paymentId, amount });
  const cancelled = await start();
  await provider.cancelPayment(cancelled.id);
  await provider.cancelPayment(cancelled.id);
  expect(await reported()).toEqual(['payment_intent.canceled']);
  expect(await reported()).toEqual([]);

  const declined = await start();
  await provider.confirm(declined.id, { number: '4000000000000002' });
  expect(await reported()).toEqual(['payment_intent.payment_failed']);
  const disputed = await start();
  await provider.confirm(disputed.id, { number: '4000000000002685' });
  expect((await reported()).toSorted()).toEqual(['charge.dispute.created', 'payment_intent.succeeded']);
  clock.advance(4_000);
  expect(await reported()).toEqual(['charge.dispute.closed']);
  expect((await provider.getPayment(disputed.id)).dispute).toBe('WON');

  const paid = await start();
  await provider.confirm(paid.id, { number: '4242424242424242' });
  await reported();
  const id = newId();
  for (const _time of ['once', 'twice']) expect(await refund(paid.id, 100n, id)).toBe('SUCCEEDED');
  expect(await reported()).toEqual(['charge.refunded']);
  expect((await provider.getPayment(paid.id)).refunded).toBe(100n);
  expect(await refund(paid.id, 400n)).toBe('FAILED');
  expect(await reported()).toEqual(['refund.failed']);
  expect(await refund(paid.id, 399n)).toBe('SUCCEEDED');
});

test('no more goes back than was paid and is not on its way back, nor what a bank has taken', async () => {
  const { provider, start } = await opened;
  const paid = async (number: string) => {
    const payment = await start();
    await provider.confirm(payment.id, { number });
    return (amount: bigint) => provider.refund({ id: newId(), paymentId: payment.id, amount });
  };
  const slow = await paid('4000000000007726');
  expect([await slow(300n), await slow(200n), await slow(199n)]).toEqual(['PENDING', 'FAILED', 'PENDING']);
  expect(await (await paid('4000000000000259'))(499n)).toBe('FAILED');
  expect(await (await paid('4000000000002685'))(499n)).toBe('FAILED');
});

test('what is not asked changes nothing, and what is not known is not found', async () => {
  const { provider, start } = await opened;
  const notFound = { kind: 'NOT_FOUND', reason: 'PAYMENT_NOT_FOUND' };
  await expect(provider.getPayment('pi_nobody')).rejects.toMatchObject(notFound);
  await expect(provider.getSetup('seti_nobody')).rejects.toMatchObject(notFound);
  await expect(provider.answerSetupChallenge('secret_of_nobody', true)).rejects.toMatchObject(notFound);
  const { id } = await start();
  expect(await provider.answerChallenge(id, true)).toMatchObject({ status: 'NEEDS_CARD', decline: '' });
  const customerId = await provider.createCustomer(newId());
  const { clientSecret } = await provider.createSetup({ id: newId(), customerId });
  expect(await provider.answerSetupChallenge(clientSecret, true)).toMatchObject({ status: 'NEEDS_CARD' });
  const card = { number: '4242424242424242', expiry: '12/34' };
  const saved = await provider.confirmSetup(clientSecret, card);
  expect(await provider.confirmSetup(clientSecret, { ...card, number: '4000000000000002' })).toEqual(saved);
  expect(await provider.listMethods(customerId)).toHaveLength(1);
});

test('the twenty newest cards of a customer are listed', async () => {
  const { provider, clock, db } = await opened;
  await db.query(
    `INSERT INTO test_methods (id, customer_id, brand, last4, expiry_month, expiry_year, created_at)
     SELECT 'pm_' || n, 'cus_many', 'visa', '4242', 1, 2040, $1::timestamptz + n * interval '1 second'
     FROM generate_series(1, 21) AS n`,
    [clock.now()],
  );
  const ids = (await provider.listMethods('cus_many')).map(({ id }) => id);
  expect([ids.length, ids[0], ids.at(-1)]).toEqual([20, 'pm_21', 'pm_2']);
});
