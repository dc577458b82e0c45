import { timestampFromDate } from '@bufbuild/protobuf/wkt';
import { Code } from '@connectrpc/connect';
import { PromoKind } from '@marquee/contracts/festival/v1/promo_code_pb';
import { OfferState } from '@marquee/contracts/festival/v1/tickets_pb';
import { OrderState, PaymentStep } from '@marquee/contracts/film/v1/checkout_pb';
import { refusing } from '@marquee/testing/answer-calls';
import { aPerson } from '@marquee/testing/contract-messages';
import { act, fireEvent, screen, waitFor } from '@testing-library/react';
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
