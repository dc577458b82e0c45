import { Code } from '@connectrpc/connect';
import { CardSetupStep } from '@marquee/contracts/identity/v1/payment_methods_pb';
import { SubscriptionState } from '@marquee/contracts/identity/v1/plans_pb';
import { newId } from '@marquee/data/ids';
import { ASKS, PAYS, PRO_MONTH, planService } from '../testing/plan-holders.ts';

test('cards are saved, one is the default, and removing it gives another its place [SET-11:methods]', async () => {
  const service = await planService();
  const person = await service.person();
  expect((await person.methods.listPaymentMethods({})).methods).toEqual([]);
  const setupId = newId();
  const card = { setupId, expiry: '01/35', securityCode: '123' };
  await person.methods.startCardSetup({ setupId });
  const declined = await person.methods.confirmTestCardSetup({ ...card, number: '4000000000000002' });
  expect(declined.setup).toMatchObject({
    step: CardSetupStep.CARD,
    declineMessage: expect.stringContaining('declined'),
  });
  const asked = await person.methods.confirmTestCardSetup({ ...card, number: ASKS });
  expect(asked.setup?.step).toBe(CardSetupStep.CHALLENGE);
  const saved = await person.methods.answerTestCardChallenge({ setupId, approved: true });
  expect(saved.setup?.step).toBe(CardSetupStep.SAVED);
  const first = (await person.methods.listPaymentMethods({})).methods;
  expect(first).toMatchObject([{ brand: 'visa', last4: '3184', expiryMonth: 1, expiryYear: 2035, isDefault: true }]);

  service.clock.advance(1_000);
  const second = await person.saveCard(PAYS);
  expect(second?.isDefault).toBe(false);
  await person.subscribe(PRO_MONTH);
  const changed = await person.methods.setDefaultPaymentMethod({ methodId: second?.id ?? '' });
  expect(changed.methods.find(({ isDefault }) => isDefault)?.last4).toBe('4242');
  const left = await person.methods.removePaymentMethod({ methodId: second?.id ?? '' });
  expect(left.methods).toMatchObject([{ last4: '3184', isDefault: true }]);
  // Repeated, it finds the card gone.
  expect((await person.methods.removePaymentMethod({ methodId: second?.id ?? '' })).methods).toHaveLength(1);
  const last = { methodId: left.methods[0]?.id ?? '' };
  await expect(person.methods.removePaymentMethod(last)).rejects.toMatchObject({ reason: 'LAST_CARD' });
  await person.plans.cancelPlan({});
  expect((await person.methods.removePaymentMethod(last)).methods).toEqual([]);
});

test('the cards and setups of others are not to be had [SET-11:methods]', async () => {
  const service = await planService();
  const [owner, other] = [await service.person(), await service.person()];
  const card = await owner.saveCard(PAYS);
  const setupId = newId();
  await owner.methods.startCardSetup({ setupId });
  const notFound = { reason: 'CARD_SETUP_NOT_FOUND' };
  await expect(other.methods.getCardSetup({ setupId })).rejects.toMatchObject(notFound);
  await expect(other.methods.startCardSetup({ setupId })).rejects.toMatchObject(notFound);
  await expect(other.methods.setDefaultPaymentMethod({ methodId: card?.id ?? '' })).rejects.toMatchObject({
    reason: 'PAYMENT_METHOD_NOT_FOUND',
  });
  await other.methods.removePaymentMethod({ methodId: card?.id ?? '' });
  expect((await owner.methods.listPaymentMethods({})).methods).toHaveLength(1);
});

test('services that sell are given the customer of a card of its owner, and of no other [SET-11:saved-card]', async () => {
  const service = await planService();
  const [owner, other] = [await service.person(), await service.person()];
  const film = service.paymentCustomers('film');
  const methodId = (await owner.saveCard(PAYS))?.id ?? '';
  const { customerId } = await film.getPaymentCustomer({ accountId: owner.accountId });
  expect(customerId).not.toBe('');
  expect(await film.getSavedCard({ accountId: owner.accountId, methodId })).toMatchObject({ customerId });
  expect(await film.getSavedCard({ accountId: other.accountId, methodId })).toMatchObject({ customerId: '' });
  await owner.methods.removePaymentMethod({ methodId });
  expect(await film.getSavedCard({ accountId: owner.accountId, methodId })).toMatchObject({ customerId: '' });
  await expect(film.getPaymentCustomer({ accountId: newId() })).rejects.toMatchObject({ reason: 'USER_NOT_FOUND' });
  const media = service.paymentCustomers('media');
  await expect(media.getSavedCard({ accountId: owner.accountId, methodId })).rejects.toMatchObject({
    code: Code.PermissionDenied,
  });
});

test('a card that paid elsewhere is kept once, and pays for a plan [SET-11:save-card]', async () => {
  const service = await planService();
  const person = await service.person();
  const kept = { accountId: person.accountId, setupId: newId(), number: ASKS, expiry: '12/34' };
  for (const _time of ['once', 'twice']) await service.paymentCustomers('festival').keepTestCard(kept);
  const { methods } = await person.methods.listPaymentMethods({});
  expect(methods).toMatchObject([{ last4: '3184', isDefault: true }]);
  expect((await person.subscribe(PRO_MONTH)).subscription?.state).toBe(SubscriptionState.TRIALING);
});

test('a card takes the place of a default that is gone, and without one nothing is begun [SET-11:methods]', async () => {
  const service = await planService();
  const person = await service.person();
  await person.saveCard(ASKS);
  await service.removeCardsElsewhere(person.accountId);
  await expect(person.subscribe(PRO_MONTH)).rejects.toMatchObject({ reason: 'CARD_NEEDED' });
  expect((await person.methods.listPaymentMethods({})).methods).toEqual([]);
  await person.saveCard(ASKS);
  service.clock.advance(1_000);
  const second = await person.saveCard(PAYS);
  const gone = "UPDATE payment_customers SET default_method_id = 'pm_gone' WHERE account_id = $1";
  await service.db.query(gone, [person.accountId]);
  const listed = await person.methods.listPaymentMethods({});
  expect(listed.methods.map(({ isDefault }) => isDefault)).toEqual([true, false]);
  const [kept] = await service.db.query<{ methodId: string }>(
    'SELECT default_method_id AS method_id FROM payment_customers WHERE account_id = $1',
    [person.accountId],
  );
  expect(kept).toEqual({ methodId: second?.id });
});
