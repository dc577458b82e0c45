import { create } from '@bufbuild/protobuf';
import { AccountReinstatedSchema, AccountSuspendedSchema } from '@marquee/contracts/events/v1/identity_pb';
import { StatementLineKind } from '@marquee/contracts/film/v1/earnings_pb';
import { PayoutAccountStatus, PayoutState, TestPayoutOutcome } from '@marquee/contracts/film/v1/payouts_pb';
import { FreshProof, FreshProofService } from '@marquee/contracts/identity/v1/fresh_proof_pb';
import { newId } from '@marquee/data/ids';
import { ledgerInvariants } from '@marquee/ledger/invariants';
import { createPayoutReconciler } from '@marquee/payments/payout-reconciler';
import { createTestPayouts } from '@marquee/payments/test-payouts';
import { implement } from '@marquee/runtime/rpc/implement';
import { serve } from '@marquee/runtime/rpc/serve';
import { atEnd } from '@marquee/testing/cleanup';
import { eventually } from '@marquee/testing/eventually';
import { fixedClock } from '@marquee/testing/fixed-clock';
import { silentLog } from '@marquee/testing/silent-log';
import { testPlatform } from '@marquee/testing/test-platform';
import { type FilmHarness, type Maker, startHarness } from '../testing/film-service.ts';
import { startMediaDouble } from '../testing/media-double.ts';

const DAY_MS = 86_400_000;
const PRICE = 2_500n;
const EARNED = 2_000n;

let film: FilmHarness;
/** What identity knows of who asks. */
let proof = FreshProof.GIVEN;

beforeAll(async () => {
  const clock = fixedClock('2026-11-20T12:00:00.000Z');
  const alone = await testPlatform('film', { clock });
  const media = await startMediaDouble(alone);
  const identity = await serve({
    ...{ service: 'identity', host: alone.host, port: 0, log: alone.log, clock, verifier: alone.verifier },
    implementations: [implement(FreshProofService, { getFreshProof: async () => ({ proof }) })],
  });
  atEnd(() => identity.drain(1_000));
  const addresses = { ...alone.addresses, media: media.address, identity: `127.0.0.1:${identity.port}` };
  film = await startHarness({ platform: { ...alone, addresses }, media, clock }, { PAYMENT_PROVIDER: 'test' });
});
beforeEach(() => {
  proof = FreshProof.GIVEN;
});
afterEach(async () => {
  for (const { check, name } of ledgerInvariants) expect([name, await check(film.db.query)]).toEqual([name, []]);
  expect(await differences()).toBe(0);
});

async function differences(): Promise<number> {
  const provider = createTestPayouts({ db: film.db, clock: film.clock, pageUrl: '' });
  const reconciler = createPayoutReconciler({ db: film.db, provider, clock: film.clock, log: silentLog });
  await reconciler.run(new AbortController().signal);
  return reconciler.counts()[0]?.[0] ?? 0;
}

/** A maker whose film was bought, and the order. */
async function earner() {
  const maker = film.maker();
  const filmId = await film.releasedFilm(maker);
  await maker.studio.updateFilm({ requestId: newId(), filmId, isFree: false, usdCost: PRICE });
  const buyer = film.lover();
  const { order } = await buyer.checkout.openOrder({ orderId: newId(), filmId, price: PRICE });
  const orderId = order?.id ?? '';
  const card = { number: '4242424242424242', expiry: '12/34', securityCode: '123' };
  await buyer.checkout.confirmTestPayment({ orderId, ...card });
  return { maker, orderId };
}
async function connect(maker: Maker, outcome = TestPayoutOutcome.PAID, status = PayoutAccountStatus.ENABLED) {
  const { url } = await maker.payouts.openPayoutOnboarding({});
  expect(url).toBe('/content/earnings/test-account');
  await maker.payouts.setTestPayoutAccount({ status, outcome });
  await maker.payouts.getPayoutAccount({});
}
const request = async (maker: Maker, payoutId: string = newId()) =>
  (await maker.payouts.requestPayout({ payoutId })).payout;
const sums = async (maker: Maker) => {
  const { available, onTheWay, paidOut } = await maker.earnings.getEarnings({});
  return [available, onTheWay, paidOut];
};

test('a maker connects an account and is paid once, and the statement says so [STU-09:connect] [STU-09:payouts] [ENT-13:payouts]', async () => {
  const { maker } = await earner();
  expect(await maker.payouts.getPayoutAccount({})).toMatchObject({ status: 0, available: true, minimum: 1_000n });
  await expect(request(maker)).rejects.toMatchObject({ reason: 'PAYOUT_ACCOUNT_NEEDED' });
  await connect(maker, TestPayoutOutcome.PAID, PayoutAccountStatus.RESTRICTED);
  expect((await maker.payouts.getPayoutAccount({})).status).toBe(PayoutAccountStatus.RESTRICTED);
  await expect(request(maker)).rejects.toMatchObject({ reason: 'PAYOUT_ACCOUNT_NEEDED' });
  await connect(maker);
  expect((await maker.payouts.openPayoutDashboard({})).url).not.toBe('');

  film.clock.advance(1_000);
  const id = newId();
  const paid = await Promise.all([request(maker, id), request(maker, id)]);
  expect(paid[0]).toMatchObject({ amount: EARNED, currency: 'USD', failureMessage: '' });
  expect((await request(maker, id))?.state).toBe(PayoutState.PAID);
  expect(await sums(maker)).toEqual([0n, 0n, EARNED]);
  expect((await maker.payouts.listPayouts({})).payouts).toMatchObject([{ id, state: PayoutState.PAID }]);
  const { lines, closing } = await maker.earnings.getStatement({ year: 2026, quarter: 4 });
  expect(lines.map(({ kind, amount }) => [kind, amount])).toEqual([
    [StatementLineKind.SALE, EARNED],
    [StatementLineKind.PAYOUT, -EARNED],
  ]);
  expect(closing).toBe(0n);
  await expect(request(maker)).rejects.toMatchObject({ reason: 'PAYOUT_TOO_SMALL' });
  // The id of somebody else's payout says nothing of it.
  await expect(request((await earner()).maker, id)).rejects.toMatchObject({ reason: 'PAYOUT_ID_REUSED' });
  const { accountId } = maker.viewer;
  expect(await film.staff().sales.listUserPayouts({ accountId })).toMatchObject({
    ...{ payouts: [{ id }], status: PayoutAccountStatus.ENABLED, available: 0n },
  });
});

test('a payout that fails gives the balance back, and one that is slow holds it', async () => {
  const { maker } = await earner();
  await connect(maker, TestPayoutOutcome.FAILED);
  const failed = await request(maker);
  expect(failed).toMatchObject({
    state: PayoutState.FAILED,
    failureMessage: 'Your bank account is closed. The money is back in your balance.',
  });
  expect(await sums(maker)).toEqual([EARNED, 0n, 0n]);
  await connect(maker, TestPayoutOutcome.SLOW);
  expect((await request(maker))?.state).toBe(PayoutState.PENDING);
  expect(await sums(maker)).toEqual([0n, EARNED, 0n]);
  await expect(request(maker)).rejects.toMatchObject({ reason: expect.stringMatching(/PAYOUT_(UNDER_WAY|TOO_SMALL)/) });
  film.clock.advance(60_000);
  await eventually(async () => expect(await sums(maker)).toEqual([0n, 0n, EARNED]));
});

test('a refund after a payout leaves a debt, which the next sale makes up for', async () => {
  const { maker, orderId } = await earner();
  await connect(maker);
  await request(maker);
  await film.staff().sales.refundOrder({ requestId: newId(), orderId, reason: 'The sound was missing' });
  expect(await sums(maker)).toEqual([-EARNED, 0n, EARNED]);
  await expect(request(maker)).rejects.toMatchObject({ reason: 'PAYOUT_TOO_SMALL' });
});

test('who has not proven who they are connects nothing and sees no dashboard [STU-09:proof]', async () => {
  const maker = film.maker();
  proof = FreshProof.PASSKEY_NEEDED;
  await expect(maker.payouts.openPayoutOnboarding({})).rejects.toMatchObject({ reason: 'STEP_UP_NEEDED' });
  proof = FreshProof.SIGN_IN_NEEDED;
  await expect(maker.payouts.openPayoutDashboard({})).rejects.toMatchObject({ reason: 'SIGN_IN_AGAIN' });
  expect((await maker.payouts.getPayoutAccount({})).status).toBe(PayoutAccountStatus.UNSPECIFIED);
});

test('at the beginning of a month what is there is paid out by itself, once', async () => {
  const { maker } = await earner();
  await connect(maker);
  film.clock.advance(31 * DAY_MS);
  await eventually(async () => expect(await sums(maker)).toEqual([0n, 0n, EARNED]));
  expect((await maker.payouts.listPayouts({})).payouts).toMatchObject([{ monthly: true, state: PayoutState.PAID }]);
});

test('payouts of a suspended maker wait, for staff and maker to see, and come once the suspension ends [STU-09:payouts] [AUT-16:payouts]', async () => {
  const { maker } = await earner();
  await connect(maker);
  const { accountId } = maker.viewer;
  await film.deliver(AccountSuspendedSchema, create(AccountSuspendedSchema, { accountId }), accountId, 4n);
  const other = await earner();
  await connect(other.maker);
  film.clock.advance(31 * DAY_MS);
  await eventually(async () => expect(await sums(other.maker)).toEqual([0n, 0n, EARNED]));
  // A month later everybody was looked at in the first.
  const later = await earner();
  await connect(later.maker);
  film.clock.advance(31 * DAY_MS);
  await eventually(async () => expect(await sums(later.maker)).toEqual([0n, 0n, EARNED]));
  expect(await sums(maker)).toEqual([EARNED, 0n, 0n]);
  await expect(request(maker)).rejects.toMatchObject({ reason: 'PAYOUT_HELD' });
  expect((await maker.payouts.getPayoutAccount({})).held).toBe(true);
  expect((await other.maker.payouts.getPayoutAccount({})).held).toBe(false);
  expect(await film.staff().sales.listUserPayouts({ accountId })).toMatchObject({ held: true, available: EARNED });

  await film.deliver(AccountReinstatedSchema, create(AccountReinstatedSchema, { accountId }), accountId, 5n);
  await eventually(async () => expect(await sums(maker)).toEqual([0n, 0n, EARNED]));
  expect((await maker.payouts.listPayouts({})).payouts).toMatchObject([{ monthly: true, state: PayoutState.PAID }]);
  expect((await maker.payouts.getPayoutAccount({})).held).toBe(false);
});

test('a payout that the books do not know is a difference', async () => {
  const { maker } = await earner();
  await connect(maker);
  const payout = await request(maker);
  await film.db.query("UPDATE payouts SET state = 'FAILED' WHERE id = $1", [payout?.id]);
  expect(await differences()).toBe(1);
  await film.db.query("UPDATE payouts SET state = 'PAID' WHERE id = $1", [payout?.id]);
});
