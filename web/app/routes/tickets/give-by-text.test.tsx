import { timestampFromDate } from '@bufbuild/protobuf/wkt';
import { aPerson } from '@marquee/testing/contract-messages';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { openWithToasts } from '../../testing/open-route.tsx';
import { seeToast } from '../../testing/show-page.tsx';
import * as ticket from './ticket.tsx';

const inHours = (hours: number) => timestampFromDate(new Date(Date.now() + hours * 3_600_000));
const event = {
  ...{ id: 'e1', festivalId: 'f1', festivalName: 'Lumen', name: 'Opening night', timeZone: 'Europe/Lisbon' },
  ...{ startTime: inHours(20), endTime: inHours(22), venueName: 'Cinema Ideal', venuePlace: 'Lisbon' },
};
const own = { id: 'u1', eventId: 'e1', festivalId: 'f1', festivalName: 'Lumen', ticketTypeName: 'Full price', event };
const click = (element: HTMLElement) => act(async () => void fireEvent.click(element));

const question = { name: 'Send this ticket to somebody else?' };
const closed = () => waitFor(() => expect(screen.queryByRole('dialog', question)).toBeNull());

async function dialog(givesByText: boolean) {
  const calls = await openWithToasts(ticket, '/events/e1/tickets/u1', {
    ...{ path: '/events/:eventId/tickets/:userTicketId', viewer: aPerson() },
    answers: {
      getOwnTicket: () => ({ ticket: own, code: 'AbC', givesByText }),
      giftTicket: () => ({ gift: { id: 'g1' } }),
    },
  });
  await click(await screen.findByRole('button', { name: 'Send ticket' }));
  return { calls, dialog: within(await screen.findByRole('dialog', question)) };
}

test('a ticket is sent to a phone number where text messages are carried, or to an email by the same field [NOT-04:gift-screen]', async () => {
  const { calls, dialog: asked } = await dialog(true);
  await click(asked.getByRole('tab', { name: 'By email or text' }));
  fireEvent.change(asked.getByLabelText('First name'), { target: { value: 'Ana' } });
  fireEvent.change(asked.getByLabelText('Last name'), { target: { value: 'Silva' } });
  const contact = asked.getByLabelText('Email or phone');
  fireEvent.change(contact, { target: { value: '12' } });
  await click(asked.getByRole('button', { name: 'Send ticket' }));
  expect(await asked.findByText('Please enter a valid phone number.')).toBeTruthy();
  expect(calls.sent('giftTicket')).toEqual([]);
  fireEvent.change(contact, { target: { value: '+351 919 876 543' } });
  await click(asked.getByRole('button', { name: 'Send ticket' }));
  await closed();
  await seeToast('The ticket was sent to +351919876543.');
  // The page shows at once that the ticket is on its way.
  expect(calls.sent('getOwnTicket')).toHaveLength(2);
  const names = { eventId: 'e1', userTicketId: 'u1', firstName: 'Ana', lastName: 'Silva' };
  expect(calls.sent('giftTicket')).toMatchObject([{ ...names, phoneNumber: '+351919876543', email: '' }]);
});

test('where no text messages are carried, a ticket is sent by email alone [NOT-04:no-texts]', async () => {
  const { calls, dialog: asked } = await dialog(false);
  await click(asked.getByRole('tab', { name: 'By email' }));
  expect(asked.queryByLabelText('Email or phone')).toBeNull();
  for (const [label, value] of [
    ['First name', 'Ana'],
    ['Last name', 'Silva'],
    ['Email', 'ana@example.com'],
  ] as const) {
    fireEvent.change(asked.getByLabelText(label), { target: { value } });
  }
  await click(asked.getByRole('button', { name: 'Send ticket' }));
  await closed();
  await seeToast('The ticket was sent to ana@example.com.');
  expect(calls.sent('giftTicket')).toMatchObject([{ userTicketId: 'u1', email: 'ana@example.com' }]);
  expect(calls.sent('getOwnTicket')).toHaveLength(2);
});

test('a dialog that is closed sends nothing', async () => {
  const { calls, dialog: asked } = await dialog(false);
  await click(asked.getByRole('button', { name: 'Close' }));
  await closed();
  expect(calls.sent('giftTicket')).toEqual([]);
});
