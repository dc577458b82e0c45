import { newId } from '@marquee/data/ids';
import { eventually } from '@marquee/testing/eventually';
import { invariants } from '../invariants.ts';
import { callScene } from '../testing/call-scene.ts';
import { festivalService } from '../testing/festival-service.ts';
import { ticketScene } from '../testing/ticket-scene.ts';
import * as missing from './missing.ts';

const MINUTE_MS = 60_000;

test('sales of a release that kept no sums are added to them once, and no other sale counts twice [FES-12:ledger]', async () => {
  const festival = await festivalService({ PAYMENT_PROVIDER: 'test' });
  const [scene, calls] = [ticketScene(festival), callScene(festival)];
  const { festivalId, director, eventId, typeId } = await scene.sale({ refundHours: 1 });
  const freeId = await scene.ticketType(director, festivalId, [eventId], { name: 'Guests', price: 0n });
  const call = await calls.openCall();
  const figures = async () => {
    const { types, tickets, returned } = (await director.dashboards.getEventDashboard({ eventId })).figures ?? {};
    const { totals } = await director.earnings.getFestivalEarnings({ festivalId });
    const { sources } = await call.director.earnings.listEarningSources({ festivalId: call.festivalId });
    return { types, tickets, returned, totals, calls: sources.map((source) => source.totals) };
  };

  await calls.submitted(call);
  await scene.bought(typeId, { quantity: 3 });
  const back = await scene.bought(typeId, { quantity: 2 });
  await back.buyer.checkout.refundTicketOrder({ requestId: newId(), orderId: back.orderId });
  const part = await scene.bought(typeId);
  await festival.db.query('UPDATE test_payments SET refunded = 200 WHERE order_id = $1', [part.orderId]);
  await part.buyer.checkout.getTicketOrder({ orderId: part.orderId });
  const free = await scene.open(festival.viewer(), freeId, { price: 0n, quantity: 4 });
  await director.ticketDesk.returnTicketOrder({
    ...{ requestId: newId(), orderId: free.order?.id ?? '', reason: 'The hall is too small.' },
  });
  const before = await figures();
  expect(before).toMatchObject({ tickets: 4, returned: 6, totals: { sales: 3n, refunds: 1n }, calls: [{ sales: 1n }] });

  // As if the release before had made these sales.
  const forget = () =>
    festival.db.transaction(async (tx) => {
      await tx.query('LOCK TABLE tally_changes, tallies');
      await tx.query('DELETE FROM tally_changes');
      await tx.query('DELETE FROM tallies');
    });
  await forget();
  await scene.bought(typeId, { quantity: 2 });
  expect(await figures()).toMatchObject({ tickets: 2, returned: 0, totals: { sales: 1n } });
  festival.clock.advance(9 * MINUTE_MS);
  festival.clock.advance(MINUTE_MS);
  await eventually(async () => (await figures()).tickets === 6);
  expect(festival.platform.said()).toContain('sums of sales were completed');
  const after = await figures();
  expect(after).toMatchObject({ returned: 6, totals: { sales: 4n, refunds: 1n }, calls: before.calls });

  const subjects = [
    { id: typeId, festivalId },
    { id: freeId, festivalId },
    { id: call.callId, festivalId: call.festivalId },
  ];
  const add = () => subjects.map((subject) => missing.add(festival.db, subject, festival.clock.now()));
  expect(await Promise.all([...add(), ...add()])).not.toContain(true);
  await forget();
  const added = await Promise.all([...add(), ...add(), ...add()]);
  expect(added.filter((isAdded) => isAdded)).toHaveLength(subjects.length);
  expect(await figures()).toEqual(after);
  for (const { check, name } of invariants.invariants)
    expect([name, await check(festival.db.query)]).toEqual([name, []]);
}, 30_000);
