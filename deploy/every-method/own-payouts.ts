import { newId } from '@marquee/data/ids';
import * as accounts from '@marquee/ledger/accounts';
import { transfer } from '@marquee/ledger/transfers';
import * as payouts from '@marquee/payments/payouts';
import { createTestPayouts } from '@marquee/payments/test-payouts';
import { SALES_CURRENCY as unit } from '@marquee/rules/payments';
import { systemClock as clock } from '@marquee/runtime/clock';
import type { TestPlatform } from '@marquee/testing/test-platform';

/** A connected account for payouts, and something that its owner has earned. */
export async function makePayoutAccount({ db }: Pick<TestPlatform, 'db'>, ownerId: string): Promise<void> {
  const [provider, now] = [createTestPayouts({ db, clock, pageUrl: '/' }), clock.now()];
  const { id: accountId } = await provider.createAccount({ ownerId });
  await provider.setTestAccount(accountId, { status: 'ENABLED', paysAs: 'PAID' });
  await payouts.insertAccount(db, { ownerId, provider: provider.name, accountId, status: 'ENABLED' }, now);
  await db.transaction(async (tx) => {
    const from = await accounts.open(tx, { kind: 'PROVIDER', owner: '', unit, mayBeNegative: true }, now);
    const to = await accounts.open(tx, { kind: 'EARNINGS', owner: ownerId, unit, mayBeNegative: true }, now);
    const entries = [
      { accountId: from, amount: -5_000n },
      { accountId: to, amount: 5_000n },
    ];
    await transfer(tx, { id: newId(), reason: 'SALE', entries, state: 'POSTED', now });
  });
}
