import { Code } from '@connectrpc/connect';
import { CardSetupStep } from '@marquee/contracts/identity/v1/payment_methods_pb';
import { type Answers, failing, inTurn, refusing } from '@marquee/testing/answer-calls';
import { aPerson } from '@marquee/testing/contract-messages';
import { screen, waitFor } from '@testing-library/react';
import { address, press, seeToast, showPage } from '../../testing/show-page.tsx';
import { standInForStripe } from '../../testing/stand-in-for-stripe.ts';

const { stripeJs, loadStripe } = standInForStripe();
const { AddCard } = await import('./add-card.tsx');

const stripe = { clientSecret: 'seti_1_secret_2', publishableKey: 'pk_test_1' };
const waits = { id: 's1', step: CardSetupStep.CARD, declineMessage: '', stripe };
const saved = { id: 's1', step: CardSetupStep.SAVED, declineMessage: '' };
const ADD = '/settings/payment/add';

beforeEach(() => sessionStorage.clear());

const open = (answers: Answers) =>
  showPage(<AddCard />, {
    ...{ at: ADD, path: ADD, viewer: aPerson() },
    answers: { startCardSetup: () => ({ setup: waits }), getCardSetup: () => ({ setup: saved }), ...answers },
  });
const saveButton = () => screen.findByRole('button', { name: 'Save this card' });
const isSaved = () => waitFor(() => expect(address()).toBe('/settings/payment'));

test('where Stripe keeps cards, its element takes the card, and nothing is charged [SET-11:stripe]', async () => {
  const { sent } = await open({});
  await saveButton();
  expect(loadStripe).toHaveBeenCalledWith('pk_test_1');
  expect(stripeJs.elements).toHaveBeenCalledWith(expect.objectContaining({ clientSecret: 'seti_1_secret_2' }));
  expect(screen.queryByLabelText('Card number')).toBeNull();
  await press('Save this card');
  await isSaved();
  expect(stripeJs.confirmSetup).toHaveBeenCalledWith(
    expect.objectContaining({ confirmParams: { return_url: window.location.href }, redirect: 'if_required' }),
  );
  expect(stripeJs.confirmPayment).not.toHaveBeenCalled();
  expect(sent('getCardSetup')).toMatchObject([{ setupId: 's1' }]);
});

test('what Stripe says of a card is said, and another one is saved with the same setup [SET-11:stripe]', async () => {
  stripeJs.confirmSetup.mockResolvedValueOnce({ error: { message: 'Your card was declined.' } });
  const { sent } = await open({});
  await saveButton();
  await press('Save this card');
  expect(await screen.findByText('Your card was declined.')).toBeTruthy();
  expect(sent('getCardSetup')).toEqual([]);
  await press('Save this card');
  await isSaved();
  expect(sent('startCardSetup')).toHaveLength(1);
});

test('an answer that is lost is asked for again, though Stripe takes the card only once [SET-11:stripe]', async () => {
  await open({ getCardSetup: inTurn(failing, () => ({ setup: saved })) });
  await saveButton();
  await press('Save this card');
  expect(
    await screen.findByText('We could not reach the payment provider. Please try again: nothing is charged.'),
  ).toBeTruthy();
  stripeJs.confirmSetup.mockResolvedValueOnce({ error: { code: 'setup_intent_unexpected_state' } });
  await press('Save this card');
  await isSaved();
});

test('a bank that says no leads back to the card [SET-11:stripe]', async () => {
  const declineMessage = 'Your bank did not confirm that it is you.';
  stripeJs.handleNextAction.mockResolvedValueOnce({ error: { message: 'We are unable to authenticate you.' } });
  await open({
    startCardSetup: () => ({ setup: { ...waits, step: CardSetupStep.CHALLENGE } }),
    getCardSetup: inTurn(
      () => ({ setup: { ...waits, declineMessage } }),
      () => ({ setup: saved }),
    ),
  });
  expect(await screen.findByText('Your bank asks whether this card is yours.')).toBeTruthy();
  await screen.findByRole('button', { name: 'Continue at your bank' });
  await press('Continue at your bank');
  expect(stripeJs.handleNextAction).toHaveBeenCalledWith({ clientSecret: 'seti_1_secret_2' });
  expect(await screen.findByText(declineMessage)).toBeTruthy();
  await saveButton();
  await press('Save this card');
  await isSaved();
});

test('a page of the bank comes back to the same setup, and the one after it is new [SET-11:stripe]', async () => {
  const first = await open({});
  await saveButton();
  const [begun] = first.sent('startCardSetup');
  const again = await open({ startCardSetup: () => ({ setup: saved }) });
  await isSaved();
  expect(again.sent('startCardSetup')).toMatchObject([{ setupId: begun?.setupId }]);
  const next = await open({});
  await saveButton();
  expect(next.sent('startCardSetup')[0]?.setupId).not.toBe(begun?.setupId);
});

test('a setup that somebody else began in this tab is not continued [SET-11:stripe]', async () => {
  await open({});
  await saveButton();
  const notFound = refusing(Code.NotFound, { reason: 'CARD_SETUP_NOT_FOUND', message: 'It is not there.' });
  const { sent } = await open({ startCardSetup: inTurn(notFound, () => ({ setup: waits })) });
  await saveButton();
  const [old, begun] = sent('startCardSetup');
  expect(begun?.setupId).not.toBe(old?.setupId);
});

test('where its script cannot be loaded, the page says what to do and tries again [SET-11:stripe]', async () => {
  stripeJs.isReachable = false;
  await open({});
  expect(await screen.findByText(/could not open the card form.*allow js\.stripe\.com/)).toBeTruthy();
  stripeJs.isReachable = true;
  await press('Try again');
  expect((await saveButton()).hasAttribute('disabled')).toBe(false);
});

test('a card that is being checked is asked about until it is saved [SET-11:stripe]', async () => {
  await open({
    getCardSetup: inTurn(
      () => ({ setup: { ...waits, step: CardSetupStep.WAIT, stripe: undefined } }),
      () => ({ setup: saved }),
    ),
  });
  await saveButton();
  await press('Save this card');
  expect(await screen.findByText('Your card is being checked. You can close this page.')).toBeTruthy();
  await waitFor(() => expect(address()).toBe('/settings/payment'), { timeout: 10_000 });
});

test('a saved card is said, and leads back to the plan that it is for [SET-11:stripe]', async () => {
  await showPage(<AddCard />, {
    ...{ at: `${ADD}?subscriptionType=PRO&intervalType=YEARLY`, path: ADD, viewer: aPerson() },
    answers: { startCardSetup: () => ({ setup: waits }), getCardSetup: () => ({ setup: saved }) },
  });
  await saveButton();
  await press('Save this card');
  await seeToast('Your card is saved.');
  expect(address()).toBe('/settings/subscription?subscriptionType=PRO&intervalType=YEARLY');
});

test('where no payments are taken no card is asked for; a card that could not be begun is tried again', async () => {
  await open({ startCardSetup: refusing(Code.FailedPrecondition, { reason: 'PLANS_UNAVAILABLE', message: 'No.' }) });
  expect(await screen.findByText('We cannot take payments here yet')).toBeTruthy();
  expect(screen.getByRole('link', { name: 'Back to payment' }).getAttribute('href')).toBe('/settings/payment');
  await open({ startCardSetup: inTurn<[], object>(failing, () => ({ setup: waits })) });
  expect(await screen.findByText('We could not begin to save a card.')).toBeTruthy();
  await press('Try again');
  expect(await saveButton()).toBeTruthy();
});

test('a setup that has ended says so, and another one is begun', async () => {
  const ended = { ...waits, step: CardSetupStep.ENDED };
  await open({
    startCardSetup: inTurn<[], object>(
      () => ({ setup: ended }),
      () => ({ setup: waits }),
    ),
  });
  expect(await screen.findByText('Your card was not saved. Please try again.')).toBeTruthy();
  await press('Try again');
  expect(await saveButton()).toBeTruthy();
});
