import { create } from '@bufbuild/protobuf';
import { EventStatus } from '@marquee/contracts/festival/v1/programme_pb';
import { type Submission, SubmissionSchema, SubmissionState } from '@marquee/contracts/festival/v1/submissions_pb';
import { type Answers, failing, inTurn } from '@marquee/testing/answer-calls';
import { FILM_ID } from '@marquee/testing/contract-messages';
import { screen, within } from '@testing-library/react';
import type { Page } from '../../data/use-more.ts';
import { press, showPage } from '../../testing/show-page.tsx';
import type { EventView } from '../programme/event-view.ts';
import { anEvent } from '../programme/testing/an-event.ts';
import { FilmFestivals } from './film-festivals.tsx';

const page = <Item,>(items: Item[], nextCursor = ''): Page<Item> => ({ items, nextCursor });
const submission = (id: string, more: object = {}) =>
  create(SubmissionSchema, {
    ...{ id, filmTitle: 'Salt', festivalName: 'Lumen', festivalId: 'f1', callId: 'c1', callTitle: id },
    ...{ categoryName: 'Short', submissionState: SubmissionState.SUBMITTED, ...more },
  });
const open = (events: Page<EventView>, submissions: Page<Submission> | undefined, answers: Answers = {}) =>
  showPage(<FilmFestivals filmId={FILM_ID} events={events} submissions={submissions} />, { answers });

test('events that show a film have their time, place, festival, blocks and awards [STU-03:festivals]', async () => {
  const award = { filmId: FILM_ID, title: 'Salt', category: '', winner: false };
  const night = anEvent({
    id: 'e1',
    blocks: [{ id: 'b1', name: 'Shorts', films: [] }],
    awards: [
      { ...award, id: 'w1', category: 'Best sound', winner: true },
      { ...award, id: 'w2' },
    ],
  });
  const online = anEvent({ id: 'e2', name: 'Matinee', isVirtual: true, venue: undefined, status: 'CANCELLED' });
  await open(page([night, online]), page([]));
  const [first, second] = screen.getAllByRole('article').map((article) => within(article));
  expect(first?.getByRole('link', { name: 'Opening night' }).getAttribute('href')).toBe('/events/e1');
  expect(first?.getByRole('link', { name: 'Lumen' }).getAttribute('href')).toBe('/festivals/lumen');
  for (const text of [/20:00|8:00/, 'Lumen Hall, Lisbon', 'Shorts']) expect(first?.getByText(text)).toBeTruthy();
  const awards = within(first?.getByRole('list', { name: 'Awards' }) as HTMLElement).getAllByRole('listitem');
  expect(awards.map(({ textContent }) => textContent)).toEqual([
    'Best sound · Winner',
    'Official selection · Nominated',
  ]);
  for (const text of ['Online', 'Cancelled']) expect(second?.getByText(text)).toBeTruthy();
  expect(second?.queryByRole('list', { name: 'Awards' })).toBeNull();
  expect(screen.getByText('These are all events that show the film.')).toBeTruthy();
});

test('a film in no programme and no call leads to festivals [STU-03:festivals-empty]', async () => {
  await open(page([]), page([]));
  expect(screen.getByText('In no programme yet')).toBeTruthy();
  expect(screen.getByText('No submissions yet')).toBeTruthy();
  expect(screen.getByRole('link', { name: 'Find a festival' }).getAttribute('href')).toBe('/festivals');
});

test('more events that could not be loaded are asked for again, up to the end [STU-03:festivals-more]', async () => {
  const more = () => ({
    events: [{ id: 'e2', name: 'Matinee', festivalName: 'Lumen', status: EventStatus.PUBLISHED, timeZone: 'UTC' }],
  });
  const start = { startTime: { seconds: 1_800_000_000n }, endTime: { seconds: 1_800_003_600n } };
  const last = () => ({ events: more().events.map((event) => ({ ...event, ...start })) });
  const { sent } = await open(page([anEvent()], 'n1'), page([]), {
    listMyFilmEvents: inTurn<unknown[], unknown>(failing, last) as never,
  });
  await press('More events');
  expect(await screen.findByText('We failed to load more events.')).toBeTruthy();
  await press('Try again');
  expect(await screen.findByRole('link', { name: 'Matinee' })).toBeTruthy();
  expect(screen.getByText('These are all events that show the film.')).toBeTruthy();
  expect(sent('listMyFilmEvents')).toMatchObject([
    { filmId: FILM_ID, cursor: 'n1' },
    { filmId: FILM_ID, cursor: 'n1' },
  ]);
});

test('submissions of the film say how they stand, by pages; staff, who made none, see no list of them [STU-03:festivals]', async () => {
  const { sent } = await open(page([]), page([submission('Shorts 2027')], 'n1'), {
    listOwnSubmissions: () => ({
      submissions: [submission('Debuts', { submissionState: SubmissionState.WITHDRAWN })],
    }),
  });
  expect(screen.getByText('Submitted')).toBeTruthy();
  await press('More submissions');
  expect(await screen.findByText('Withdrawn')).toBeTruthy();
  expect(sent('listOwnSubmissions')).toMatchObject([{ filmId: FILM_ID, cursor: 'n1' }]);
  await open(page([]), undefined);
  expect(screen.queryByRole('heading', { name: 'Submissions' })).toBeNull();
});
