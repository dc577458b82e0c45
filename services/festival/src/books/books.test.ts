import { BooksState } from '@marquee/contracts/festival/v1/books_pb';
import { PayoutAccountStatus, PayoutState, TestPayoutOutcome } from '@marquee/contracts/film/v1/payouts_pb';
import { newId } from '@marquee/data/ids';
import { viewers } from '@marquee/testing/viewers';
import { type FestivalUnderTest, festivalService } from '../testing/festival-service.ts';
import { PRICE, ticketScene } from '../testing/ticket-scene.ts';

const HOUR_MS = 3_600_000;
const EARNED = (2n * PRICE * 4n) / 5n;

let festival: FestivalUnderTest;
let scene: ReturnType<typeof ticketScene>;
beforeAll(async () => {
  festival = await festivalService({ PAYMENT_PROVIDER: 'test' });
  scene = ticketScene(festival);
});

/** An event of two tickets, and a third that went back. */
async function sold() {
  const made = await scene.sale({ refundHours: 0 });
  const { buyer, orderId } = await scene.bought(made.typeId, { quantity: 2 });
  const back = await scene.bought(made.typeId);
  await back.buyer.checkout.refundTicketOrder({ requestId: newId(), orderId: back.orderId });
  const close = (who = made.director) => who.books.closeEventBooks({ requestId: newId(), eventId: made.eventId });
  return { ...made, buyer, orderId, close };
}

test('a director closes the books once the event is over: the rest is paid out and nothing is refunded by rule [FES-06:books]', async () => {
  const { eventId, festivalId, director, orderId, close } = await sold();
  expect((await director.books.getEventBooks({ eventId })).books).toMatchObject({
    ...{ state: BooksState.NOT_OVER, tickets: 2, mayClose: true, totals: { sales: 2n, refunds: 1n, earnings: EARNED } },
  });
  await expect(close()).rejects.toMatchObject({ reason: 'EVENT_NOT_OVER' });
  await director.payouts.openFestivalPayoutOnboarding({ festivalId });
  const account = { status: PayoutAccountStatus.ENABLED, outcome: TestPayoutOutcome.PAID };
  await director.payouts.setTestFestivalPayoutAccount({ festivalId, ...account });
  await director.payouts.getFestivalPayoutAccount({ festivalId });

  festival.clock.advance(30 * HOUR_MS);
  expect((await director.books.getEventBooks({ eventId })).books?.state).toBe(BooksState.READY);
  const { books, payout } = await close();
  expect(books).toMatchObject({ state: BooksState.CLOSED, tickets: 2, totals: { earnings: EARNED } });
  expect(payout).toMatchObject({ amount: EARNED, state: PayoutState.PAID });

  const give = { requestId: newId(), orderId, reason: 'They asked for it' };
  await expect(director.ticketDesk.returnTicketOrder(give)).rejects.toMatchObject({ reason: 'BOOKS_CLOSED' });
  // Staff still refund, and the closed books stay as they were.
  await festival.staff().ticketDesk.returnTicketOrder({ ...give, requestId: newId() });
  expect((await director.books.getEventBooks({ eventId })).books).toMatchObject({
    tickets: 2,
    totals: { earnings: EARNED },
  });
  const again = await close();
  expect([again.books?.closedAt, again.payout]).toEqual([books?.closedAt, undefined]);
});

test('books are closed without a payout where none can be made, and the answer says why', async () => {
  const { close } = await sold();
  festival.clock.advance(30 * HOUR_MS);
  const { books, payout, payoutMessage } = await close();
  expect([books?.state, payout]).toEqual([BooksState.CLOSED, undefined]);
  expect(payoutMessage).toBe('Please connect an account for payouts first.');
});

test('money on its way back keeps the books open, and only the director closes them', async () => {
  const { eventId, typeId, festivalId, close } = await sold();
  festival.clock.advance(30 * HOUR_MS);
  const text = "UPDATE ticket_orders SET state = 'RETURNING' WHERE type_id = $1 AND state = 'DELIVERED'";
  await festival.db.query(text, [typeId]);
  await expect(close()).rejects.toMatchObject({ reason: 'REFUNDS_UNDER_WAY' });
  const stranger = festival.as(viewers.director());
  await expect(stranger.books.getEventBooks({ eventId })).rejects.toMatchObject({ reason: 'ORGANIZATION_NOT_YOURS' });
  const staff = festival.staff();
  expect((await staff.books.getEventBooks({ eventId })).books).toMatchObject({ mayClose: false, festivalId });
  await expect(close(staff as never)).rejects.toMatchObject({ reason: 'DIRECTOR_NEEDED' });
});
