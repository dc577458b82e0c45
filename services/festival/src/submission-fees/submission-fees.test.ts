import { Code } from '@connectrpc/connect';
import { SubmissionChangedSchema } from '@marquee/contracts/events/v1/festival_pb';
import { OrderState } from '@marquee/contracts/film/v1/checkout_pb';
import { newId } from '@marquee/data/ids';
import { eventually } from '@marquee/testing/eventually';
import { callScene, EARLY_FEE } from '../testing/call-scene.ts';
import { soundFestival } from '../testing/sound-festival.ts';
import { ticketScene } from '../testing/ticket-scene.ts';

const { festival } = await soundFestival();
const scene = callScene(festival);
const WHY = { reason: 'Asked by mail', paidElsewhere: false };

test('a fee whose refund fails after it had succeeded is owed, and staff give it back again or pay it in another way', async () => {
  const opened = await scene.openCall();
  const { maker, submissionId, filmId } = await scene.submitted(opened, { number: '4000000000005126' });
  const staff = festival.staff({ steppedUpAt: festival.clock.now() });
  const { accountId } = maker.viewer;
  const seen = async () => (await staff.submissionDesk.listUserFees({ accountId })).fees;
  const paid = {
    ...{
      submissionId,
      filmId,
      filmTitle: 'Salt',
      callTitle: 'Shorts of the year',
      festivalName: 'Lumen Film Festival',
    },
    ...{ amount: EARLY_FEE, currency: 'USD', state: OrderState.FULFILLED, refunding: false, owed: 0n },
  };
  expect(await seen()).toMatchObject([paid]);
  const refund = (more: object = {}) =>
    staff.submissionDesk.refundOwedFee({ requestId: newId(), submissionId, ...WHY, ...more });
  await expect(refund()).rejects.toMatchObject({ reason: 'NOT_REFUNDABLE' });

  await opened.director.submissionDesk.disqualifySubmission({ requestId: newId(), submissionId, refund: true });
  const isOwed = async (owed: bigint) => (await seen())[0]?.owed === owed;
  await eventually(async () => (await seen())[0]?.state === OrderState.REFUNDED, 20_000);
  festival.clock.advance(5_000);
  await eventually(() => isOwed(EARLY_FEE), 20_000);
  const back = { state: OrderState.REFUNDED, refunding: true, refundFailure: '', owed: 0n, owedRefunding: false };
  expect(await seen()).toMatchObject([{ ...back, owed: EARLY_FEE, refundFailure: 'expired_or_canceled_card' }]);

  for (const other of [maker, opened.director]) {
    const asked = other.submissionDesk.refundOwedFee({ requestId: newId(), submissionId, ...WHY });
    await expect(asked).rejects.toMatchObject({ code: Code.PermissionDenied });
    await expect(other.submissionDesk.listUserFees({ accountId })).rejects.toMatchObject({
      code: Code.PermissionDenied,
    });
  }
  expect((await refund()).fee).toMatchObject({ ...paid, ...back });
  festival.clock.advance(5_000);
  await eventually(() => isOwed(EARLY_FEE), 20_000);
  expect((await refund({ reason: 'By bank transfer', paidElsewhere: true })).fee).toMatchObject(back);
  const history = `SELECT actor_id, reason FROM organization_actions WHERE festival_id = $1 AND kind = 'FEE_REFUNDED' ORDER BY id`;
  const actorId = staff.viewer.accountId;
  expect(await festival.db.query(history, [opened.festivalId])).toEqual([
    { actorId, reason: WHY.reason },
    { actorId, reason: 'By bank transfer' },
  ]);
  const steps = async () =>
    (await festival.published(SubmissionChangedSchema)).flatMap((event) =>
      event.submissionId === submissionId && event.owedStep ? [event.owedStep] : [],
    );
  const again = ['OWED', 'GOING'];
  await eventually(async () => expect(await steps()).toEqual([...again, 'GIVEN', ...again, 'ELSEWHERE']));
}, 60_000);

test('fees are listed page by page, each order by the desk of what it was for', async () => {
  const maker = festival.viewer();
  const { accountId } = maker.viewer;
  const submissions = [];
  for (const _one of [1, 2, 3])
    submissions.unshift((await scene.submitted(await scene.openCall(), { maker })).submissionId);
  const staff = festival.staff({ steppedUpAt: festival.clock.now() });
  const first = await staff.submissionDesk.listUserFees({ accountId, pageSize: 2 });
  const rest = await staff.submissionDesk.listUserFees({ accountId, pageSize: 2, cursor: first.nextCursor });
  expect([...first.fees, ...rest.fees].map(({ submissionId }) => submissionId)).toEqual(submissions);
  expect(rest.nextCursor).toBe('');
  expect((await staff.submissionDesk.listUserFees({ accountId: 'e1' })).fees).toEqual([]);

  const tickets = ticketScene(festival);
  const { orderId } = await tickets.bought((await tickets.sale()).typeId);
  const [submissionId = ''] = submissions;
  const owing = "UPDATE orders SET state = 'REFUNDED', owed = amount WHERE id = ANY($1)";
  const undo = "UPDATE orders SET state = 'FULFILLED', owed = 0 WHERE id = ANY($1)";
  await festival.db.query(owing, [[orderId, submissionId]]);
  const notFound = { reason: 'ORDER_NOT_FOUND' };
  const ofTickets = { requestId: newId(), orderId: submissionId, ...WHY };
  await expect(staff.ticketDesk.refundOwedTickets(ofTickets)).rejects.toMatchObject(notFound);
  for (const id of [orderId, newId(), 'e1']) {
    const asked = staff.submissionDesk.refundOwedFee({ requestId: newId(), submissionId: id, ...WHY });
    await expect(asked).rejects.toMatchObject(notFound);
  }
  await festival.db.query(undo, [[orderId, submissionId]]);
}, 60_000);
