import { PayoutAccountStatus, TestPayoutOutcome } from '@marquee/contracts/film/v1/payouts_pb';
import { newId } from '@marquee/data/ids';
import { holderIdOf } from '@marquee/payments/payout-desk';
import { eventually } from '@marquee/testing/eventually';
import { type FestivalUnderTest, festivalService } from '../testing/festival-service.ts';
import { ticketScene } from '../testing/ticket-scene.ts';

let festival: FestivalUnderTest;
let scene: ReturnType<typeof ticketScene>;
beforeAll(async () => {
  festival = await festivalService({ PAYMENT_PROVIDER: 'test' });
  scene = ticketScene(festival);
});

type Director = ReturnType<FestivalUnderTest['director']>;

/** An organization that has earned something, and who is to direct it next. */
async function organization() {
  const { festivalId, director, typeId } = await scene.sale();
  await scene.bought(typeId, { quantity: 2 });
  const next = festival.director();
  await festival.introduce(next.viewer.accountId, 'Grace', 'Hopper');
  const change = () =>
    festival.staff().backOffice.changeFestivalDirector({
      ...{ requestId: newId(), festivalId, directorId: next.viewer.accountId, reason: 'The board has chosen.' },
    });
  return { festivalId, director, next, change };
}

const connect = (director: Director, festivalId: string) =>
  director.payouts.openFestivalPayoutOnboarding({ festivalId });
const setStatus = (director: Director, festivalId: string, status: PayoutAccountStatus) =>
  director.payouts.setTestFestivalPayoutAccount({ festivalId, status, outcome: TestPayoutOutcome.PAID });
const statusOf = async (who: Director, festivalId: string) =>
  (await who.payouts.getFestivalPayoutAccount({ festivalId })).status;
const request = (director: Director, festivalId: string) =>
  director.payouts.requestFestivalPayout({ festivalId, payoutId: newId() });

/** Whether something waits for a lock. */
async function areWaiting(): Promise<boolean> {
  const text = `SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`;
  return (await festival.db.query(text)).length > 0;
}

/**
 * Does something while the provider does not answer: `hold` is a statement that makes its tables wait. `begun` waits for it
 * before `meanwhile` begins; gives how it ended.
 */
async function whileProviderIsSlow(
  hold: { text: string; values?: unknown[] },
  begun: () => Promise<unknown>,
  meanwhile: () => Promise<unknown>,
): Promise<PromiseSettledResult<unknown>> {
  const client = await festival.db.pool.connect();
  try {
    await client.query('BEGIN');
    await client.query(hold.text, hold.values ?? []);
    const ended = Promise.allSettled([begun()]);
    await eventually(areWaiting);
    await meanwhile();
    await client.query('ROLLBACK');
    return (await ended)[0];
  } finally {
    client.release();
  }
}

test('who stopped directing while the provider was slow connects nothing, and the account of the next stays', async () => {
  const { festivalId, director, next, change } = await organization();
  const ended = await whileProviderIsSlow(
    {
      text: `INSERT INTO test_payout_accounts (id, owner_id, status, pays_as, created_at) VALUES ('x', $1, '', '', now())`,
      values: [holderIdOf(festivalId, director.viewer.accountId)],
    },
    () => connect(director, festivalId),
    async () => {
      await change();
      await connect(next, festivalId);
      await setStatus(next, festivalId, PayoutAccountStatus.ENABLED);
    },
  );
  expect(ended).toMatchObject({ status: 'rejected', reason: { reason: 'ORGANIZATION_NOT_YOURS' } });
  expect(await statusOf(next, festivalId)).toBe(PayoutAccountStatus.ENABLED);
  expect(await request(next, festivalId)).toMatchObject({ payout: { amount: 1_920n } });
});

test('what the provider says of the account of one director is not written on that of the next', async () => {
  const { festivalId, director, next, change } = await organization();
  await connect(director, festivalId);
  await setStatus(director, festivalId, PayoutAccountStatus.ENABLED);
  await whileProviderIsSlow(
    { text: 'LOCK TABLE test_payout_accounts' },
    () => statusOf(festival.staff() as Director, festivalId),
    async () => {
      await change();
      // As the next director connects one.
      await festival.db.query(
        `INSERT INTO payout_accounts (owner_id, provider, account_id, status, checked_at, monthly_at, created_at)
         VALUES ($1, 'test', 'acct_test_next', 'PENDING', now(), now(), now())`,
        [festivalId],
      );
    },
  );
  await expect(request(next, festivalId)).rejects.toMatchObject({ reason: 'PAYOUT_ACCOUNT_NEEDED' });
});

test.each([
  ['the page', (who: Director, festivalId: string) => who.payouts.openFestivalPayoutDashboard({ festivalId })],
  ['a link to connect', connect],
])(
  'who stopped directing while they were asked for proof does not get %s of the account of the next',
  async (_, open) => {
    const { festivalId, director, next, change } = await organization();
    await connect(director, festivalId);
    festival.known.whileAsked = async () => {
      delete festival.known.whileAsked;
      await change();
      await connect(next, festivalId);
    };
    await expect(open(director, festivalId)).rejects.toMatchObject({ reason: 'ORGANIZATION_NOT_YOURS' });
    expect(await statusOf(next, festivalId)).toBe(PayoutAccountStatus.PENDING);
  },
);

test('who stops directing while they ask for a payout gets none to the account of the next', async () => {
  const { festivalId, director, next } = await organization();
  await connect(director, festivalId);
  await setStatus(director, festivalId, PayoutAccountStatus.ENABLED);
  expect(await statusOf(director, festivalId)).toBe(PayoutAccountStatus.ENABLED);
  const staff = await festival.db.pool.connect();
  try {
    await staff.query('BEGIN');
    await staff.query('SELECT 1 FROM organizations WHERE id = $1 FOR NO KEY UPDATE', [festivalId]);
    let hasEnded = false;
    const asked = Promise.allSettled([request(director, festivalId)]).finally(() => {
      hasEnded = true;
    });
    await eventually(async () => hasEnded || (await areWaiting()));
    await staff.query('UPDATE organizations SET director_id = $2 WHERE id = $1', [festivalId, next.viewer.accountId]);
    await staff.query("UPDATE payout_accounts SET account_id = 'acct_test_other' WHERE owner_id = $1", [festivalId]);
    await staff.query('COMMIT');
    expect(await asked).toMatchObject([{ status: 'rejected', reason: { reason: 'ORGANIZATION_NOT_YOURS' } }]);
  } finally {
    staff.release();
  }
  expect((await next.payouts.listFestivalPayouts({ festivalId })).payouts).toEqual([]);
});

test('who was made the director by staff is paid without the talent of one', async () => {
  const { festivalId, typeId } = await scene.sale();
  await scene.bought(typeId, { quantity: 2 });
  const next = festival.viewer();
  await festival.introduce(next.viewer.accountId, 'Grace', 'Hopper');
  await festival.staff().backOffice.changeFestivalDirector({
    ...{ requestId: newId(), festivalId, directorId: next.viewer.accountId, reason: 'The board has chosen.' },
  });
  expect((await next.payouts.getFestivalPayoutAccount({ festivalId })).mayConnect).toBe(true);
  await connect(next, festivalId);
  await setStatus(next, festivalId, PayoutAccountStatus.ENABLED);
  expect(await statusOf(next, festivalId)).toBe(PayoutAccountStatus.ENABLED);
  expect(await request(next, festivalId)).toMatchObject({ payout: { amount: 1_920n } });
});
