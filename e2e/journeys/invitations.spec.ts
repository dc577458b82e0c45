import { randomUUID } from 'node:crypto';
import { askFestival, newEvent } from '../support/festivals.ts';
import { createFilm, idOf, newMaker, newStaff } from '../support/films.ts';
import { expect, test } from '../support/fixtures.ts';
import { messageTo } from '../support/inbox.ts';
import { call, emailOf, phoneOf } from '../support/people.ts';

const NAMES = { firstName: 'Ana', lastName: 'Silva' };
const byEmail = () => ({ channel: 'EMAIL', to: emailOf() });
const byText = () => ({ channel: 'SMS', to: `+1${phoneOf()}` });
const contactOf = ({ channel, to }: ReturnType<typeof byEmail>) =>
  channel === 'EMAIL' ? { email: to } : { phoneNumber: to };

test('people are invited to a credit of a film and to a ticket of an event, each by email and by text [NOT-04]', async ({
  url,
}) => {
  const office = await newStaff(url, undefined, 'SUPER_USER');
  const maker = await newMaker(url);
  const filmId = await createFilm(maker, url, 'By invitation');
  const credits = [byEmail(), byText()];
  for (const who of credits) {
    const credit = { requestId: randomUUID(), filmId, credit: 'Writer', ...NAMES };
    type Added = { entry: { id: string } };
    const { entry } = await call<Added>(maker.api, url, 'film.v1.CrewService/AddCrew', credit);
    const invited = { requestId: randomUUID(), filmId, crewId: entry.id, ...contactOf(who) };
    await call(maker.api, url, 'film.v1.CrewService/InviteCrew', invited);
    const message = await messageTo(url, who.to);
    expect(message).toMatchObject({ channel: who.channel, text: expect.stringContaining('By invitation') });
    expect(message.links[0]).toMatch(/\/credits\?invitation=\S+$/);
  }
  type Invitations = { invitations: object[] };
  const { invitations } = await call<Invitations>(office.api, url, 'film.v1.UserRecordsService/ListUserInvitations', {
    accountId: await idOf(maker, url),
  });
  expect(invitations).toMatchObject([
    { type: 'INVITATION_TYPE_CREDIT', filmId },
    { type: 'INVITATION_TYPE_CREDIT', filmId },
  ]);

  const { festivalId, eventId, ticket } = await newEvent(url);
  const tickets: string[] = [];
  for (const who of [byEmail(), byText()]) {
    const { userTicketId } = await ticket(maker);
    const gift = { eventId, userTicketId, ...NAMES, ...contactOf(who) };
    await askFestival(maker, url, 'GiftService/GiftTicket', gift);
    const message = await messageTo(url, who.to);
    expect(message).toMatchObject({ channel: who.channel, text: expect.stringContaining('Opening night') });
    const link = new URL(message.links[0] ?? '');
    expect(link.searchParams.get('returnTo')).toBe(`/events/${eventId}/tickets/${userTicketId}`);
    tickets.unshift(userTicketId);
  }
  type Gifts = { given: object[] };
  const { given } = await call<Gifts>(maker.api, url, 'festival.v1.GiftService/ListTicketGifts', {});
  expect(given).toMatchObject(
    tickets.map((id) => ({ type: 'INVITATION_TYPE_EVENT_TICKET', ticket: { id, eventId, festivalId } })),
  );
});
