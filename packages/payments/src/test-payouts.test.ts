import { openDatabase } from '@marquee/data/database';
import { newId } from '@marquee/data/ids';
import { dataMigrations } from '@marquee/data/migrations';
import { ledgerMigrations } from '@marquee/ledger/sources';
import { atEnd } from '@marquee/testing/cleanup';
import { fixedClock } from '@marquee/testing/fixed-clock';
import { silentLog } from '@marquee/testing/silent-log';
import { testDatabaseUrl } from '@marquee/testing/test-database';
import { paymentsMigrations } from './sources.ts';
import { createTestPayouts } from './test-payouts.ts';
import { payoutContract } from './testing/payout-contract.ts';

async function testPayouts() {
  const url = await testDatabaseUrl('payouts', [dataMigrations, ledgerMigrations, paymentsMigrations]);
  const db = openDatabase({ url, log: silentLog, applicationName: 'test' });
  atEnd(() => db.close());
  const clock = fixedClock('2026-11-20T12:00:00.000Z');
  return { provider: createTestPayouts({ db, clock, pageUrl: '/test-account' }), clock };
}

const opened = testPayouts();
payoutContract('test', async () => {
  const { provider } = await opened;
  return { provider, enable: ({ id }) => provider.setTestAccount(id, { status: 'ENABLED', paysAs: 'PAID' }) };
});

test('a payout to a test account ends as is set of it: slowly, or not at all', async () => {
  const { provider, clock } = await opened;
  const { id: accountId } = await provider.createAccount({ ownerId: newId() });
  const payout = () => ({ id: newId(), accountId, amount: 1_500n, currency: 'USD' });
  expect(await provider.pay(payout())).toEqual({ status: 'FAILED', failure: 'payouts_not_allowed' });
  await provider.setTestAccount(accountId, { status: 'ENABLED', paysAs: 'FAILED' });
  expect(await provider.pay(payout())).toEqual({ status: 'FAILED', failure: 'account_closed' });
  await provider.setTestAccount(accountId, { status: 'ENABLED', paysAs: 'SLOW' });
  const slow = payout();
  expect((await provider.pay(slow)).status).toBe('PENDING');
  clock.advance(4_000);
  expect(await provider.pay(slow)).toEqual({ status: 'PAID', failure: '' });
  expect(await provider.getPayout(newId(), accountId)).toBeUndefined();
});
