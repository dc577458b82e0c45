import { ReceiptKind } from '@marquee/contracts/film/v1/receipts_pb';
import { newId } from '@marquee/data/ids';
import { eventually } from '@marquee/testing/eventually';
import { festivalService } from '../testing/festival-service.ts';
import { PRICE, ticketScene } from '../testing/ticket-scene.ts';

test('a pass to several events has a receipt under its own name [SET-11:receipt]', async () => {
  const festival = await festivalService({ PAYMENT_PROVIDER: 'test' });
  const scene = ticketScene(festival);
  const { id: festivalId, director } = await festival.organization();
  const events = [await scene.event(festivalId), await scene.event(festivalId)];
  const typeId = await scene.ticketType(director, festivalId, events, { name: 'Weekend pass' });
  const { buyer } = await scene.bought(typeId);
  expect((await buyer.receipts.listTicketReceipts({})).receipts).toMatchObject([{ title: 'Weekend pass' }]);
});

test('tickets have a receipt of the organization, with what went back of it [SET-11:receipt]', async () => {
  const festival = await festivalService({ PAYMENT_PROVIDER: 'test' });
  const scene = ticketScene(festival);
  const { typeId, director } = await scene.sale();
  const { buyer, orderId } = await scene.bought(typeId, { quantity: 2 });
  const paid = {
    ...{
      orderId,
      kind: ReceiptKind.TICKETS,
      title: 'Opening night · Full price',
      quantity: 2,
      sellerName: 'Lumen Film Festival',
    },
    ...{ amount: 2n * PRICE, fee: 480n, refunds: [] },
  };
  expect((await buyer.receipts.listTicketReceipts({})).receipts).toMatchObject([paid]);
  const notFound = { reason: 'ORDER_NOT_FOUND' };
  // Who sold it has its own books.
  await expect(director.receipts.getTicketReceipt({ orderId })).rejects.toMatchObject(notFound);
  expect((await festival.staff().receipts.getTicketReceipt({ orderId })).receipt).toMatchObject(paid);
  await director.ticketDesk.returnTicketOrder({ requestId: newId(), orderId, reason: 'The hall was flooded.' });
  await eventually(async () =>
    expect((await buyer.receipts.getTicketReceipt({ orderId })).receipt?.refunds).toMatchObject([
      { amount: 2n * PRICE, ended: true },
    ]),
  );
});
