import { timestampFromDate } from '@bufbuild/protobuf/wkt';
import { ReleaseType } from '@marquee/contracts/film/v1/film_pb';
import { type Answers, failing, inTurn } from '@marquee/testing/answer-calls';
import { aStudioFilm, FILM_ID } from '@marquee/testing/contract-messages';
import { screen, within } from '@testing-library/react';
import { press, showFilm } from '../testing/show.tsx';

const at = (time: string) => timestampFromDate(new Date(time));
const cells = async (name: string) =>
  within(await screen.findByRole('table', { name }))
    .getAllByRole('row')
    .map((row) => [...row.querySelectorAll('td')].map(({ textContent }) => textContent))
    .filter((row) => row.length > 0);

const event = { id: 'e1', name: 'Opening night', festivalId: 'o1', festivalName: 'Lumen', timeZone: 'Europe/Lisbon' };
const times = { startsAt: at('2026-12-01T20:00:00Z'), endsAt: at('2026-12-01T22:00:00Z') };
const open = (answers: Answers = {}, entry = aStudioFilm()) =>
  showFilm(
    { listFilmEvents: () => ({ events: [event] }), listFilmScreenings: () => ({}), ...answers },
    entry,
    'screenings',
  );

test('a screening says when, at which festival and for how much [ADF-02:screenings]', async () => {
  const screening = { releaseType: ReleaseType.SCREENING, festivalName: 'Porto Shorts', isFree: false, usdCost: 499n };
  await open({}, aStudioFilm({ ...screening, screeningStartTime: times.startsAt }));
  const [starts, ...others] = await cells('Screenings');
  expect(starts?.[0]).toContain('Dec 01, 2026 at 08:00\u00a0PM\u00a0UTC');
  expect(others).toEqual([['Porto Shorts'], ['$4.99']]);
  const premiere = screen.getByRole('link', { name: 'Open its premiere' });
  expect(premiere.getAttribute('href')).toBe(`/feed/${FILM_ID}/premiere`);
  await open();
  expect(await screen.findByText('This film is not released as a Festival Screening.')).toBeTruthy();
  expect(await screen.findByText('No event screens this film')).toBeTruthy();
});

test('the events that screen a film say when, how many have tickets and how many watched it [ADF-02:screenings]', async () => {
  const screenings = [
    { eventId: 'e1', ...times, online: true, premiere: true, tickets: 40, watched: 31 },
    { eventId: 'e2', ...times, tickets: 2 },
  ];
  const { sent } = await open({ listFilmScreenings: () => ({ screenings }) });
  const [first, second] = await cells('At events');
  const [begins, ends] = ['08:00\u00a0PM', '10:00\u00a0PM'].map((time) =>
    expect.stringContaining(`Dec 01, 2026 at ${time}`),
  );
  expect(first).toEqual(['Opening nightLumenPremiereOnline', begins, ends, '40', '31']);
  // Festival does not name every event at once.
  expect([second?.[0], second?.[3], second?.[4]]).toEqual(['An event whose name could not be loaded', '2', '0']);
  const link = screen.getByRole('link', { name: 'Opening night' });
  expect(link.getAttribute('href')).toBe('/user/orgs/o1/events/e1');
  expect(sent('listFilmScreenings')).toMatchObject([{ filmId: FILM_ID }]);
});

test('screenings that could not be loaded can be asked for again', async () => {
  await open({ listFilmScreenings: inTurn<[], object>(failing, () => ({})) });
  expect(await screen.findByText('Failed to load screenings')).toBeTruthy();
  await press('Try again');
  expect(await screen.findByText('No event screens this film')).toBeTruthy();
});
