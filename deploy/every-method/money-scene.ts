import { PayoutAccountStatus, TestPayoutOutcome } from '@marquee/contracts/film/v1/payouts_pb';
import { newId } from '@marquee/data/ids';
import * as organizations from '@marquee/festival/organizations/organizations';
import * as tallies from '@marquee/festival/tallies/tallies';
import * as accounts from '@marquee/ledger/accounts';
import * as transfers from '@marquee/ledger/transfers';
import { earningsAccount } from '@marquee/payments/books';
import * as payouts from '@marquee/payments/payouts';
import { createTestPayouts } from '@marquee/payments/test-payouts';
import { systemClock } from '@marquee/runtime/clock';
import { serviceNamed } from './running-services.ts';
import type { Scene } from './scene.ts';

const EARNED = 5_000n;

/** An account that the organization of the caller has connected, with money that can be paid out. */
async function connected(scene: Scene): Promise<{ festivalId: string }> {
  const festivalId = await scene.organization();
  const { db } = serviceNamed('festival').platform;
  const now = new Date();
  const { directorId } = await organizations.get(db, festivalId);
  const provider = createTestPayouts({ db, clock: systemClock, pageUrl: '' });
  const { id: accountId } = await provider.createAccount({ ownerId: directorId ?? festivalId });
  await provider.setTestAccount(accountId, { status: 'ENABLED', paysAs: 'PAID' });
  await payouts.insertAccount(db, { ownerId: festivalId, provider: 'test', accountId, status: 'ENABLED' }, now);
  await db.query("UPDATE organizations SET status = 'ACTIVE' WHERE id = $1", [festivalId]);
  await db.transaction(async (tx) => {
    const undelivered = { kind: 'UNDELIVERED', owner: '', unit: 'USD', mayBeNegative: true };
    const entries = [
      { accountId: await accounts.open(tx, undelivered, now), amount: -EARNED },
      { accountId: await earningsAccount(tx, { ownerId: festivalId, currency: 'USD' }, now), amount: EARNED },
    ];
    await transfers.transfer(tx, {
      ...{ id: newId(), reason: 'SALE', subjectId: festivalId, entries, state: 'POSTED', now },
    });
    await tallies.add(tx, { festivalId, subjectId: newId(), at: now, sales: 1, amount: EARNED });
  });
  return { festivalId };
}

/** An event of the organization that is over. */
async function overEvent(scene: Scene): Promise<{ eventId: string }> {
  const { eventId } = await scene.ticketSale();
  const text =
    "UPDATE events SET start_time = now() - interval '2 hours', end_time = now() - interval '1 hour' WHERE id = $1";
  await serviceNamed('festival').platform.db.query(text, [eventId]);
  return { eventId };
}

const why = 'the organization has to have connected an account';

/** What the names of its fields do not say of a valid request about the money of an organization. */
export const moneyRequests = {
  'festival.v1.EventBooksService/CloseEventBooks': { why: 'the event has to be over', values: overEvent },
  'festival.v1.OrganizationPayoutService/OpenFestivalPayoutDashboard': { why, values: connected },
  'festival.v1.OrganizationPayoutService/RequestFestivalPayout': { why, values: connected },
  'festival.v1.OrganizationPayoutService/SetTestFestivalPayoutAccount': {
    why,
    values: async (scene: Scene) => ({
      ...(await connected(scene)),
      ...{ status: PayoutAccountStatus.ENABLED, outcome: TestPayoutOutcome.PAID },
    }),
  },
};
