import { timestampFromDate } from '@bufbuild/protobuf/wkt';
import { Code } from '@connectrpc/connect';
import { PromoKind } from '@marquee/contracts/festival/v1/promo_code_pb';
import { OfferState } from '@marquee/contracts/festival/v1/tickets_pb';
import { OrderState, PaymentStep } from '@marquee/contracts/film/v1/checkout_pb';
import { failing, refusing } from '@marquee/testing/answer-calls';
import { aPerson } from '@marquee/testing/contract-messages';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import * as eventTickets from '../../routes/tickets/event-tickets.tsx';
import * as ticketSales from '../../routes/tickets/ticket-sales.tsx';
import { openRoute } from '../../testing/open-route.tsx';

const at = (hour: number) => timestampFromDate(new Date(Date.UTC(2026, 11, 4, hour)));
const event = {
  ...{ id: 'e1', festivalId: 'f1', festivalName: 'Lumen', name: 'Opening night', timeZone: 'Europe/Lisbon' },
  ...{ startTime: at(20), endTime: at(22), eventVirtual: true },
};
const type = { id: 't1', festivalId: 'f1', eventIds: ['e1'], name: 'Full price', price: 1_200n, limitPerCustomer: 4 };
const click = (name: string) => act(async () => void fireEvent.click(screen.getByRole('button', { name })));
const enter = (label: string | RegExp, value: string) =>
  fireEvent.change(screen.getByLabelText(label), { target: { value } });

test('a code that does not work says why beside its field; one that does is taken off the bill [TIC-05:code-field]', async () => {
  // biome-ignore lint/suspicious/noDocumentCookie: the hint beside the session is a cookie.
  document.cookie = `marquee-signed-in-${location.port || '80'}=1`;
  let isKnown = false;
  const order = {
    ...{ id: 'o1', ticketTypeId: 't1', ticketTypeName: 'Full price', quantity: 1, amount: 900n, discount: 300n },
    ...{ currency: 'USD', state: OrderState.PAYING, step: PaymentStep.CARD },
  };
  const calls = await openRoute(eventTickets, '/events/e1/tickets', {
    path: '/events/:eventId/tickets',
    answers: {
      listTicketTypes: () => ({ event, offers: [{ type, state: OfferState.ON_SALE, left: 11 }] }),
      quoteTickets: () =>
        isKnown
          ? { fullAmount: 1_200n, discount: 300n, amount: 900n }
          : refusing(Code.NotFound, {
              ...{ reason: 'PROMO_CODE_NOT_FOUND', message: 'This code does not exist, or it has ended.' },
            })(),
      openTicketOrder: () => ({ order }),
    },
  });
  await screen.findByText('Full price');
  enter(/Promo code or voucher/, 'SPRNG');
  await click('Buy for $12.00');
  expect(await screen.findByText('This code does not exist, or it has ended.')).toBeTruthy();
  expect(screen.queryByRole('dialog')).toBeNull();
  expect(screen.getByLabelText(/Promo code or voucher/)).toMatchObject({ value: 'SPRNG' });
  isKnown = true;
  enter(/Promo code or voucher/, 'SPRING');
  await click('Buy for $12.00');
  expect(await screen.findByText(/Your code takes \$3\.00 off\./)).toBeTruthy();
  expect(screen.getByRole('button', { name: 'Pay $9.00' })).toBeTruthy();
  expect(calls.sent('openTicketOrder')).toMatchObject([{ ticketTypeId: 't1', promoCode: 'SPRING', discount: 300n }]);
});

test('who sells tickets makes a code, and withdraws it [TIC-05:code-desk]', async () => {
  const codes: object[] = [];
  const code = {
    id: 'c1',
    code: 'SPRING',
    kind: PromoKind.PERCENT,
    value: 25n,
    uses: 50,
    used: 3,
    ticketTypeIds: ['t1'],
  };
  const calls = await openRoute(ticketSales, '/events/e1/tickets/sales', {
    path: '/events/:eventId/tickets/sales',
    viewer: aPerson(),
    answers: {
      listEventTicketTypes: () => ({ event, types: [{ type }, { type: { ...type, id: 't2', name: 'Balcony' } }] }),
      listPromoCodes: () => ({ codes }),
      createPromoCode: () => {
        codes.push(code);
        return { code };
      },
      withdrawPromoCode: () => {
        codes.splice(0, 1, { ...code, withdrawn: true });
        return {};
      },
    },
  });
  expect(await screen.findByText(/There are no codes yet/)).toBeTruthy();
  await click('New code');
  enter('Code', 'spring');
  enter('Percent', '125');
  enter('How often it can be used', '50');
  await click('Make the code');
  expect(await screen.findByText('Please enter a percentage from 1 to 100.')).toBeTruthy();
  enter('Percent', '25');
  await act(async () => void fireEvent.click(screen.getByLabelText('Full price')));
  await click('Make the code');
  expect(await screen.findByText('25% off · For Full price')).toBeTruthy();
  expect(screen.getByText('Used 3 of 50 times')).toBeTruthy();
  expect(calls.sent('createPromoCode')).toMatchObject([
    { eventId: 'e1', code: 'SPRING', kind: PromoKind.PERCENT, value: 25n, uses: 50, ticketTypeIds: ['t1'] },
  ]);
  await click('Withdraw SPRING');
  await waitFor(() => expect(calls.sent('withdrawPromoCode')).toMatchObject([{ promoCodeId: 'c1' }]));
  expect(await screen.findByText('Withdrawn')).toBeTruthy();
});

describe('the codes of a sale', () => {
  const open = (codes: object[], answers: object = {}, types: object[] = [{ type }]) =>
    openRoute(ticketSales, '/events/e1/tickets/sales', {
      path: '/events/:eventId/tickets/sales',
      viewer: aPerson(),
      answers: { listEventTicketTypes: () => ({ event, types }), listPromoCodes: () => ({ codes }), ...answers },
    });
  const made = { id: 'c1', code: 'SPRING', kind: PromoKind.PERCENT, value: 25n, uses: 1_500, used: 0 };

  test('say what each is worth and when it can be used [TIC-05:code-desk]', async () => {
    await open([
      { ...made, startsAt: at(8), endsAt: at(20) },
      { ...made, id: 'c2', kind: PromoKind.AMOUNT, value: 350n },
      { ...made, id: 'c3', kind: PromoKind.TICKET, withdrawn: true },
    ]);
    const rows = within(await screen.findByRole('list', { name: 'Codes' })).getAllByRole('listitem');
    const texts = rows.map((row) => row.textContent);
    expect(texts[0]).toMatch(/^SPRING25% off · From Dec 04, 2026.+ · Until Dec 04, 2026.+Used 0 of 1,500 times/);
    expect(texts[1]).toMatch(/^SPRING\$3\.50 offUsed/);
    expect(texts[2]).toMatch(/^SPRINGOne ticket freeUsed .+Withdrawn$/);
    expect(rows.map((row) => within(row).queryAllByRole('button').length)).toEqual([1, 1, 0]);
    expect(screen.queryByText(/There are no codes yet/)).toBeNull();
  });

  test('a code that could not be withdrawn stays and says so until it is tried again [TIC-05:code-desk]', async () => {
    let isUp = false;
    await open([made], { withdrawPromoCode: () => (isUp ? {} : failing()) });
    await screen.findByText('SPRING');
    await click('Withdraw SPRING');
    const failure = 'We failed to save this. Please try again.';
    expect(await screen.findByText(failure)).toBeTruthy();
    isUp = true;
    await click('Withdraw SPRING');
    await waitFor(() => expect(screen.queryByText(failure)).toBeNull());
  });

  test('an amount and its time are saved as they are typed, and a free ticket has no value [TIC-05:code-desk]', async () => {
    const calls = await open([], { createPromoCode: () => ({ code: made }) });
    await screen.findByText(/There are no codes yet/);
    await click('New code');
    expect(screen.queryByRole('button', { name: 'New code' })).toBeNull();
    expect(screen.queryByText(/There are no codes yet/)).toBeNull();
    // A sale with one kind of ticket asks for none.
    expect(screen.queryByLabelText('Full price')).toBeNull();
    enter('Code', 'summer');
    enter('What it is worth', 'AMOUNT');
    enter('Amount', '3.50');
    enter(/^Valid from/, '2026-12-01T10:00');
    enter(/^Valid until/, '2026-12-02T10:00');
    await click('Make the code');
    expect(await screen.findByRole('button', { name: 'New code' })).toBeTruthy();
    await click('New code');
    enter('Code', 'gift');
    enter('What it is worth', 'TICKET');
    await waitFor(() => expect(screen.queryByLabelText('Amount')).toBeNull());
    expect(screen.queryByLabelText('Percent')).toBeNull();
    await click('Make the code');
    await waitFor(() => expect(calls.sent('createPromoCode')).toHaveLength(2));
    const from = (day: number) => timestampFromDate(new Date(2026, 11, day, 10));
    expect(calls.sent('createPromoCode')).toMatchObject([
      { code: 'SUMMER', kind: PromoKind.AMOUNT, value: 350n, startsAt: from(1), endsAt: from(2), ticketTypeIds: [] },
      { code: 'GIFT', kind: PromoKind.TICKET },
    ]);
    const [, { startsAt, endsAt } = {}] = calls.sent('createPromoCode');
    expect([startsAt, endsAt]).toEqual([undefined, undefined]);
  });

  test('a code is not made when its form is left, and goes to the tickets that are still chosen [TIC-05:code-desk]', async () => {
    const balcony = { type: { ...type, id: 't2', name: 'Balcony' } };
    const calls = await open([], { createPromoCode: failing }, [{ type }, balcony]);
    await screen.findByText(/There are no codes yet/);
    await click('New code');
    await click('Cancel');
    expect(await screen.findByText(/There are no codes yet/)).toBeTruthy();
    await click('New code');
    enter('Code', 'spring');
    enter('Percent', '25');
    for (const name of ['Full price', 'Balcony', 'Full price']) {
      await act(async () => void fireEvent.click(screen.getByLabelText(name)));
    }
    await click('Make the code');
    expect(await screen.findByText('We failed to save this. Please try again.')).toBeTruthy();
    expect(calls.sent('createPromoCode')).toMatchObject([{ code: 'SPRING', ticketTypeIds: ['t2'] }]);
  });
});
