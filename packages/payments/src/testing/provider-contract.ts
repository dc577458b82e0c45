import { newId } from '@marquee/data/ids';
import type { CardSetup, Payment, PaymentProvider } from '../payment-provider.ts';

/** A provider under test, and what the buyer's browser would do at it. */
export type ProviderUnderTest = {
  provider: PaymentProvider;
  /** Pays as a buyer whose card is accepted; undefined where nobody can, as at a mock without state. */
  pay: ((payment: Payment) => Promise<void>) | undefined;
  /** Saves a card that is accepted, or whose bank asks at each payment; undefined where nobody can. */
  saveCard: ((setup: CardSetup, bank?: 'ASKS') => Promise<void>) | undefined;
  /** A body as the provider sends it about a payment, and its signature. */
  webhook(about: { id: string; paymentId: string }, at?: Date): { body: Uint8Array; signature: string };
  now(): Date;
};

/** What every payment provider does. */
export function providerContract(name: string, open: () => Promise<ProviderUnderTest>): void {
  const order = (amount = 499n) => ({ id: newId(), amount, currency: 'USD', description: 'A film' });

  describe(`the payment provider ${name}`, () => {
    test('makes the payment of an order, which waits for a card', async () => {
      const { provider } = await open();
      const asked = order();
      const payment = await provider.createPayment(asked);
      expect(payment).toMatchObject({ currency: 'USD', refunded: 0n, dispute: 'NONE', id: expect.any(String) });
      expect(payment.clientSecret).not.toBe('');
      expect(await provider.getPayment(payment.id)).toMatchObject({ id: expect.any(String), currency: 'USD' });
    });

    test('cancels a payment, and refunds what was paid', async () => {
      const { provider, pay } = await open();
      const unpaid = await provider.createPayment(order());
      expect((await provider.cancelPayment(unpaid.id)).id).toEqual(expect.any(String));
      const asked = order();
      const payment = await provider.createPayment(asked);
      await pay?.(payment);
      const refund = { id: newId(), paymentId: payment.id, amount: asked.amount };
      const statuses = [await provider.refund(refund), await provider.refund(refund)];
      expect(statuses[0]).toMatch(/^(SUCCEEDED|PENDING)$/);
      expect(statuses[1]).toBe(statuses[0]);
    });

    test('makes one customer of an account, and one setup of an id, which waits for a card', async () => {
      const { provider, saveCard } = await open();
      const customerId = await provider.createCustomer(newId());
      expect(customerId).not.toBe('');
      const asked = { id: newId(), customerId };
      const setup = await provider.createSetup(asked);
      expect(setup).toMatchObject({ id: expect.any(String), decline: expect.any(String) });
      expect(setup.clientSecret).not.toBe('');
      const again = await provider.createSetup(asked);
      // A mock without state makes another one.
      expect(again.id).toEqual(saveCard ? setup.id : expect.any(String));
      expect((await provider.getSetup(setup.id)).id).toEqual(expect.any(String));
    });

    test('pays with a saved card, until it is removed', async () => {
      const { provider, saveCard } = await open();
      const customerId = await provider.createCustomer(newId());
      const setup = await provider.createSetup({ id: newId(), customerId });
      await saveCard?.(setup);
      const [method] = await provider.listMethods(customerId);
      const methodId = method?.id ?? 'pm_1';
      const pay = async () => {
        const { id: paymentId } = await provider.createPayment(order());
        const attempt = { id: newId(), paymentId, customerId, methodId, isOffSession: true, returnPath: '/' };
        return [await provider.payWithMethod(attempt), await provider.payWithMethod(attempt)];
      };
      const paid = await pay();
      if (saveCard) {
        expect(method).toMatchObject({
          customerId,
          last4: expect.stringMatching(/^\d{4}$/),
          brand: expect.any(String),
        });
        expect((await provider.getSetup(setup.id)).method).toEqual(method);
        expect(paid.map(({ status }) => status)).toEqual(['SUCCEEDED', 'SUCCEEDED']);
      }
      await provider.removeMethod({ customerId, methodId });
      await provider.removeMethod({ customerId, methodId });
      if (!saveCard) return;
      expect(await provider.listMethods(customerId)).toEqual([]);
      const gone = { status: 'NEEDS_CARD', decline: 'payment_method_gone' };
      expect(await pay()).toEqual([expect.objectContaining(gone), expect.objectContaining(gone)]);
    });

    test("another attempt off session takes the place of a bank's question that nobody answered", async () => {
      const { provider, saveCard } = await open();
      const customerId = await provider.createCustomer(newId());
      const saved = async (bank?: 'ASKS') => {
        await saveCard?.(await provider.createSetup({ id: newId(), customerId }), bank);
        const known = await provider.listMethods(customerId);
        return known.map(({ id }) => id);
      };
      const [asking = 'pm_1'] = await saved('ASKS');
      const paying = (await saved()).find((id) => id !== asking) ?? 'pm_2';
      const { id: paymentId } = await provider.createPayment(order());
      const attempt = { paymentId, customerId, returnPath: '/settings/subscription' };
      const asked = { ...attempt, id: newId(), methodId: asking, isOffSession: false };
      const statuses = [
        await provider.payWithMethod(asked),
        await provider.payWithMethod({ ...attempt, id: newId(), methodId: paying, isOffSession: false }),
        await provider.payWithMethod({ ...attempt, id: newId(), methodId: paying, isOffSession: true }),
      ].map(({ status }) => status);
      if (saveCard) expect(statuses).toEqual(['NEEDS_ACTION', 'NEEDS_ACTION', 'SUCCEEDED']);
    });

    test('has the card that pays saved for a customer, or not', async () => {
      const { provider, pay } = await open();
      const customerId = await provider.createCustomer(newId());
      const payment = await provider.createPayment(order());
      expect(payment.savesCard).toBe(false);
      const kept = await provider.saveCardOf({ paymentId: payment.id, customerId });
      const dropped = await provider.saveCardOf({ paymentId: payment.id, customerId: undefined });
      // A mock without state gives always the same payment.
      if (pay) expect([kept.savesCard, dropped.savesCard]).toEqual([true, false]);
    });

    test('forgets a customer with its cards', async () => {
      const { provider, saveCard } = await open();
      const customerId = await provider.createCustomer(newId());
      await saveCard?.(await provider.createSetup({ id: newId(), customerId }));
      await provider.removeCustomer(customerId);
      await provider.removeCustomer(customerId);
      if (saveCard) expect(await provider.listMethods(customerId)).toEqual([]);
    });

    test('reads an event that it signed, and refuses all others', async () => {
      const { provider, webhook, now } = await open();
      const about = { id: 'evt_1', paymentId: 'pi_1' };
      const { body, signature } = webhook(about);
      expect(provider.readEvent(body, signature)).toMatchObject(about);
      const refused = { reason: 'WEBHOOK_REFUSED' };
      const other = webhook({ id: 'evt_1', paymentId: 'pi_2' });
      const ago = (ms: number) => webhook(about, new Date(now().getTime() - ms)).signature;
      const wrong = [other.signature, '', 't=1', 'v1=00', `t=x,v1=${'0'.repeat(64)}`, ago(301_000), ago(-301_000)];
      for (const bad of [...wrong, `${signature}00`]) {
        expect(() => provider.readEvent(body, bad)).toThrow(expect.objectContaining(refused));
      }
      expect(provider.readEvent(body, ago(299_000))).toMatchObject(about);
      expect(provider.readEvent(body, `v1=${'0'.repeat(64)},${signature}`)).toMatchObject(about);
    });
  });
}

/** A provider with a payment that is paid, whose refund the provider or the buyer's bank can have fail after it succeeded. */
type FailingRefunds = {
  provider: PaymentProvider;
  pay: (payment: Payment) => Promise<void>;
  /** Gives the event that the provider sends of it. */
  failRefund: (payment: Payment) => Promise<{ body: Uint8Array; signature: string }>;
};

/** What every payment provider says of a refund that succeeded and fails later. */
export function failedRefundContract(name: string, open: () => Promise<FailingRefunds>): void {
  test(`${name} says of a payment which refund failed after it had succeeded, and makes another one`, async () => {
    const { provider, pay, failRefund } = await open();
    const payment = await provider.createPayment({ id: newId(), amount: 499n, currency: 'USD', description: 'A film' });
    await pay(payment);
    const asked = { id: newId(), paymentId: payment.id, amount: 499n };
    expect(await provider.refund(asked)).toBe('SUCCEEDED');
    const before = await provider.getPayment(payment.id);
    expect([before.refunded, before.failedRefunds]).toEqual([499n, undefined]);

    const { body, signature } = await failRefund(payment);
    const event = provider.readEvent(body, signature);
    expect(event).toMatchObject({ type: 'refund.failed', paymentId: payment.id, saysPaid: false });
    const failed = { id: asked.id, amount: 499n, failure: 'expired_or_canceled_card' };
    const after = await provider.getPayment(payment.id);
    expect([after.status, after.refunded, after.failedRefunds]).toEqual(['SUCCEEDED', 0n, [failed]]);
    expect(await provider.refund(asked)).toBe('FAILED');

    expect(await provider.refund({ ...asked, id: newId() })).toBe('SUCCEEDED');
    const again = await provider.getPayment(payment.id);
    expect([again.refunded, again.failedRefunds]).toEqual([499n, [failed]]);
  });
}
