import { timestampFromDate } from '@bufbuild/protobuf/wkt';
import { jest } from '@jest/globals';
import { aStudioFilm } from '@marquee/testing/contract-messages';
import { screen, waitFor, within } from '@testing-library/react';
import { doing, show, showFilm } from '../testing/show.tsx';

const TITLE = 'Films with limits of place are closed to everybody';
const broken = () => ({ unreadableSince: timestampFromDate(new Date('2026-11-05T10:00:00Z')) });
const limited = aStudioFilm({}, { blockedLocations: [{ country: 'PT' }] as never });

test('while no place can be found, the first page says what is wrong, since when, what it does and what to do [WAT-03]', async () => {
  await show('/content', { listAllFilms: () => ({ films: [] }), getPlacesState: broken });
  const notice = within(await screen.findByRole('alert', { name: TITLE }));
  expect(
    notice.getByText(/^Since Nov 05, 2026 at .* or earlier, a server of the site cannot read the file/),
  ).toBeTruthy();
  expect(
    notice.getByText(/read “This film is unavailable in your region\.” at every film that is limited/),
  ).toBeTruthy();
  expect(notice.getByText(/the setting GEO_DATABASE and the alert SettingWrong say how/)).toBeTruthy();
});

test('a film that is limited to places says so too, until places are found again; another film does not ask [WAT-03]', async () => {
  jest.useFakeTimers({
    doNotFake: ['Date', 'performance', 'nextTick', 'queueMicrotask', 'setImmediate', 'setTimeout'],
  });
  let answer: object = broken();
  await showFilm({ getPlacesState: () => answer }, limited);
  expect(await screen.findByRole('alert', { name: TITLE })).toBeTruthy();
  answer = {};
  await doing(() => jest.advanceTimersByTime(60_000));
  await waitFor(() => expect(screen.queryByRole('alert', { name: TITLE })).toBeNull());
  jest.useRealTimers();

  const { sent } = await showFilm({ getPlacesState: broken });
  await screen.findByRole('table', { name: 'Details' });
  expect(sent('getPlacesState')).toEqual([]);
});

test('while all is well, or it cannot be asked, nothing is said', async () => {
  const { sent } = await show('/content', { listAllFilms: () => ({ films: [] }), getPlacesState: () => ({}) });
  await waitFor(() => expect(sent('getPlacesState')).toHaveLength(1));
  await show('/content', { listAllFilms: () => ({ films: [] }) });
  expect(await screen.findByText('No films yet')).toBeTruthy();
  expect(screen.queryByRole('alert')).toBeNull();
});
