import { Code } from '@connectrpc/connect';
import { type Answers, failing, refusing } from '@marquee/testing/answer-calls';
import { aPerson } from '@marquee/testing/contract-messages';
import { screen, waitFor, within } from '@testing-library/react';
import { later, press, seeToast, showPage } from '../../testing/show-page.tsx';
import { SavedCards } from './saved-cards.tsx';

const visa = { id: 'm1', brand: 'visa', last4: '4242', expiryMonth: 3, expiryYear: 2031, isDefault: true };
const bank = { id: 'm2', brand: 'bank', last4: '6789' };
const open = (answers: Answers) => showPage(<SavedCards />, { viewer: aPerson(), answers });
const rows = () => within(screen.getByRole('list', { name: 'Your cards' })).getAllByRole('listitem');

test('cards are listed with what they are used for, and the one of plans is changed [SET-11:cards]', async () => {
  let methods: object[] = [visa, bank];
  const { sent } = await open({
    listPaymentMethods: () => ({ methods }),
    setDefaultPaymentMethod: () => {
      methods = [
        { ...visa, isDefault: false },
        { ...bank, isDefault: true },
      ];
      return {};
    },
  });
  await screen.findByRole('list', { name: 'Your cards' });
  expect(rows().map((row) => within(row).queryByText('Used for plans') !== null)).toEqual([true, false]);
  expect(rows()[0]?.textContent).toBe('Visa ending in 4242Used for plansExpires 03/2031Remove');
  expect(rows()[1]?.textContent).toBe('Bank account ending in 6789Use for plansRemove');
  expect(screen.getAllByRole('button', { name: /^Use .* for plans$/ })).toHaveLength(1);
  await press('Use Bank account ending in 6789 for plans');
  await waitFor(() => expect(within(rows()[1] as HTMLElement).getByText('Used for plans')).toBeTruthy());
  expect(sent('setDefaultPaymentMethod')).toMatchObject([{ methodId: 'm2' }]);
  expect(screen.getByRole('link', { name: 'Add a card' }).getAttribute('href')).toBe('/settings/payment/add');
});

test('a card is removed; one that could not be stays, and can be tried again [SET-11:cards]', async () => {
  const answer = later<never>();
  let methods = [visa];
  let isUp = false;
  const { sent } = await open({
    listPaymentMethods: () => ({ methods }),
    removePaymentMethod: () => {
      if (!isUp) return answer.answer();
      methods = [];
      return {};
    },
  });
  await screen.findByRole('list', { name: 'Your cards' });
  const remove = screen.getByRole('button', { name: /^Remove / });
  await press(/^Remove /);
  expect(remove.getAttribute('aria-busy')).toBe('true');
  await answer.reject(new Error('down'));
  await seeToast('We failed to change your cards.');
  expect(rows()).toHaveLength(1);
  isUp = true;
  await press(/^Remove /);
  expect(await screen.findByText('You have saved no card')).toBeTruthy();
  expect(sent('removePaymentMethod')).toMatchObject([{ methodId: 'm1' }, { methodId: 'm1' }]);
});

test('cards that could not be loaded are asked for again; where nothing is sold it says so', async () => {
  let isUp = false;
  await open({ listPaymentMethods: () => (isUp ? { methods: [visa] } : failing()) });
  await screen.findByText('We failed to load your cards.');
  isUp = true;
  await press('Try again');
  expect(await screen.findByRole('list', { name: 'Your cards' })).toBeTruthy();
  await open({ listPaymentMethods: refusing(Code.FailedPrecondition, { reason: 'PLANS_UNAVAILABLE' }) });
  expect(await screen.findByText('There is nothing to pay for yet')).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Try again' })).toBeNull();
});
