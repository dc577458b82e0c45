import { createHash } from 'node:crypto';
import { timestampDate } from '@bufbuild/protobuf/wkt';
import { Code } from '@connectrpc/connect';
import { OrderState } from '@marquee/contracts/film/v1/checkout_pb';
import { BROWSER_CALLER } from '@marquee/contracts/services';
import { newId } from '@marquee/data/ids';
import { issueAdmission } from '@marquee/runtime/admission-token';
import { eventually } from '@marquee/testing/eventually';
import { serviceKey } from '@marquee/testing/test-keys';
import { viewers } from '@marquee/testing/viewers';
import { type FestivalUnderTest, festivalService } from '../testing/festival-service.ts';
import { card, ticketScene } from '../testing/ticket-scene.ts';

let festival: FestivalUnderTest;
let scene: ReturnType<typeof ticketScene>;
beforeAll(async () => {
  festival = await festivalService({ PAYMENT_PROVIDER: 'test', SALE_ADMISSIONS_PER_SECOND: '40' });
  scene = ticketScene(festival);
});

type Viewer = ReturnType<FestivalUnderTest['viewer']>;
const gateway = () => festival.caller({ kind: 'service', service: BROWSER_CALLER }).rooms;
const set = (director: ReturnType<FestivalUnderTest['director']>, eventId: string, on = true) =>
  director.rooms.setWaitingRoom({ requestId: newId(), eventId, on });
const admission = (accountId: string, eventId: string, { key = serviceKey(BROWSER_CALLER), minutes = 5 } = {}) => {
  const now = festival.clock.now();
  return issueAdmission(key, { accountId, eventId, until: new Date(now.getTime() + minutes * 60_000) }, now);
};

test('nobody buys past the waiting room: the admission is of this account, this event and now [TIC-06:admission]', async () => {
  const { typeId, eventId, director } = await scene.sale();
  await set(director, eventId);
  const buyer = festival.viewer();
  const { accountId } = buyer.viewer;
  const forged = [
    '',
    'nonsense',
    admission(newId(), eventId),
    admission(accountId, newId()),
    admission(accountId, eventId, { minutes: -1 }),
    admission(accountId, eventId, { key: serviceKey('film') }),
  ];
  for (const token of forged) {
    await expect(scene.open(buyer, typeId, { admission: token })).rejects.toMatchObject({
      ...{ reason: 'ADMISSION_NEEDED', metadata: { eventId } },
    });
  }
  expect(await scene.freeUnits(typeId)).toBe(20);
  const token = admission(accountId, eventId);
  const { order } = await scene.open(buyer, typeId, { admission: token });
  expect(order).toMatchObject({ state: OrderState.PAYING });
  // Who repeats the request of an order that is there needs none, and who asks for something else keeps it.
  expect((await scene.open(buyer, typeId, { orderId: order?.id ?? '' })).order?.id).toBe(order?.id);
  await expect(scene.open(buyer, typeId, { quantity: 2 })).rejects.toMatchObject({ reason: 'ADMISSION_NEEDED' });
  expect(await scene.freeUnits(typeId)).toBe(19);
  await set(director, eventId, false);
  await scene.bought(typeId);
});

test('nobody passes the waiting room by the waiting list, which is open to all once the room has nothing left [TIC-06:admission]', async () => {
  const { typeId: ticketTypeId, eventId, director } = await scene.sale({ quantity: 1 });
  await set(director, eventId);
  const [buyer, admitted, early, late] = Array.from({ length: 4 }, () => festival.viewer()) as [
    ...[Viewer, Viewer, Viewer, Viewer],
  ];
  const token = ({ viewer }: Viewer) => admission(viewer.accountId, eventId);
  const { order } = await scene.open(buyer, ticketTypeId, { admission: token(buyer) });
  // The ticket is being paid for, and may come back to who waits in the room.
  const refused = { reason: 'ADMISSION_NEEDED', metadata: { eventId } };
  for (const forged of ['', 'nonsense', token(admitted)]) {
    await expect(early.waits.joinWaitingList({ ticketTypeId, admission: forged })).rejects.toMatchObject(refused);
  }
  const joined = { wait: { position: 1, waiting: 1 } };
  expect(await admitted.waits.joinWaitingList({ ticketTypeId, admission: token(admitted) })).toMatchObject(joined);
  expect(await admitted.waits.joinWaitingList({ ticketTypeId })).toMatchObject(joined);
  await buyer.checkout.confirmTestTicketPayment({ orderId: order?.id ?? '', ...card() });
  expect(await late.waits.joinWaitingList({ ticketTypeId })).toMatchObject({ wait: { position: 2 } });
});

test('who has an offer of the waiting list changes their order without an admission [TIC-05:waiting-list]', async () => {
  const { typeId, eventId, director } = await scene.sale({ quantity: 1, refundHours: 1, payWhatYouCan: true });
  const { buyer: first, orderId } = await scene.bought(typeId);
  const waiting = festival.viewer();
  await waiting.waits.joinWaitingList({ ticketTypeId: typeId });
  await set(director, eventId);
  await first.checkout.refundTicketOrder({ requestId: newId(), orderId });
  await eventually(async () =>
    expect((await waiting.waits.listOwnWaits({ eventId })).waits[0]?.offeredUntil).toBeDefined(),
  );
  await scene.open(waiting, typeId);
  // What they are paying for is kept for them, not for the room.
  const report = await gateway().reportSale({ eventId });
  expect(report).toMatchObject({ free: 0, held: 0 });
  const { order } = await scene.open(waiting, typeId, { price: 1_300n });
  const paid = await waiting.checkout.confirmTestTicketPayment({ orderId: order?.id ?? '', ...card() });
  expect(paid.order).toMatchObject({ amount: 1_300n, tickets: [{}] });
});

test('before the hour the gateway learns what will be on sale then, so that the first do not read that all is sold [TIC-06:lot]', async () => {
  const { eventId, director } = await scene.sale({ quantity: 7, saleStart: scene.inHours(1) });
  await set(director, eventId);
  expect(await gateway().reportSale({ eventId })).toMatchObject({ free: 7, held: 0 });
});

test('the hash of the seed is published with the sale, the seed itself once it is open [TIC-06:lot]', async () => {
  const { eventId, director } = await scene.sale({ saleStart: scene.inHours(1) });
  const { room } = await set(director, eventId);
  expect(room).toMatchObject({ seed: '', seedHash: expect.stringMatching(/^[0-9a-f]{64}$/) });
  // Switched on again it stays the same: nobody can try seeds.
  expect((await set(director, eventId)).room?.seedHash).toBe(room?.seedHash);
  const shown = () => festival.visitor().types.listTicketTypes({ eventId });
  expect((await shown()).room).toMatchObject({ seed: '', seedHash: room?.seedHash });
  const { seed, opensAt } = await gateway().reportSale({ eventId });
  expect(seed).toMatch(/^[0-9a-f]{64}$/);
  festival.clock.advance(3_600_000);
  expect((await shown()).room).toMatchObject({ seed, seedHash: room?.seedHash });
  expect(createHash('sha256').update(Buffer.from(seed, 'hex')).digest('hex')).toBe(room?.seedHash);
  expect(opensAt && timestampDate(opensAt)).toEqual(festival.clock.now());
});

test('the gateway learns what is left, what is held, who has ordered and how many can come', async () => {
  const { typeId, eventId, director } = await scene.sale();
  expect((await gateway().reportSale({ eventId })).opensAt).toBeUndefined();
  await set(director, eventId);
  const buyer = festival.viewer();
  await scene.open(buyer, typeId, { quantity: 2, admission: admission(buyer.viewer.accountId, eventId) });
  const since = scene.inHours(-1);
  const report = await gateway().reportSale({ eventId, since });
  expect(report).toMatchObject({ free: 18, held: 2, orderedAccountIds: [buyer.viewer.accountId] });
  expect(report.rate).toBeGreaterThanOrEqual(4);
  expect(report.rate).toBeLessThanOrEqual(40);
  expect(await gateway().reportSale({ eventId, since: scene.inHours(1) })).toMatchObject({ orderedAccountIds: [] });
  const film = festival.caller({ kind: 'service', service: 'film' });
  await expect(film.rooms.reportSale({ eventId })).rejects.toMatchObject({ code: Code.PermissionDenied });
});

test('only who sells an event puts a waiting room in front of it', async () => {
  const { eventId, director } = await scene.sale();
  await expect(set(festival.director(), eventId)).rejects.toMatchObject({ code: Code.PermissionDenied });
  await expect(set(director, newId())).rejects.toMatchObject({ code: Code.NotFound });
  await expect(
    festival.caller(viewers.visitor()).rooms.setWaitingRoom({ requestId: newId(), eventId, on: true }),
  ).rejects.toMatchObject({ code: Code.Unauthenticated });
  await set(director, eventId);
  expect((await director.types.listEventTicketTypes({ eventId })).waitingRoom).toBe(true);
  expect((await set(director, eventId, false)).room).toBeUndefined();
  expect((await director.types.listEventTicketTypes({ eventId })).waitingRoom).toBe(false);
});
