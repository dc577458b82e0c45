import { ReceiptKind } from '@marquee/contracts/film/v1/receipts_pb';
import { newId } from '@marquee/data/ids';
import { eventually } from '@marquee/testing/eventually';
import { type FilmHarness, filmService } from '../testing/film-service.ts';

const PRICE = 499n;
const card = { number: '4242424242424242', expiry: '12/34', securityCode: '123' };
const REFUNDED_LATER = '4000000000007726';

let film: FilmHarness;
beforeAll(async () => {
  film = await filmService({ PAYMENT_PROVIDER: 'test' });
});

/** Somebody who has bought films of a maker with a name, the first first. */
async function buyer(count = 1, number = card.number) {
  const maker = film.maker();
  const { accountId: id } = maker.viewer;
  const name =
    "INSERT INTO people (id, first_name, last_name, version) VALUES ($1, 'Maeve', 'Byrne', 1) ON CONFLICT DO NOTHING";
  await film.db.query(name, [id]);
  const lover = film.lover();
  const orderIds: string[] = [];
  for (let n = 0; n < count; n++) {
    const [filmId, orderId] = [await film.releasedFilm(maker), newId()];
    await maker.studio.updateFilm({ requestId: newId(), filmId, isFree: false, usdCost: PRICE });
    await lover.checkout.openOrder({ orderId, filmId, price: PRICE });
    await lover.checkout.confirmTestPayment({ orderId, ...card, number });
    orderIds.push(orderId);
    film.clock.advance(1_000);
  }
  return { lover, orderId: orderIds[0] ?? '', orderIds };
}

test('a receipt says what was paid for what, when, to whom, and with which fee [SET-11:receipt]', async () => {
  const { lover, orderId } = await buyer();
  const { receipt } = await lover.receipts.getReceipt({ orderId });
  expect(receipt).toMatchObject({
    ...{ orderId, kind: ReceiptKind.FILM, title: 'The Quiet of Long Rivers', quantity: 1, sellerName: 'Maeve Byrne' },
    ...{ amount: PRICE, fee: 100n, currency: 'USD', refunds: [], paidAt: expect.anything() },
  });
  expect(receipt?.number).toMatch(/^([0-9A-HJKMNP-TV-Z]{4}-){4}[0-9A-HJKMNP-TV-Z]{4}$/);
});

test('what goes back stands on the receipt, first as on its way [SET-11:receipt]', async () => {
  const { lover, orderId } = await buyer(1, REFUNDED_LATER);
  await film.staff().sales.refundOrder({ requestId: newId(), orderId, reason: 'The sound was missing.' });
  const onItsWay = { amount: PRICE, refunds: [{ amount: PRICE, ended: false }] };
  expect((await lover.receipts.getReceipt({ orderId })).receipt).toMatchObject(onItsWay);
  expect((await lover.receipts.listReceipts({})).receipts).toMatchObject([onItsWay]);
  film.clock.advance(5_000);
  await eventually(async () => {
    const { receipt } = await lover.receipts.getReceipt({ orderId });
    expect(receipt).toMatchObject({ amount: PRICE, refunds: [{ amount: PRICE, ended: true }] });
  });
});

test('only its buyer and staff read a receipt; what is not paid has none [SET-11:receipt]', async () => {
  const { lover, orderId } = await buyer();
  const notFound = { reason: 'ORDER_NOT_FOUND' };
  await expect(film.lover().receipts.getReceipt({ orderId })).rejects.toMatchObject(notFound);
  expect((await film.staff().receipts.getReceipt({ orderId })).receipt?.orderId).toBe(orderId);
  expect((await film.staff().receipts.listReceipts({})).receipts).toEqual([]);
  const maker = film.maker();
  const [filmId, unpaid] = [await film.releasedFilm(maker), newId()];
  await maker.studio.updateFilm({ requestId: newId(), filmId, isFree: false, usdCost: PRICE });
  await lover.checkout.openOrder({ orderId: unpaid, filmId, price: PRICE });
  await expect(lover.receipts.getReceipt({ orderId: unpaid })).rejects.toMatchObject(notFound);
  await expect(lover.receipts.getReceipt({ orderId: 'no id' })).rejects.toMatchObject(notFound);
});

test('receipts are listed page by page, the newest first [SET-11:receipt]', async () => {
  const { lover, orderIds } = await buyer(3);
  const first = await lover.receipts.listReceipts({ pageSize: 2 });
  const second = await lover.receipts.listReceipts({ pageSize: 2, cursor: first.nextCursor });
  const listed = [...first.receipts, ...second.receipts].map(({ orderId }) => orderId);
  expect(listed).toEqual(orderIds.toReversed());
  expect(second.nextCursor).toBe('');
});
