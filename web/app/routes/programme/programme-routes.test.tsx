import { timestampFromDate } from '@bufbuild/protobuf/wkt';
import { Code } from '@connectrpc/connect';
import { jest } from '@jest/globals';
import { EventStatus } from '@marquee/contracts/festival/v1/programme_pb';
import { Role } from '@marquee/contracts/identity/v1/account_pb';
import { type Answers, failing, inTurn, refusing } from '@marquee/testing/answer-calls';
import { aPerson } from '@marquee/testing/contract-messages';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { ownTimeZone } from '../../features/notices/time-zones.ts';
import { refreshCurrentUser } from '../../layout/current-user.ts';
import { openWithToasts, sentTo } from '../../testing/open-route.tsx';
import { doing, press, seeToast, type } from '../../testing/show-page.tsx';
import * as deskEvent from './desk-event.tsx';
import * as deskEvents from './desk-events.tsx';
import * as eventRoute from './event.tsx';
import * as mySchedule from './my-schedule.tsx';
import * as schedule from './schedule.tsx';

const at = (text: string) => timestampFromDate(new Date(text));
const venue = { id: 'v1', name: 'Cinema Ideal', address: 'Rua 1', city: 'Lisbon', timeZone: 'Europe/Lisbon' };
const ferry = {
  ...{ id: 'p1', filmId: 'a', filmTitle: 'Night Ferry', visible: true, runningTime: 600 },
  directors: ['Ana Souto', 'Bo Lind', 'Cy Moreau'],
};
const salt = { id: 'p2', filmId: 'b', filmTitle: 'Salt', visible: false };
const opening = {
  ...{ id: 'e1', festivalId: 'f1', festivalName: 'Lumen', festivalUrl: 'lumen', name: 'Opening night' },
  ...{ status: EventStatus.PUBLISHED, startTime: at('2036-12-04T20:00:00Z'), endTime: at('2036-12-04T22:00:00Z') },
  ...{ timeZone: 'Europe/Lisbon', venue: { ...venue, capacity: 90 }, capacity: 80, version: 3n },
  ...{ description: 'Two films.', sellingTickets: true },
  blocks: [
    { id: 'b1', name: 'Shorts', films: [ferry, salt] },
    { id: 'b2', name: 'Features', films: [] },
  ],
};
const later = { ...opening, id: 'e2', name: 'Late show', venue: undefined, eventVirtual: true };
const managed: Answers = { getOrganization: () => ({ organization: { id: 'f1', name: 'Lumen' }, canManage: true }) };
const viewer = aPerson();
/** A route with toasts, by who is signed in. */
const openRoute: typeof openWithToasts = async (route, at, { answers = {}, ...options }) => {
  const { viewer: user } = options;
  const calls = await openWithToasts(route, at, {
    ...options,
    answers: { ...answers, ...(user && { getCurrentUser: () => ({ user }) }) },
  });
  // biome-ignore lint/suspicious/noDocumentCookie: the gateway sets this cookie beside the session's.
  document.cookie = `marquee-signed-in-80=1; max-age=${user ? 60 : 0}`;
  await doing(refreshCurrentUser);
  return calls;
};
const heading = async () => (await screen.findByRole('heading', { level: 1 })).textContent;
describe('the page of an event', () => {
  const open = (answers: Answers) =>
    openRoute(eventRoute, '/events/e1', { path: '/events/:eventId', answers: { listBallots: () => ({}), ...answers } });

  test('says when and where it is, and which films it shows in which order [FES-03:page]', async () => {
    await open({ getEvent: () => ({ event: opening }) });
    expect(await heading()).toBe('Opening night');
    expect(screen.getByRole('link', { name: 'Lumen' }).getAttribute('href')).toBe('/festivals/lumen');
    expect(screen.getByText('Cinema Ideal, Lisbon')).toBeTruthy();
    expect(screen.getByText('80 people')).toBeTruthy();
    const shorts = screen.getByRole('region', { name: 'Shorts' });
    expect(
      within(shorts)
        .getByRole('link', { name: /Night Ferry/ })
        .getAttribute('href'),
    ).toBe('/feed/a');
    const [ferryItem, saltItem] = within(shorts).getAllByRole('listitem');
    expect(ferryItem?.textContent).toBe('Night FerryDirected by Ana Souto, Bo Lind and 1 more10 min');
    expect(saltItem?.textContent).toBe('Salt');
    expect(within(saltItem as HTMLElement).queryByRole('link')).toBeNull();
    expect(screen.getByText('The films of this block are not announced yet.')).toBeTruthy();
    expect(screen.getByRole('link', { name: 'Tickets' }).getAttribute('href')).toBe('/events/e1/tickets');
    expect(eventRoute.handle.publicPage.tags({ eventId: 'e1' } as never)).toEqual(['event:e1']);
  });

  test('that is cancelled says so and sells no tickets; one that is not there is not found [FES-08]', async () => {
    await open({ getEvent: () => ({ event: { ...opening, status: EventStatus.CANCELLED } }) });
    expect(await screen.findByText('This event is cancelled.')).toBeTruthy();
    expect(screen.queryByRole('link', { name: 'Tickets' })).toBeNull();
    await open({ getEvent: refusing(Code.NotFound, { reason: 'EVENT_NOT_FOUND', message: 'Event Not Found' }) });
    expect(await heading()).toBe('Event Not Found');
    await open({ getEvent: () => ({}) });
    expect(await heading()).toBe('Event Not Found');
  });

  test('names its awards, and films that are not announced; it is online where it has no venue [FES-03:page] [FES-07]', async () => {
    const award = { id: 'w1', filmId: 'a', filmTitle: 'Night Ferry', winner: true };
    const awardRecords = [award, { ...award, id: 'w2', category: 'Sound', winner: false }];
    const blocks = [{ id: 'b1', name: 'Shorts', films: [{ id: 'p3', visible: true }] }];
    const bare = { sellingTickets: false, festivalUrl: '', venue: undefined, capacity: 0 };
    await open({ getEvent: () => ({ event: { ...opening, ...bare, blocks, awardRecords } }) });
    const awards = within(await screen.findByRole('region', { name: 'Awards' }));
    expect(awards.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
      'Night FerryOfficial selection · Winner',
      'Night FerrySound · Nominated',
    ]);
    const [film] = within(screen.getByRole('region', { name: 'Shorts' })).getAllByRole('listitem');
    expect(film?.textContent).toBe('A film that is not announced yet');
    expect(within(film as HTMLElement).queryByRole('link')).toBeNull();
    expect(screen.getByText('Online')).toBeTruthy();
    expect(screen.queryByText('Room for')).toBeNull();
    expect(screen.queryByRole('link', { name: 'Tickets' })).toBeNull();
    expect(screen.getByRole('link', { name: 'Lumen' }).getAttribute('href')).toBe('/festivals/f1');
  });

  test('says its time on the clock of the viewer where that is another one [FES-11:zones]', async () => {
    const zone = { resolvedOptions: () => ({ timeZone: 'Asia/Tokyo' }) } as never;
    const given = Intl.DateTimeFormat;
    const spied = jest.spyOn(Intl, 'DateTimeFormat');
    spied.mockImplementation(((...args: never[]) => (args.length === 0 ? zone : new given(...args))) as never);
    await open({ getEvent: () => ({ event: opening }) });
    expect(screen.getByText(/^Your time: Friday, December 5, 2036, 05:00/)).toBeTruthy();
    spied.mockRestore();
    await open({ getEvent: () => ({ event: { ...opening, timeZone: ownTimeZone() } }) });
    expect(await heading()).toBe('Opening night');
    expect(screen.queryByText(/^Your time/)).toBeNull();
  });
});

describe('a schedule', () => {
  const path = '/festivals/:festivalId/schedule';
  const answers = (events: object[]): Answers => ({
    getOrganization: () => ({ organization: { id: 'f1', name: 'Lumen', url: 'lumen' } }),
    listEvents: ({ past }) => ({ events: past ? [{ ...opening, id: 'e0', name: 'Last year' }] : events }),
  });

  test('is a list, a grid of days and by venue [FES-11:schedule]', async () => {
    const { sent } = await openRoute(schedule, '/festivals/f1/schedule', {
      ...{ path, answers: answers([opening, later]) },
    });
    expect(sent('listEvents').find(({ past }) => past)).toMatchObject({ pageSize: 24 });
    expect(await heading()).toBe('Schedule');
    const names = () =>
      within(screen.getByRole('tabpanel'))
        .getAllByRole('heading')
        .map(({ tagName, textContent }) => `${tagName} ${textContent}`);
    // Below the heading of the page none is left out.
    expect(names()).toEqual(['H2 Opening night', 'H2 Late show']);
    await doing(() => fireEvent.click(screen.getByRole('tab', { name: 'By venue' })));
    expect(names()).toEqual(['H2 Cinema Ideal, Lisbon', 'H3 Opening night', 'H2 Online', 'H3 Late show']);
    await doing(() => fireEvent.click(screen.getByRole('tab', { name: 'By day' })));
    expect(names()).toEqual(['H2 Thursday, December 4, 2036', 'H3 Opening night', 'H3 Late show']);
    expect(within(screen.getByRole('region', { name: 'Past events' })).getByText('Last year')).toBeTruthy();
  });

  test('without events says so [FES-08]', async () => {
    await openRoute(schedule, '/festivals/f1/schedule', { path, answers: answers([]) });
    expect(await screen.findByText('No events are planned')).toBeTruthy();
  });
});

describe('my schedule', () => {
  const path = '/user/schedule';

  test('has what the viewer starred, and says what is at the same time [FES-11:my-schedule]', async () => {
    const over = { startTime: at('2020-12-04T20:00:00Z'), endTime: at('2020-12-04T22:00:00Z') };
    const starred = { current: [opening, later, { ...opening, ...over, id: 'e0', name: 'Last year' }] };
    const { sent } = await openRoute(mySchedule, path, {
      ...{ path, viewer },
      answers: {
        listMySchedule: () => ({ events: starred.current }),
        starEvent: () => ({}),
      },
    });
    expect(await screen.findByText('At the same time as Late show')).toBeTruthy();
    expect(screen.getByRole('link', { name: 'Add all to calendar' }).getAttribute('href')).toBe('/user/schedule.ics');
    const star = await screen.findByRole('button', { name: 'Late show in your schedule' });
    expect(star.getAttribute('aria-pressed')).toBe('true');
    expect(star.querySelector('.fill-current')).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Last year in your schedule' })).toBeNull();
    starred.current = [opening];
    await doing(() => fireEvent.click(star));
    await seeToast('Late show is no longer in your schedule.');
    expect(sent('starEvent')).toMatchObject([{ eventId: 'e2', starred: false }]);
  });

  test('keeps a star that could not be changed, and gives one in the schedule of a festival [FES-11:my-schedule]', async () => {
    await openRoute(mySchedule, path, {
      ...{ path, viewer },
      answers: { listMySchedule: () => ({ events: [opening] }), starEvent: failing },
    });
    const star = () => screen.findByRole('button', { name: 'Opening night in your schedule' });
    await star();
    await press('Opening night in your schedule');
    await seeToast('We failed to save your schedule. Please try again.');
    expect((await star()).getAttribute('aria-pressed')).toBe('true');
    let starred: object[] = [];
    const { sent } = await openRoute(schedule, '/festivals/f1/schedule', {
      ...{ path: '/festivals/:festivalId/schedule', viewer },
      answers: {
        getOrganization: () => ({ organization: { id: 'f1', name: 'Lumen', url: 'lumen' } }),
        listEvents: ({ past }) => ({ events: past ? [] : [opening] }),
        listMySchedule: () => ({ events: starred }),
        starEvent: () => {
          starred = [opening];
          return {};
        },
      },
    });
    expect((await star()).getAttribute('aria-pressed')).toBe('false');
    expect((await star()).querySelector('.fill-current')).toBeNull();
    await press('Opening night in your schedule');
    await seeToast('Opening night is in your schedule.');
    expect((await star()).getAttribute('aria-pressed')).toBe('true');
    expect(sent('starEvent')).toMatchObject([{ eventId: 'e1', starred: true }]);
    expect(screen.queryByRole('heading', { name: 'Past events' })).toBeNull();
  });

  test('names the festivals of its events, and which are cancelled [FES-11:my-schedule]', async () => {
    const cancelled = { ...later, status: EventStatus.CANCELLED };
    const far = { ...cancelled, startTime: at('2036-12-09T20:00:00Z'), endTime: at('2036-12-09T22:00:00Z') };
    await openRoute(mySchedule, path, {
      ...{ path, viewer },
      answers: { listMySchedule: () => ({ events: [opening, far] }) },
    });
    await screen.findByRole('heading', { name: 'Opening night' });
    const rows = screen.getAllByRole('article');
    expect(rows.map((row) => within(row).queryByText('Cancelled') !== null)).toEqual([false, true]);
    expect(screen.queryByText(/^At the same time/)).toBeNull();
    expect(
      within(rows[0] as HTMLElement)
        .getByRole('link', { name: 'Lumen' })
        .getAttribute('href'),
    ).toBe('/festivals/lumen');
  });

  test('is empty, or asks a visitor to sign in', async () => {
    await openRoute(mySchedule, path, { path, viewer, answers: { listMySchedule: () => ({}) } });
    expect(await screen.findByText('Your schedule is empty')).toBeTruthy();
    await openRoute(mySchedule, path, { path });
    await waitFor(() => expect(sentTo()).toBe(`/sign-in?${new URLSearchParams({ returnTo: path })}`));
  });
});

describe('the desk of a programme', () => {
  const path = '/user/orgs/:festivalId/events';
  const open = (answers: Answers) => openRoute(deskEvents, '/user/orgs/f1/events', { path, viewer, answers });

  test('lists drafts too, and is closed to who does not manage the organization [FES-03:desk]', async () => {
    const events = [{ ...opening, status: EventStatus.DRAFT }];
    await open({ ...managed, listFestivalEvents: () => ({ events }), listVenues: () => ({}) });
    expect((await screen.findByRole('link', { name: 'Opening night' })).getAttribute('href')).toBe(
      '/user/orgs/f1/events/e1',
    );
    expect(screen.getByText('Draft')).toBeTruthy();
    expect(screen.getByText('No venues yet')).toBeTruthy();
    await open({ ...managed, listFestivalEvents: () => ({}), listVenues: () => ({}) });
    expect(await screen.findByText('No events yet')).toBeTruthy();
    await open({ getOrganization: () => ({ organization: { id: 'f1', name: 'Lumen' } }) });
    expect(await heading()).toBe("You don't have access to this page.");
    await open({ getOrganization: () => ({}) });
    expect(await heading()).toBe('Festival Not Found');
  });

  test('what the service refuses of a venue stands at its field, until it is saved again [FES-11:venues]', async () => {
    const message = 'There is no such city.';
    const fields = [{ field: 'city', message }];
    const saveVenue = inTurn<[], unknown>(refusing(Code.InvalidArgument, { fields }), failing);
    await open({
      ...{ ...managed, listFestivalEvents: () => ({}), listVenues: () => ({ venues: [{ ...venue, capacity: 90 }] }) },
      saveVenue: saveVenue as never,
    });
    await screen.findByText('Rua 1, Lisbon');
    await press('Edit');
    await press('Save venue');
    const city = screen.getByLabelText(/^City/);
    expect(await screen.findByText(message)).toBeTruthy();
    expect(city.getAttribute('aria-invalid')).toBe('true');
    expect(screen.queryByRole('alert')).toBeNull();
    await press('Save venue');
    expect((await screen.findByRole('alert')).textContent).toMatch(/Please try again\.$/);
    expect(screen.queryByText(message)).toBeNull();
    expect(city.getAttribute('aria-invalid')).toBeNull();
  });

  test('adds, changes and removes venues; what fails keeps what was typed [FES-11:venues]', async () => {
    const venues = { current: [{ ...venue, capacity: 90 }] };
    let refused = true;
    const { sent } = await open({
      ...{ ...managed, listFestivalEvents: () => ({}), listVenues: () => ({ venues: venues.current }) },
      saveVenue: () => (refused ? failing() : {}),
      deleteVenue: refusing(Code.FailedPrecondition, {
        ...{ reason: 'VENUE_IN_USE', message: 'There are events at this venue. Move them to another one first.' },
      }),
    });
    expect(await screen.findByText('Rua 1, Lisbon')).toBeTruthy();
    await press('Edit');
    expect((screen.getByLabelText('Name of the venue') as HTMLInputElement).value).toBe('Cinema Ideal');
    await press('Edit');
    expect(screen.queryByLabelText('Name of the venue')).toBeNull();
    await press('Remove');
    await seeToast('There are events at this venue. Move them to another one first.');
    await press('Add a venue');
    await type('Name of the venue', 'Hall 2');
    await type('Capacity in people', '0');
    await press('Save venue');
    expect(await screen.findByText(/Please enter how many people there is room for/)).toBeTruthy();
    await type('Capacity in people', '40');
    await press('Save venue');
    expect(await screen.findByRole('alert')).toBeTruthy();
    expect((screen.getByLabelText('Name of the venue') as HTMLInputElement).value).toBe('Hall 2');
    refused = false;
    venues.current = [...venues.current, { ...venue, id: 'v2', name: 'Hall 2', capacity: 40 }];
    await press('Save venue');
    expect(await screen.findByText('40 people')).toBeTruthy();
    expect(screen.queryByLabelText('Name of the venue')).toBeNull();
    expect(sent('saveVenue').at(-1)).toMatchObject({ festivalId: 'f1', venueId: '', name: 'Hall 2', capacity: 40 });
  });
});

test('a venue is changed in its place and removed; where that fails it stays [FES-11:venues]', async () => {
  let venues = [{ ...venue, capacity: 90 }];
  let isUp = false;
  const { sent } = await openRoute(deskEvents, '/user/orgs/f1/events', {
    ...{ path: '/user/orgs/:festivalId/events', viewer },
    answers: {
      ...{ ...managed, listFestivalEvents: () => ({}), listVenues: () => ({ venues }) },
      saveVenue: () => {
        venues = [{ ...venue, capacity: 1 }];
        return {};
      },
      deleteVenue: () => {
        if (!isUp) return failing();
        venues = [];
        return {};
      },
    },
  });
  expect(await screen.findByText('90 people')).toBeTruthy();
  await press('Edit');
  await type('Capacity in people', '1');
  await press('Save venue');
  expect(await screen.findByText('1 person')).toBeTruthy();
  expect(sent('saveVenue')).toMatchObject([{ venueId: 'v1', name: 'Cinema Ideal', address: 'Rua 1', capacity: 1 }]);
  await press('Remove');
  await seeToast('We failed to remove the venue. Please try again.');
  isUp = true;
  await press('Remove');
  await seeToast('Cinema Ideal was removed.');
  expect(screen.getByText('No venues yet')).toBeTruthy();
  expect(sent('deleteVenue').at(-1)).toMatchObject({ festivalId: 'f1', venueId: 'v1' });
});

describe.each([
  ['my schedule', mySchedule, '/user/schedule', '/user/schedule', 'listMySchedule', 'That is your whole schedule.'],
  [
    'a schedule',
    schedule,
    '/festivals/:festivalId/schedule',
    '/festivals/f1/schedule',
    'listEvents',
    'That is the whole schedule.',
  ],
  [
    'the desk',
    deskEvents,
    '/user/orgs/:festivalId/events',
    '/user/orgs/f1/events',
    'listFestivalEvents',
    'That is the whole schedule.',
  ],
] as const)('the events of %s', (_what, route, path, address, method, end) => {
  test('continue page by page; a page that failed is asked for again [FES-11:pages]', async () => {
    let isUp = false;
    const list = ({ cursor, past }: { cursor: string; past?: boolean }) => {
      if (past) return {};
      if (cursor === '') return { events: [opening], nextCursor: 'n1' };
      return isUp ? { events: [later] } : failing();
    };
    const { sent } = await openRoute(route, address, {
      ...{ path, viewer },
      answers: { ...managed, listVenues: () => ({}), [method]: list },
    });
    await screen.findByText('Opening night');
    expect(screen.queryByText(end)).toBeNull();
    await press('More events');
    expect(await screen.findByText('We failed to load more events.')).toBeTruthy();
    isUp = true;
    await press('Try again');
    expect(await screen.findByText('Late show')).toBeTruthy();
    expect(screen.getByText(end)).toBeTruthy();
    expect(sent(method).at(-1)).toMatchObject({ cursor: 'n1', pageSize: 100 });
  });
});

describe('the desk of an event', () => {
  const path = '/user/orgs/:festivalId/events/:eventId';
  const open = (event: object | undefined, answers: Answers, roles?: number[]) =>
    openRoute(deskEvent, `/user/orgs/f1/events/${event ? 'e1' : 'new'}`, {
      ...{ path, viewer: roles ? aPerson({ roles }) : viewer },
      answers: {
        ...managed,
        listVenues: () => ({ venues: [{ ...venue, capacity: 90 }] }),
        getEvent: () => ({ event }),
        ...answers,
      },
    });

  test('plans an event in the time of its venue, and keeps what was typed [FES-03:form]', async () => {
    const made = { ...opening, status: EventStatus.DRAFT };
    const { sent } = await open(undefined, { createEvent: () => ({ event: made }) });
    expect(await heading()).toBe('Plan an event');
    await type('Name', 'Opening night');
    await type('Begins', '2036-12-04T21:00');
    await type('Ends', '2036-12-04T20:00');
    await press('Save as a draft');
    expect(await screen.findByText('The event ends before it begins. Please check both times.')).toBeTruthy();
    await type('Ends', '2036-12-04T23:30');
    await press('Save as a draft');
    await waitFor(() => expect(sent('createEvent')).toHaveLength(1));
    expect(sent('createEvent')).toMatchObject([
      {
        ...{ festivalId: 'f1', name: 'Opening night', eventVirtual: false, venueId: 'v1', timeZone: 'Europe/Lisbon' },
        ...{ startTime: at('2036-12-04T21:00:00Z'), endTime: at('2036-12-04T23:30:00Z'), capacity: 0 },
      },
    ]);
  });

  test('an edit that another one overtook says so [FES-03:form]', async () => {
    const message = 'Somebody else changed this event meanwhile. Please reload it and change it again.';
    const { sent } = await open(opening, {
      updateEvent: refusing(Code.Aborted, { reason: 'EVENT_CHANGED', message }),
    });
    await screen.findByRole('button', { name: 'Save event' });
    await type('Name', 'The opening');
    await press('Save event');
    expect(await screen.findByText(message)).toBeTruthy();
    expect((screen.getByLabelText('Name') as HTMLInputElement).value).toBe('The opening');
    expect(sent('updateEvent')).toMatchObject([{ eventId: 'e1', expectedVersion: 3n, name: 'The opening' }]);
  });

  test('a draft is published, a published event is cancelled after a question [FES-03:desk]', async () => {
    const draft = { ...opening, status: EventStatus.DRAFT };
    const { sent } = await open(draft, { publishEvent: () => ({ event: opening }), cancelEvent: () => failing() });
    await screen.findByText('Draft');
    await press('Publish');
    await seeToast('The event is published.');
    expect(sent('publishEvent')).toMatchObject([{ eventId: 'e1' }]);
    await press('Cancel event');
    expect(sent('cancelEvent')).toEqual([]);
    const question = within(await screen.findByRole('dialog'));
    await doing(() => fireEvent.click(question.getByRole('button', { name: 'Cancel event' })));
    await waitFor(() => expect(sent('cancelEvent')).toHaveLength(1));
  });

  test('a draft is deleted after a question, with its way back to the events; failures say so [FES-03:desk]', async () => {
    const draft = { ...opening, status: EventStatus.DRAFT };
    let isUp = false;
    const { sent } = await open(draft, {
      publishEvent: failing,
      deleteEvent: () => (isUp ? {} : failing()),
    });
    await screen.findByText('Draft');
    await press('Publish');
    await seeToast('We failed to publish the event. Please try again.');
    expect(screen.queryByRole('link', { name: 'Public page' })).toBeNull();
    await press('Delete draft');
    expect(sent('deleteEvent')).toEqual([]);
    const asked = within(await screen.findByRole('dialog', { name: 'Delete Opening night?' }));
    const confirm = () => doing(() => fireEvent.click(asked.getByRole('button', { name: 'Delete draft' })));
    await confirm();
    await seeToast('We failed to delete the draft. Please try again.');
    isUp = true;
    await confirm();
    await seeToast('The draft is deleted.');
    await waitFor(() => expect(sentTo()).toBe('/user/orgs/f1/events'));
    expect(sent('deleteEvent')).toMatchObject([{ eventId: 'e1' }, { eventId: 'e1' }]);
  });

  test('a cancelled event keeps its page and is not changed any more; a failure says so [FES-03:desk]', async () => {
    let isUp = false;
    await open(opening, {
      cancelEvent: () => (isUp ? { event: { ...opening, status: EventStatus.CANCELLED } } : failing()),
    });
    await screen.findByRole('button', { name: 'Save event' });
    const hrefs = ['Tickets', 'Doors', 'Votes'].map((name) => screen.getByRole('link', { name }).getAttribute('href'));
    expect(hrefs).toEqual([
      ...['/events/e1/tickets/sales', '/user/orgs/f1/events/e1/doors', '/user/orgs/f1/events/e1/votes'],
    ]);
    await press('Cancel event');
    const asked = within(await screen.findByRole('dialog', { name: 'Cancel Opening night?' }));
    const confirm = () => doing(() => fireEvent.click(asked.getByRole('button', { name: 'Cancel event' })));
    await confirm();
    await seeToast('We failed to cancel the event. Please try again.');
    isUp = true;
    await confirm();
    await seeToast('The event is cancelled.');
    await waitFor(() => expect(screen.queryByRole('heading', { name: 'About the event' })).toBeNull());
    expect(screen.queryByRole('button', { name: 'Cancel event' })).toBeNull();
    expect(screen.getByRole('link', { name: 'Public page' })).toBeTruthy();
  });

  test('a new event that was saved has an address of its own; a change is saved where it is [FES-03:form]', async () => {
    await open(undefined, { createEvent: () => ({ event: { ...opening, status: EventStatus.DRAFT } }) });
    await type('Name', 'Opening night');
    await type('Begins', '2036-12-04T21:00');
    await type('Ends', '2036-12-04T23:30');
    await press('Save as a draft');
    await seeToast('The event is saved.');
    await open(opening, { updateEvent: () => ({ event: { ...opening, name: 'The opening' } }) });
    await screen.findByRole('button', { name: 'Save event' });
    await type('Name', 'The opening');
    await press('Save event');
    await seeToast('The event is saved.');
    await waitFor(async () => expect(await heading()).toBe('The opening'));
  });

  test('a draft gets no awards, and blocks that could not be saved or deleted stay [FES-04:desk]', async () => {
    await open({ ...opening, status: EventStatus.DRAFT }, { saveBlock: failing, deleteBlock: failing });
    await screen.findByText('Shorts');
    expect(screen.queryByRole('heading', { name: 'Awards' })).toBeNull();
    await type('Name of a new block', 'Late');
    await press('Add block');
    await screen.findAllByText('We failed to save the block. Please try again.');
    expect((screen.getByLabelText('Name of a new block') as HTMLInputElement).value).toBe('Late');
    expect(screen.queryByRole('heading', { name: 'Late' })).toBeNull();
    await doing(() => fireEvent.click(screen.getAllByRole('button', { name: 'Delete block' })[1] as HTMLElement));
    await seeToast('We failed to delete the block. Please try again.');
    expect(screen.getByRole('heading', { name: 'Features' })).toBeTruthy();
  });

  test('blocks and their films change places, and return when that fails [FES-03:order]', async () => {
    let isRefused = false;
    const { sent } = await open(opening, {
      arrangeBlocks: ({ blocks }) => {
        if (isRefused) return failing();
        const films = [ferry, salt];
        const named = (id: string) => opening.blocks.find((block) => block.id === id)?.name ?? '';
        const ordered = blocks.map(({ blockId, blockFilmIds }) => ({
          ...{ id: blockId, name: named(blockId) },
          films: blockFilmIds.flatMap((id) => films.filter((film) => film.id === id)),
        }));
        return { event: { ...opening, blocks: ordered } };
      },
    });
    const films = () =>
      within(screen.getByRole('list', { name: 'Films of Shorts' }))
        .getAllByRole('listitem')
        .map(({ textContent }) => /Night Ferry|Salt/.exec(textContent ?? '')?.[0]);
    await screen.findByText('Not public: only you see which film it is.');
    expect(films()).toEqual(['Night Ferry', 'Salt']);
    await press('Move down Night Ferry');
    await waitFor(() => expect(films()).toEqual(['Salt', 'Night Ferry']));
    await press('Move up Features');
    await waitFor(() => expect(sent('arrangeBlocks')).toHaveLength(2));
    expect(sent('arrangeBlocks')).toMatchObject([
      {
        blocks: [
          { blockId: 'b1', blockFilmIds: ['p2', 'p1'] },
          { blockId: 'b2', blockFilmIds: [] },
        ],
      },
      {
        blocks: [
          { blockId: 'b2', blockFilmIds: [] },
          { blockId: 'b1', blockFilmIds: ['p2', 'p1'] },
        ],
      },
    ]);
    isRefused = true;
    await press('Move up Night Ferry');
    await seeToast('We failed to save the order. Please try again.');
    expect(films()).toEqual(['Salt', 'Night Ferry']);
  });

  test('blocks are added and deleted, films are replaced and taken out [FES-04:desk]', async () => {
    const { sent } = await open(opening, {
      saveBlock: () => ({ event: { ...opening, blocks: [...opening.blocks, { id: 'b3', name: 'Late' }] } }),
      deleteBlock: () => ({ event: { ...opening, blocks: opening.blocks.slice(0, 1) } }),
      deleteBlockFilm: refusing(Code.Internal, { reason: '', message: '' }),
      listMyFilms: () => ({ films: [{ film: { id: 'c', filmTitle: 'Tin Roof' } }] }),
      saveBlockFilm: () => ({ event: opening }),
    });
    await screen.findByText('Shorts');
    await press('Add block');
    expect(await screen.findByText('Please enter a name of 2 to 90 characters.')).toBeTruthy();
    await type('Name of a new block', 'Late');
    await press('Add block');
    expect(await screen.findByRole('heading', { name: 'Late' })).toBeTruthy();
    expect((screen.getByLabelText('Name of a new block') as HTMLInputElement).value).toBe('');
    expect(sent('saveBlock')).toMatchObject([{ eventId: 'e1', blockId: '', name: 'Late' }]);

    const films = () => within(screen.getByRole('list', { name: 'Films of Shorts' }));
    await doing(() => fireEvent.click(films().getAllByRole('button', { name: 'Delete' })[0] as HTMLElement));
    await seeToast('Failed to delete block film');
    await doing(() => fireEvent.click(films().getAllByRole('button', { name: 'Replace' })[1] as HTMLElement));
    await press('Replace film');
    expect(await screen.findByText('Please select a film')).toBeTruthy();
    expect(sent('saveBlockFilm')).toEqual([]);
    await doing(() => fireEvent.click(films().getAllByRole('button', { name: 'Replace' })[1] as HTMLElement));
    expect(screen.queryByRole('button', { name: 'Replace film' })).toBeNull();
    await doing(() => fireEvent.click(screen.getAllByRole('button', { name: 'Delete block' })[1] as HTMLElement));
    await waitFor(() => expect(screen.queryByRole('heading', { name: 'Features' })).toBeNull());
    expect(sent('deleteBlock')).toMatchObject([{ eventId: 'e1', blockId: 'b2' }]);
  });

  test('one’s own films are put into a block, any by staff; a failure keeps the choice [FES-04:desk]', async () => {
    const tin = { films: [{ film: { id: 'c', filmTitle: 'Tin Roof' } }] };
    let isUp = false;
    const saveBlockFilm = () => (isUp ? { event: opening } : failing());
    const films = { listMyFilms: () => tin, listAllFilms: () => tin, saveBlockFilm };
    const choose = async (label: string) => {
      const block = within(screen.getByRole('heading', { name: 'Shorts' }).closest('article') as HTMLElement);
      await doing(() => fireEvent.click(block.getByRole('button', { name: 'Add a film' })));
      await press(`Show ${label}`);
      const typed = { target: { value: 'Ti' }, inputType: 'insertText' };
      await doing(() => fireEvent.input(screen.getByLabelText(label), typed));
      const option = await screen.findByRole('option', { name: 'Tin Roof' });
      await doing(() => fireEvent.click(option));
    };
    const own = await open(opening, films);
    await screen.findByText('Shorts');
    await choose('One of your films');
    await press('Add film');
    expect(await screen.findByText('We failed to save the film. Please try again.')).toBeTruthy();
    isUp = true;
    await press('Add film');
    await waitFor(() => expect(screen.queryByRole('button', { name: 'Add film' })).toBeNull());
    expect(own.sent('saveBlockFilm').at(-1)).toMatchObject({
      eventId: 'e1',
      blockId: 'b1',
      blockFilmId: '',
      filmId: 'c',
    });
    expect(own.sent('listMyFilms')).toMatchObject([{ query: 'Ti', pageSize: 8 }]);
    expect(own.sent('listAllFilms')).toEqual([]);
    const staff = await open({ ...opening, status: EventStatus.DRAFT }, films, [Role.ADMIN]);
    await screen.findByText('Shorts');
    await choose('Film');
    expect(staff.sent('listAllFilms')).toMatchObject([{ query: 'Ti', pageSize: 8 }]);
    expect(staff.sent('listMyFilms')).toEqual([]);
    await press('Cancel');
    expect(screen.queryByRole('button', { name: 'Add film' })).toBeNull();
    expect(staff.sent('saveBlockFilm')).toEqual([]);
  });

  test('awards have a category and are won or not; what could not be saved or removed stays [FES-07:desk]', async () => {
    const record = { id: 'w1', filmId: 'a', filmTitle: 'Night Ferry', category: 'Sound', winner: false };
    const { sent } = await open(
      { ...opening, awardRecords: [record] },
      { saveEventAward: failing, deleteEventAward: failing },
    );
    expect(await screen.findByText('Sound · Nominated')).toBeTruthy();
    expect(screen.queryByText('No awards yet')).toBeNull();
    await press('Remove');
    await seeToast('We failed to remove the award. Please try again.');
    expect(screen.getByRole('button', { name: 'Remove' }).getAttribute('aria-busy')).toBeNull();
    await type('Film', 'b');
    await type(/^Category/, 'Picture');
    await press('Winner', 'switch');
    await press('Add award');
    expect(await screen.findByText('We failed to save the award. Please try again.')).toBeTruthy();
    expect((screen.getByLabelText(/^Category/) as HTMLInputElement).value).toBe('Picture');
    expect(sent('saveEventAward')).toMatchObject([{ awardId: '', filmId: 'b', category: 'Picture', winner: false }]);
    await open({ ...opening, blocks: [] }, {});
    expect(await screen.findByText('Put films into a block to award them.')).toBeTruthy();
    expect(screen.getByText(/^No blocks yet\./)).toBeTruthy();
  });

  test('awards are given to films of the event [FES-07:desk]', async () => {
    const record = { id: 'w1', filmId: 'a', filmTitle: 'Night Ferry', category: '', winner: true };
    const { sent } = await open(opening, {
      saveEventAward: () => ({ event: { ...opening, awardRecords: [record] } }),
      deleteEventAward: () => ({ event: opening }),
    });
    await screen.findByText('No awards yet');
    await press('Add award');
    expect(await screen.findByText('Please select a film')).toBeTruthy();
    await type('Film', 'a');
    await press('Add award');
    expect(await screen.findByText('Official selection · Winner')).toBeTruthy();
    expect((screen.getByLabelText('Film') as HTMLSelectElement).value).toBe('');
    expect(sent('saveEventAward')).toMatchObject([{ eventId: 'e1', filmId: 'a', category: '', winner: true }]);
    await press('Remove');
    expect(await screen.findByText('No awards yet')).toBeTruthy();
  });
});
