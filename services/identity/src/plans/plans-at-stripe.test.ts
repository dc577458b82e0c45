import { CardSetupStep } from '@marquee/contracts/identity/v1/payment_methods_pb';
import { PlanOrderState, PlanPaymentStep, SubscriptionState } from '@marquee/contracts/identity/v1/plans_pb';
import { newId } from '@marquee/data/ids';
import { PRO_MONTH, planService } from '../testing/plan-holders.ts';
import { startStripeDouble } from '../testing/stripe-double.ts';

const publishableKey = 'pk_test_double';

async function atStripe() {
  const stripe = await startStripeDouble();
  const service = await planService(stripe.env);
  const person = await service.person();
  return {
    ...{ stripe, service, person },
    async saveCard() {
      const setupId = newId();
      const { setup } = await person.methods.startCardSetup({ setupId });
      stripe.answerBank(setup?.stripe?.clientSecret ?? '');
      return person.methods.getCardSetup({ setupId });
    },
  };
}

test('the browser is given what it saves a card with at Stripe, until it is saved [SET-11:stripe]', async () => {
  const { stripe, person } = await atStripe();
  const setupId = newId();
  const { setup } = await person.methods.startCardSetup({ setupId });
  const clientSecret = setup?.stripe?.clientSecret ?? '';
  expect(setup).toMatchObject({ step: CardSetupStep.CARD, stripe: { publishableKey } });
  expect(clientSecret).toMatch(/^seti_\d+_secret$/);

  stripe.enterCard(clientSecret);
  // A page of the bank comes back as a reload: Stripe would repeat its first answer to a repeated request.
  const asked = await person.methods.startCardSetup({ setupId });
  expect(asked.setup).toMatchObject({ step: CardSetupStep.CHALLENGE, stripe: { clientSecret, publishableKey } });
  stripe.answerBank(clientSecret);
  const saved = await person.methods.startCardSetup({ setupId });
  expect(saved.setup).toMatchObject({ step: CardSetupStep.SAVED });
  expect(saved.setup?.stripe).toBeUndefined();
  const { methods } = await person.methods.listPaymentMethods({});
  expect(methods).toMatchObject([{ brand: 'visa', last4: '3184', isDefault: true }]);
  await expect(
    person.methods.confirmTestCardSetup({ setupId, number: '4242424242424242', expiry: '12/34', securityCode: '123' }),
  ).rejects.toMatchObject({ reason: 'PLANS_UNAVAILABLE' });
});

test('the browser is given a payment that its bank asks about, and nobody else is [SET-10:stripe]', async () => {
  const { stripe, service, person, saveCard } = await atStripe();
  await saveCard();
  await person.subscribe(PRO_MONTH);
  await person.plans.cancelPlan({});
  service.days(15);
  await person.becomes(SubscriptionState.NONE);

  const { order } = await person.subscribe(PRO_MONTH);
  const clientSecret = order?.stripe?.clientSecret ?? '';
  expect(order).toMatchObject({ step: PlanPaymentStep.CHALLENGE, stripe: { publishableKey } });
  expect(clientSecret).toMatch(/^pi_\d+_secret$/);
  // In a frame of the page, and from a page of the bank back to the one that follows the order.
  expect(stripe.sent(/confirm$/)).toMatchObject([
    { use_stripe_sdk: 'true', off_session: 'false', return_url: 'http://localhost:3000/settings/subscription' },
  ]);
  const orderId = order?.id ?? '';
  expect((await person.plans.getPlanOrder({ orderId })).order?.stripe).toMatchObject({ clientSecret });
  const other = await service.person();
  await expect(other.plans.getPlanOrder({ orderId })).rejects.toMatchObject({ reason: 'ORDER_NOT_FOUND' });

  stripe.answerBank(clientSecret);
  const paid = await person.plans.getPlanOrder({ orderId });
  expect(paid.order).toMatchObject({ state: PlanOrderState.FULFILLED });
  expect(paid.order?.stripe).toBeUndefined();
  await person.becomes(SubscriptionState.ACTIVE);
});
