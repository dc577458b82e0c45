import { Code } from '@connectrpc/connect';
import { PromoKind } from '@marquee/contracts/festival/v1/promo_code_pb';
import { OrderState } from '@marquee/contracts/film/v1/checkout_pb';
import { newId } from '@marquee/data/ids';
import { PROMO_LIMITS } from '@marquee/rules/promo-codes';
import { eventually } from '@marquee/testing/eventually';
import type { FestivalUnderTest } from '../testing/festival-service.ts';
import { soundFestival } from '../testing/sound-festival.ts';
import { card, PRICE } from '../testing/ticket-scene.ts';

const { festival, scene } = await soundFestival();

type Director = ReturnType<FestivalUnderTest['director']>;

function make(director: Director, eventId: string, more: object = {}) {
  return director.codes.createPromoCode({
    ...{
      requestId: newId(),
      eventId,
      code: 'SPRING',
      kind: PromoKind.PERCENT,
      value: 25n,
      uses: 5,
      usesPerCustomer: 1,
    },
    ...more,
  });
}

async function saleWithCode(more: object = {}, sale: object = {}) {
  const made = await scene.sale(sale);
  const { code } = await make(made.director, made.eventId, more);
  return { ...made, code };
}

const usedOf = async (director: Director, eventId: string) =>
  (await director.codes.listPromoCodes({ eventId })).codes.map(({ code, used, withdrawn }) => ({
    code,
    used,
    withdrawn,
  }));

test('a percentage, an amount and a whole ticket come off what is paid and booked [TIC-05:codes]', async () => {
  const { typeId, eventId, director } = await saleWithCode();
  await make(director, eventId, { code: 'five-off', kind: PromoKind.AMOUNT, value: 500n });
  // What a whole ticket takes off is its price, whatever is entered.
  const { code: guest } = await make(director, eventId, { code: 'GUEST', kind: PromoKind.TICKET, value: 5n });
  expect(guest).toMatchObject({ value: 0n });
  const cases = [
    ['spring ', 600n],
    ['FIVE-OFF', 500n],
    ['GUEST', 1_200n],
  ] as const;
  for (const [code, discount] of cases) {
    const buyer = festival.viewer();
    const asked = { ticketTypeId: typeId, quantity: 2, price: PRICE, code };
    await expect(buyer.codes.quoteTickets({ ...asked, price: 1n })).rejects.toMatchObject({ reason: 'PRICE_CHANGED' });
    expect(await buyer.codes.quoteTickets(asked)).toMatchObject({
      ...{ fullAmount: 2_400n, discount, amount: 2_400n - discount },
    });
    const { order } = await scene.open(buyer, typeId, { quantity: 2, code, discount });
    expect(order).toMatchObject({ amount: 2_400n - discount, discount, unitPrice: PRICE });
    const paid = await buyer.checkout.confirmTestTicketPayment({ orderId: order?.id ?? '', ...card() });
    expect(paid.order?.state).toBe(OrderState.FULFILLED);
    const [taken] = await festival.db.query<{ amount: bigint }>(
      'SELECT amount FROM test_payments WHERE order_id = $1',
      [order?.id],
    );
    expect(taken?.amount).toBe(2_400n - discount);
  }
  expect(await usedOf(director, eventId)).toEqual(
    ['GUEST', 'FIVE-OFF', 'SPRING'].map((code) => ({ code, used: 1, withdrawn: false })),
  );
});

test('a voucher for the whole of an order needs no card, and is given back with its ticket', async () => {
  const { typeId, eventId, director } = await saleWithCode(
    { code: 'GUEST', kind: PromoKind.TICKET, value: 0n, uses: 1 },
    { refundHours: 0 },
  );
  const buyer = festival.viewer();
  const { order } = await scene.open(buyer, typeId, { code: 'GUEST', discount: PRICE });
  expect(order).toMatchObject({ state: OrderState.FULFILLED, amount: 0n, tickets: [{ eventId }] });
  await expect(scene.open(festival.viewer(), typeId, { code: 'GUEST', discount: PRICE })).rejects.toMatchObject({
    reason: 'PROMO_CODE_USED_UP',
  });
  const asked = { ticketTypeId: typeId, quantity: 1, price: PRICE, code: 'GUEST' };
  await expect(festival.viewer().codes.quoteTickets(asked)).rejects.toMatchObject({ reason: 'PROMO_CODE_USED_UP' });
  await buyer.checkout.refundTicketOrder({ requestId: newId(), orderId: order?.id ?? '' });
  expect(await usedOf(director, eventId)).toMatchObject([{ used: 0 }]);
  await scene.open(festival.viewer(), typeId, { code: 'GUEST', discount: PRICE });
});

test('200 buyers at once use a code exactly as often as it can be used [TIC-05:codes-raced]', async () => {
  const { typeId, eventId, director } = await saleWithCode(
    { kind: PromoKind.PERCENT, value: 100n, uses: 20 },
    { quantity: 300 },
  );
  const results = await Promise.allSettled(
    Array.from({ length: 200 }, () => scene.open(festival.viewer(), typeId, { code: 'SPRING', discount: PRICE })),
  );
  expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(20);
  for (const result of results) {
    if (result.status === 'rejected') expect(result.reason).toMatchObject({ reason: 'PROMO_CODE_USED_UP' });
  }
  expect(await usedOf(director, eventId)).toMatchObject([{ used: 20 }]);
  expect(await scene.freeUnits(typeId)).toBe(280);
}, 60_000);

test('one customer uses a code as often as one may, in however many tabs; an order that ends gives it back', async () => {
  const { typeId, eventId, festivalId, director } = await saleWithCode({ usesPerCustomer: 1 });
  const otherId = await scene.ticketType(director, festivalId, [eventId], { name: 'Balcony' });
  const buyer = festival.viewer();
  const both = await Promise.allSettled(
    [typeId, otherId].map((id) => scene.open(buyer, id, { code: 'SPRING', discount: 300n })),
  );
  const [won] = both.flatMap((result) => (result.status === 'fulfilled' ? [result.value.order] : []));
  const lost = both.find((result) => result.status === 'rejected') as PromiseRejectedResult;
  expect(lost.reason).toMatchObject({ reason: 'PROMO_CODE_USED_BY_YOU' });
  const quote = { ticketTypeId: typeId, quantity: 1, price: PRICE, code: 'SPRING' };
  await expect(buyer.codes.quoteTickets(quote)).rejects.toMatchObject({ reason: 'PROMO_CODE_USED_BY_YOU' });
  await buyer.checkout.cancelTicketOrder({ orderId: won?.id ?? '' });
  expect(await buyer.codes.quoteTickets(quote)).toMatchObject({ discount: 300n });
  await scene.open(buyer, typeId, { code: 'SPRING', discount: 300n });
  festival.clock.advance(11 * 60_000);
  await eventually(async () => (await usedOf(director, eventId))[0]?.used === 0);
});

test('nothing is sold at a discount that the buyer was not shown', async () => {
  const { typeId } = await saleWithCode();
  const buyer = festival.viewer();
  for (const [code, discount, is] of [
    ['SPRING', 0n, '300'],
    ['SPRING', 301n, '300'],
    ['', 300n, '0'],
  ] as const) {
    await expect(scene.open(buyer, typeId, { code, discount })).rejects.toMatchObject({
      ...{ reason: 'DISCOUNT_CHANGED', metadata: { discount: is } },
    });
  }
  expect(await scene.freeUnits(typeId)).toBe(20);
});

test('a code is for its tickets, in its time, until it is withdrawn; orders that have it keep it', async () => {
  const { typeId, eventId, festivalId, director } = await scene.sale();
  const otherId = await scene.ticketType(director, festivalId, [eventId], { name: 'Balcony' });
  const { code } = await make(director, eventId, {
    ...{ ticketTypeIds: [typeId], startsAt: scene.inHours(1), endsAt: scene.inHours(3), usesPerCustomer: 5 },
  });
  const [kept] = (await director.codes.listPromoCodes({ eventId })).codes;
  expect(kept).toEqual(code);
  expect([kept?.startsAt, kept?.endsAt]).toEqual([scene.inHours(1), scene.inHours(3)]);
  const buyer = festival.viewer();
  const quote = (ticketTypeId: string, text = 'SPRING') =>
    buyer.codes.quoteTickets({ ticketTypeId, quantity: 1, price: PRICE, code: text });
  await expect(quote(typeId)).rejects.toMatchObject({ reason: 'PROMO_CODE_NOT_YET' });
  festival.clock.advance(2 * 3_600_000);
  await expect(quote(otherId)).rejects.toMatchObject({ reason: 'PROMO_CODE_NOT_FOR_THESE' });
  await expect(quote(typeId, 'SUMMER')).rejects.toMatchObject({ reason: 'PROMO_CODE_NOT_FOUND' });
  const { order } = await scene.open(buyer, typeId, { code: 'SPRING', discount: 300n });
  await director.codes.withdrawPromoCode({ requestId: newId(), promoCodeId: code?.id ?? '' });
  await expect(quote(typeId)).rejects.toMatchObject({ reason: 'PROMO_CODE_NOT_FOUND' });
  const paid = await buyer.checkout.confirmTestTicketPayment({ orderId: order?.id ?? '', ...card() });
  expect(paid.order).toMatchObject({ state: OrderState.FULFILLED, amount: 900n });
  // Its name is free for a new one.
  await make(director, eventId, { endsAt: scene.inHours(1) });
  festival.clock.advance(3_600_000);
  await expect(quote(typeId)).rejects.toMatchObject({ reason: 'PROMO_CODE_NOT_FOUND' });
});

test('only who sells the tickets makes, sees and ends codes, each name once', async () => {
  const { eventId, director, code } = await saleWithCode();
  const stranger = festival.director();
  await expect(make(stranger, eventId)).rejects.toMatchObject({ code: Code.PermissionDenied });
  await expect(stranger.codes.listPromoCodes({ eventId })).rejects.toMatchObject({ code: Code.PermissionDenied });
  await expect(
    stranger.codes.withdrawPromoCode({ requestId: newId(), promoCodeId: code?.id ?? '' }),
  ).rejects.toMatchObject({ code: Code.PermissionDenied });
  await expect(make(director, eventId, { code: 'spring' })).rejects.toMatchObject({ fields: [{ field: 'code' }] });
  for (const promoCodeId of [newId(), 'x']) {
    await expect(director.codes.withdrawPromoCode({ requestId: newId(), promoCodeId })).rejects.toMatchObject({
      reason: 'PROMO_CODE_NOT_FOUND',
    });
  }
  await festival.db.query(
    `INSERT INTO promo_codes
     SELECT (jsonb_populate_record(c, jsonb_build_object('id', gen_random_uuid(), 'code', 'CODE-' || n))).*
     FROM promo_codes c, generate_series(1, $2) n WHERE c.id = $1`,
    [code?.id, PROMO_LIMITS.perFestivalMax - 2],
  );
  await make(director, eventId, { code: 'THE-LAST' });
  await expect(make(director, eventId, { code: 'ONE-MORE' })).rejects.toMatchObject({ reason: 'TOO_MANY_PROMO_CODES' });
  await festival.db.query("UPDATE promo_codes SET withdrawn = true WHERE code LIKE 'CODE-%'");
  await expect(make(director, eventId, { code: 'NEW', value: 101n })).rejects.toMatchObject({
    fields: [{ field: 'value' }],
  });
  await expect(make(director, eventId, { code: 'NEW', ticketTypeIds: [newId()] })).rejects.toMatchObject({
    fields: [{ field: 'ticketTypeIds' }],
  });
});
