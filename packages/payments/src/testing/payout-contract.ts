import { newId } from '@marquee/data/ids';
import type { ConnectedAccount, PayoutProvider } from '../payout-provider.ts';

/** A payout provider under test, and what its owner would do at it. */
export type PayoutsUnderTest = {
  provider: PayoutProvider;
  /** Lets payouts to an account succeed; undefined where nobody can, as at a mock without state. */
  enable: ((account: ConnectedAccount) => Promise<void>) | undefined;
};

/** What every payout provider does. */
export function payoutContract(name: string, open: () => Promise<PayoutsUnderTest>): void {
  describe(`the payout provider ${name}`, () => {
    test('makes the account of an owner once, with pages of its own', async () => {
      const { provider, enable } = await open();
      const ownerId = newId();
      const account = await provider.createAccount({ ownerId });
      expect(account).toEqual({
        id: expect.any(String),
        status: expect.stringMatching(/^(PENDING|RESTRICTED|ENABLED)$/),
      });
      const again = await provider.createAccount({ ownerId });
      // A mock without state makes another one.
      expect(again.id).toEqual(enable ? account.id : expect.any(String));
      expect((await provider.getAccount(account.id)).id).toEqual(expect.any(String));
      expect(await provider.onboardingLink(account.id, '/content/earnings')).toMatch(/^(https:\/\/|\/)/);
      expect(await provider.dashboardLink(account.id)).toMatch(/^(https:\/\/|\/)/);
    });

    test('pays an id once', async () => {
      const { provider, enable } = await open();
      const account = await provider.createAccount({ ownerId: newId() });
      await enable?.(account);
      const payout = { id: newId(), accountId: account.id, amount: 1_500n, currency: 'USD' };
      const first = await provider.pay(payout);
      expect(first).toEqual({ status: expect.stringMatching(/^(PENDING|PAID)$/), failure: '' });
      expect(await provider.pay(payout)).toEqual(first);
    });
  });
}
