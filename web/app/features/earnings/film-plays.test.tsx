import { timestampFromDate } from '@bufbuild/protobuf/wkt';
import { jest } from '@jest/globals';
import { ConsumerType } from '@marquee/contracts/identity/v1/account_pb';
import type { Answers } from '@marquee/testing/answer-calls';
import { aPerson, aStudioFilm, FILM_ID } from '@marquee/testing/contract-messages';
import { screen, within } from '@testing-library/react';
import * as route from '../../routes/studio/content-stats.tsx';
import { openRoute } from '../../testing/open-route.tsx';

const maker = aPerson({ consumerType: ConsumerType.ENTERTAINMENT_PRO });
const counts = { starts: 1_200n, views: 900n, playedSeconds: 7_200n };
const countedUntil = timestampFromDate(new Date('2026-11-20T12:00:00Z'));
const open = (answers: Answers) =>
  openRoute(route, `/content/${FILM_ID}/stats`, {
    ...{ path: '/content/:filmId/stats', viewer: maker },
    answers: {
      getMyFilm: () => ({ film: aStudioFilm({ createdBy: maker.id }) }),
      listEarningDays: () => ({}),
      ...answers,
    },
  });
const rowsOf = (name: string) =>
  within(screen.getByRole('table', { name }))
    .getAllByRole('row')
    .slice(1)
    .map((row) => [...row.children].map(({ textContent }) => textContent));

test('a maker sees how often, how far, where and on what a film is watched [STU-13:plays]', async () => {
  const namedByBrowser = jest.spyOn(Intl.DisplayNames.prototype, 'of');
  await open({
    getFilmPlays: ({ toDay }: { toDay?: string }) => ({
      totals: counts,
      days: [{ day: toDay ?? '', counts }],
      countries: [
        { value: 'PT', counts },
        { value: '', counts: { starts: 3n } },
      ],
      devices: [{ value: 'PHONE', counts }],
      sources: [
        { value: 'EXTERNAL', counts },
        { value: 'HOME', counts: { starts: 2n, playedSeconds: 60n } },
        { value: '', counts: { starts: 1n } },
      ],
      reached: [4n, 4n, 2n, 1n],
      countedUntil,
    }),
    listEarningDays: ({ toDay }: { toDay?: string }) => ({ days: [{ day: toDay ?? '', totals: { earnings: 372n } }] }),
  });
  expect(screen.getAllByRole('definition').map(({ textContent }) => textContent)).toEqual([
    '1,200',
    '900',
    '2 h',
    '$3.72',
  ]);
  expect(namedByBrowser).not.toHaveBeenCalled();
  namedByBrowser.mockRestore();
  expect(rowsOf('Countries')).toEqual([
    ['Portugal', '1,200', '900', '2 h'],
    ['Unknown', '3', '0', '0 s'],
  ]);
  expect(rowsOf('Devices')).toEqual([['Phones', '1,200', '900', '2 h']]);
  expect(rowsOf('Where plays come from')).toEqual([
    ['Other sites', '1,200', '900', '2 h'],
    ['Home page', '2', '0', '1 min'],
    ['Unknown', '1', '0', '0 s'],
  ]);
  for (const name of ['Plays by day', 'Time watched by day', 'Your earnings by day']) {
    expect(screen.getByRole('img', { name })).toBeTruthy();
  }
  const files = screen.getAllByRole('link', { name: /as CSV$/ }).map((link) => link.getAttribute('href'));
  expect(files).toEqual(
    ['days', 'seconds', 'sources', 'countries', 'devices'].map(
      (of) => `/content/${FILM_ID}/stats.csv?days=30&of=${of}`,
    ),
  );
  expect(rowsOf('What part of all plays reached each position')).toEqual([
    ['0:00', '100 %'],
    ['0:01', '100 %'],
    ['0:02', '50 %'],
    ['0:03', '25 %'],
  ]);
  expect(screen.getByText(/All is counted until/)).toBeTruthy();
});

test('a film that nobody has played says so', async () => {
  await open({ getFilmPlays: () => ({ countedUntil }) });
  expect(screen.getByText('Nobody has played this film yet')).toBeTruthy();
  expect(screen.queryByRole('link', { name: /as CSV$/ })).toBeNull();
});

test('staff see what the maker of a film earned, and not as their own [STU-13:plays]', async () => {
  await open({
    getMyFilm: () => ({ film: aStudioFilm() }),
    getFilmPlays: () => ({ countedUntil }),
    listEarningDays: ({ toDay }: { toDay?: string }) => ({ days: [{ day: toDay ?? '', totals: { earnings: 372n } }] }),
  });
  expect(screen.getByText('$3.72', { selector: 'dd' }).previousElementSibling?.textContent).toBe('Earnings');
  expect(screen.getByRole('img', { name: 'Earnings by day' })).toBeTruthy();
  expect(screen.queryByText(/^Your earnings/)).toBeNull();
});
