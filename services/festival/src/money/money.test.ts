import { EarningSourceKind } from '@marquee/contracts/festival/v1/earnings_pb';
import { TeamRole } from '@marquee/contracts/festival/v1/team_pb';
import { StatementLineKind } from '@marquee/contracts/film/v1/earnings_pb';
import { PayoutAccountStatus, PayoutState, TestPayoutOutcome } from '@marquee/contracts/film/v1/payouts_pb';
import { FreshProof } from '@marquee/contracts/identity/v1/fresh_proof_pb';
import { newId } from '@marquee/data/ids';
import * as books from '@marquee/payments/earnings';
import { eventually } from '@marquee/testing/eventually';
import { viewers } from '@marquee/testing/viewers';
import * as tallies from '../tallies/tallies.ts';
import { callScene, EARLY_FEE } from '../testing/call-scene.ts';
import type { FestivalUnderTest } from '../testing/festival-service.ts';
import { soundFestival } from '../testing/sound-festival.ts';
import { card, PRICE } from '../testing/ticket-scene.ts';

const { SALE, REFUND, DISPUTE, PAYOUT } = StatementLineKind;
const HOUR_MS = 3_600_000;
/** Its bank takes the money back at once. */
const DISPUTED = '4000000000000259';
/** What is left of an amount after the platform's fifth. */
const less = (amount: bigint) => amount - amount / 5n;

const { festival, scene } = await soundFestival();
const calls = callScene(festival);
beforeEach(() => {
  festival.known.proof = FreshProof.GIVEN;
});

type Caller = ReturnType<FestivalUnderTest['viewer']>;

/** Somebody in the team of an organization. */
async function member(director: Caller, festivalId: string, role: TeamRole) {
  const one = festival.viewer();
  await festival.introduce(one.viewer.accountId, 'Ada', 'Lovelace');
  const { accountId } = one.viewer;
  await director.team.inviteTeamMember({ requestId: newId(), festivalId, personId: accountId, role });
  await one.team.answerTeamInvitation({ requestId: newId(), festivalId, accept: true });
  return one;
}
async function connect(director: Caller, festivalId: string, outcome = TestPayoutOutcome.PAID) {
  const { url } = await director.payouts.openFestivalPayoutOnboarding({ festivalId });
  expect(url).toBe(`/user/orgs/${festivalId}/money/test-account`);
  await director.payouts.setTestFestivalPayoutAccount({ festivalId, status: PayoutAccountStatus.ENABLED, outcome });
  await director.payouts.getFestivalPayoutAccount({ festivalId });
}
const sums = async (who: Caller, festivalId: string) => {
  const { totals, available, paidOut } = await who.earnings.getFestivalEarnings({ festivalId });
  return [totals?.earnings, totals?.eoFee, available, paidOut];
};
const request = async (director: Caller, festivalId: string, payoutId: string = newId()) =>
  (await director.payouts.requestFestivalPayout({ festivalId, payoutId })).payout;

test('tickets, passes and fees are earned less the platform fee, and what goes back is taken back [FES-06:monetization] [ADO-05:earnings]', async () => {
  const { festivalId, director, eventId, typeId } = await scene.sale({ refundHours: 1 });
  const other = await scene.event(festivalId, { startsIn: 48, name: 'Closing night' });
  const passId = await scene.ticketType(director, festivalId, [eventId, other], { name: 'Weekend', price: 3_001n });
  const freeId = await scene.ticketType(director, festivalId, [other], { name: 'Guests', price: 0n });
  const { id: callId } = await calls.draft(director, festivalId);
  const { call } = await director.calls.openCall({ requestId: newId(), callId });
  if (!call) throw new Error('no call was opened');
  const [fiction = '', documentary = ''] = call.categories.map(({ id }) => id);
  const question = call.questions[0]?.id ?? '';
  await calls.submitted({ festivalId, director, call, callId, fiction, documentary, question });

  await scene.bought(typeId, { quantity: 2 });
  const back = await scene.bought(typeId);
  await back.buyer.checkout.refundTicketOrder({ requestId: newId(), orderId: back.orderId });
  await scene.open(festival.viewer(), freeId, { price: 0n, quantity: 3 });
  const buyer = festival.viewer();
  const { order } = await scene.open(buyer, passId, { price: 3_001n });
  await buyer.checkout.confirmTestTicketPayment({ orderId: order?.id ?? '', ...card() });

  const passFee = 600n; // A fifth of 30.01, rounded to the nearest cent.
  const earned = less(2n * PRICE) + (3_001n - passFee) + less(EARLY_FEE);
  const { totals, ...held } = await director.earnings.getFestivalEarnings({ festivalId });
  expect(totals).toMatchObject({ sales: 4n, refunds: 1n, earnings: earned });
  expect(held).toMatchObject({ available: earned, onTheWay: 0n, paidOut: 0n, currency: 'USD', feeBasisPoints: 2_000 });

  const { sources } = await director.earnings.listEarningSources({ festivalId });
  const shown = sources.map(({ kind, name, tickets, totals }) => [
    EarningSourceKind[kind],
    name,
    tickets,
    totals?.earnings,
  ]);
  expect(shown).toEqual([
    ['PASS', 'Weekend', 1, 3_001n - passFee],
    ['EVENT', 'Opening night', 2, less(2n * PRICE)],
    ['CALL', 'Shorts of the year', 0, less(EARLY_FEE)],
    ['EVENT', 'Closing night', 3, 0n],
  ]);
  const first = await director.earnings.listEarningSources({ festivalId, pageSize: 3 });
  const rest = await director.earnings.listEarningSources({ festivalId, pageSize: 3, cursor: first.nextCursor });
  expect([...first.sources, ...rest.sources]).toEqual(sources);
  const { days } = await director.earnings.listFestivalEarningDays({
    ...{ festivalId, fromDay: '2026-11-01', toDay: '2026-12-31' },
  });
  expect(days.map(({ totals }) => totals?.earnings ?? 0n).reduce((a, b) => a + b, 0n)).toBe(earned);
});

test('what is counted of an organization is what the ledger has booked, to the cent, before and after it is folded [FES-12:ledger]', async () => {
  const { festivalId, typeId, director } = await scene.sale({ refundHours: 1 });
  const first = await scene.bought(typeId, { quantity: 3 });
  await scene.bought(typeId, { quantity: 2 });
  await first.buyer.checkout.refundTicketOrder({ requestId: newId(), orderId: first.orderId });
  const book = await books.bookOf(festival.db, festivalId);
  const ledger = book && (await books.totals(festival.db, book));
  const counted = async () => {
    const { totals } = await director.earnings.getFestivalEarnings({ festivalId });
    return { earnings: totals?.earnings, fee: totals?.eoFee, sales: totals?.sales, refunds: totals?.refunds };
  };
  const expected = { earnings: ledger?.earnings, fee: ledger?.fee, sales: ledger?.sales, refunds: ledger?.refunds };
  expect([expected.earnings, await counted()]).toEqual([less(2n * PRICE), expected]);
  await Promise.all([tallies.fold(festival.db), tallies.fold(festival.db)]);
  expect(await counted()).toEqual(expected);
});

test('director, managers and staff see the money; others of the team and strangers do not [FES-06:money-rights]', async () => {
  const { festivalId, director, typeId } = await scene.sale();
  await scene.bought(typeId);
  const seen = [less(PRICE), PRICE / 5n, less(PRICE), 0n];
  const manager = await member(director, festivalId, TeamRole.MANAGER);
  const staff = festival.staff();
  for (const one of [director, manager, staff]) expect(await sums(one as Caller, festivalId)).toEqual(seen);
  for (const role of [TeamRole.PROGRAMMER, TeamRole.DOOR]) {
    const one = await member(director, festivalId, role);
    await expect(sums(one, festivalId)).rejects.toMatchObject({ reason: 'ORGANIZATION_NOT_YOURS' });
    await expect(one.payouts.listFestivalPayouts({ festivalId })).rejects.toMatchObject({
      reason: 'ORGANIZATION_NOT_YOURS',
    });
  }
  const stranger = festival.director();
  const asked = { festivalId, year: 2026, quarter: 4 };
  await expect(stranger.earnings.getFestivalStatement(asked)).rejects.toMatchObject({
    reason: 'ORGANIZATION_NOT_YOURS',
  });
  await expect(stranger.payouts.getFestivalPayoutAccount({ festivalId })).rejects.toMatchObject({
    reason: 'ORGANIZATION_NOT_YOURS',
  });
  // Where money goes is the director's alone.
  const directing = festival.as(viewers.director({ accountId: manager.viewer.accountId }));
  for (const one of [staff as Caller, directing]) {
    await expect(one.payouts.openFestivalPayoutOnboarding({ festivalId })).rejects.toMatchObject({
      reason: 'DIRECTOR_NEEDED',
    });
    await expect(request(one, festivalId)).rejects.toMatchObject({ reason: 'DIRECTOR_NEEDED' });
  }
});

test('a director connects an account with proof and is paid once, and the statement says so [FES-06:payouts] [ADO-05:linked] [ENT-13:link]', async () => {
  const { festivalId, director, typeId } = await scene.sale();
  await scene.bought(typeId, { quantity: 2 });
  const linked = async () => (await director.payouts.getFestivalPayoutAccount({ festivalId })).isStripeLinked;
  expect(await linked()).toBe(false);
  await expect(request(director, festivalId)).rejects.toMatchObject({ reason: 'PAYOUT_ACCOUNT_NEEDED' });
  festival.known.proof = FreshProof.PASSKEY_NEEDED;
  await expect(director.payouts.openFestivalPayoutOnboarding({ festivalId })).rejects.toMatchObject({
    reason: 'STEP_UP_NEEDED',
  });
  festival.known.proof = FreshProof.GIVEN;
  await connect(director, festivalId);
  expect(await linked()).toBe(true);

  festival.clock.advance(1_000);
  const [id, earned] = [newId(), less(2n * PRICE)];
  await Promise.all([request(director, festivalId, id), request(director, festivalId, id)]);
  expect(await request(director, festivalId, id)).toMatchObject({ state: PayoutState.PAID, amount: earned });
  expect(await sums(director, festivalId)).toEqual([earned, (2n * PRICE) / 5n, 0n, earned]);
  expect((await director.payouts.listFestivalPayouts({ festivalId })).payouts).toMatchObject([{ id }]);
  const { lines, opening, closing, paidOut } = await director.earnings.getFestivalStatement({
    ...{ festivalId, year: 2026, quarter: 4 },
  });
  expect(lines.map(({ kind, name, amount }) => [kind, name, amount])).toEqual([
    [SALE, 'Opening night', earned],
    [PAYOUT, '', -earned],
  ]);
  expect([opening, closing, paidOut]).toEqual([0n, 0n, earned]);
  await expect(request(director, festivalId)).rejects.toMatchObject({ reason: 'PAYOUT_TOO_SMALL' });
});

test('payouts wait while the organization is inactive or its director suspended [FES-06:held]', async () => {
  const { festivalId, director, typeId } = await scene.sale();
  await scene.bought(typeId, { quantity: 2 });
  await connect(director, festivalId);
  await festival.suspend(director.viewer.accountId);
  expect((await director.payouts.getFestivalPayoutAccount({ festivalId })).held).toBe(true);
  await expect(request(director, festivalId)).rejects.toMatchObject({ reason: 'PAYOUT_HELD' });
  // Staff enable the organization while its director is still suspended.
  await festival.db.query("UPDATE organizations SET status = 'ACTIVE' WHERE id = $1", [festivalId]);
  await expect(request(director, festivalId)).rejects.toMatchObject({ reason: 'PAYOUT_HELD' });
  await festival.reinstate(director.viewer.accountId);
  expect((await request(director, festivalId))?.state).toBe(PayoutState.PAID);
});

test('another director connects an account of their own: nothing goes to that of the one before', async () => {
  const { festivalId, director, typeId } = await scene.sale();
  await scene.bought(typeId, { quantity: 2 });
  await connect(director, festivalId);
  const next = festival.director();
  await festival.introduce(next.viewer.accountId, 'Grace', 'Hopper');
  await festival.staff().backOffice.changeFestivalDirector({
    ...{ requestId: newId(), festivalId, directorId: next.viewer.accountId, reason: 'The board has chosen.' },
  });
  await expect(request(director, festivalId)).rejects.toMatchObject({ reason: 'ORGANIZATION_NOT_YOURS' });
  await expect(request(next, festivalId)).rejects.toMatchObject({ reason: 'PAYOUT_ACCOUNT_NEEDED' });
  await connect(next, festivalId);
  expect((await request(next, festivalId))?.state).toBe(PayoutState.PAID);
});

test('refunds and disputes after a payout leave a balance below zero, and stand in the statement', async () => {
  const { festivalId, director, typeId } = await scene.sale({ refundHours: 1 });
  const { buyer, orderId } = await scene.bought(typeId, { quantity: 2 });
  await connect(director, festivalId);
  await request(director, festivalId);
  festival.clock.advance(HOUR_MS);
  await buyer.checkout.refundTicketOrder({ requestId: newId(), orderId });
  expect((await sums(director, festivalId))[2]).toBe(-less(2n * PRICE));
  const disputed = await scene.bought(typeId, { number: DISPUTED });
  await eventually(async () => {
    await disputed.buyer.checkout.getTicketOrder({ orderId: disputed.orderId });
    return (await sums(director, festivalId))[0] === 0n;
  });
  const { lines, closing } = await director.earnings.getFestivalStatement({ festivalId, year: 2026, quarter: 4 });
  expect(lines.map(({ kind }) => kind).sort()).toEqual([SALE, SALE, REFUND, DISPUTE, PAYOUT].sort());
  expect(closing).toBe(-less(2n * PRICE));
});
