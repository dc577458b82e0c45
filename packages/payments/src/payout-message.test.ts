import { PayoutState } from '@marquee/contracts/film/v1/payouts_pb';
import { newId } from '@marquee/data/ids';
import { payoutFailureMessage } from '@marquee/rules/payouts';
import { payoutMessage } from './payout-message.ts';
import type { Payout } from './payouts.ts';

const [createdAt, endedAt] = [new Date('2026-11-01T00:00:00Z'), new Date('2026-11-03T00:00:00Z')];
const message = (changes: Partial<Payout>) =>
  payoutMessage({
    ...{ id: newId(), ownerId: newId(), amount: 1_500n, currency: 'USD', state: 'PENDING', failure: '' },
    ...{ provider: 'test', accountId: 'a', cause: 'OWNER', createdAt, endedAt: null, ...changes },
  });

test('a seller reads of a payout how it went, and why it failed', () => {
  expect(message({})).toMatchObject({ state: PayoutState.PENDING, failureMessage: '', monthly: false });
  expect(message({})).not.toHaveProperty('endedAt');
  const failed = message({ state: 'FAILED', failure: 'account_closed', endedAt, cause: 'MONTH' });
  expect(failed).toMatchObject({ state: PayoutState.FAILED, monthly: true, endedAt: { seconds: 1_793_664_000n } });
  expect(failed.failureMessage).toBe(payoutFailureMessage('account_closed'));
  // What a first attempt failed for is no news once another has paid.
  expect(message({ state: 'PAID', failure: 'account_closed' }).failureMessage).toBe('');
});
