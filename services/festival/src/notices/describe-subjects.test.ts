import { Code } from '@connectrpc/connect';
import { FestivalNoticeService } from '@marquee/contracts/festival/v1/notice_facts_pb';
import { newId } from '@marquee/data/ids';
import { clientFor } from '@marquee/testing/client-for';
import { type FestivalUnderTest, festivalService } from '../testing/festival-service.ts';
import { ticketScene } from '../testing/ticket-scene.ts';

let festival: FestivalUnderTest;
let scene: ReturnType<typeof ticketScene>;
beforeAll(async () => {
  festival = await festivalService({ PAYMENT_PROVIDER: 'test' });
  scene = ticketScene(festival);
});

test('notices learn the names of events, organizations and what orders of tickets are for [NOT-04:names]', async () => {
  const { typeId, eventId, festivalId, director } = await scene.sale();
  const second = await scene.event(festivalId, { startsIn: 2 });
  const passId = await scene.ticketType(director, festivalId, [eventId, second], { name: 'Pass', price: 0n });
  const { orderId } = await scene.bought(typeId);
  const pass = (await scene.open(festival.viewer(), passId, { price: 0n })).order?.id ?? '';
  const [[event], [organization]] = [
    await festival.db.query<{ name: string }>('SELECT name FROM events WHERE id = $1', [eventId]),
    await festival.db.query<{ name: string }>('SELECT name FROM organizations WHERE id = $1', [festivalId]),
  ];
  const notification = clientFor(festival.service, FestivalNoticeService, { kind: 'service', service: 'notification' });
  const subjectIds = [eventId, festivalId, orderId, pass, newId(), 'e1', ''];
  expect((await notification.describeSubjects({ subjectIds })).names).toEqual({
    ...{ [eventId]: event?.name, [orderId]: event?.name },
    ...{ [festivalId]: organization?.name, [pass]: organization?.name },
  });
  const many = (length: number) => notification.describeSubjects({ subjectIds: Array(length).fill(eventId) });
  expect((await many(100)).names).toEqual({ [eventId]: event?.name });
  await expect(many(101)).rejects.toMatchObject({ code: Code.InvalidArgument });
});
