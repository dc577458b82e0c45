import { PayoutAccountStatus, PayoutState } from '@marquee/contracts/film/v1/payouts_pb';
import { Role } from '@marquee/contracts/identity/v1/account_pb';
import { screen, within } from '@testing-library/react';
import { show } from '../testing/show.tsx';
import { asStaff, aUserEntry, USER_ID } from '../testing/users.ts';

const payout = { id: 'p1', amount: 2_000n, currency: 'USD', state: PayoutState.PAID, monthly: true };

test('what was paid out to a maker stands with their account and what is left', async () => {
  const failed = { ...payout, id: 'p2', monthly: false, state: PayoutState.FAILED, failureMessage: 'It was closed.' };
  await show(`/users/${USER_ID}?tab=pro`, {
    ...asStaff(Role.ADMIN),
    getUser: () => ({ user: aUserEntry() }),
    listUserPayouts: () => ({
      payouts: [payout, failed],
      status: PayoutAccountStatus.ENABLED,
      available: -500n,
      held: true,
    }),
  });
  const table = await screen.findByRole('table', { name: 'Payouts' });
  expect(within(table).getAllByText('$20.00')).toHaveLength(2);
  expect(within(table).getByText('Failed: It was closed.')).toBeTruthy();
  expect(screen.getByText('The account is suspended: payouts wait, and come once the suspension ends.')).toBeTruthy();
  expect(screen.getByText('The account for payouts is connected. -$5.00 can be paid out.')).toBeTruthy();
});
