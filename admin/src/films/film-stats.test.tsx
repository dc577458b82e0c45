import { failing, inTurn } from '@marquee/testing/answer-calls';
import { aStudioFilm, FILM_ID } from '@marquee/testing/contract-messages';
import { screen, within } from '@testing-library/react';
import { press, showFilm } from '../testing/show.tsx';

const stats = {
  ...{ pageViews: { counted: 1_000n, shown: 2_260n }, views: { counted: 100n, shown: 226n } },
  ...{ likes: { counted: 7n, shown: 16n }, unlocks: { counted: 0n, shown: 0n } },
  ...{ blocks: { counted: 2n, shown: 5n }, reports: { counted: 5n, shown: 11n } },
  playedSeconds: { counted: 7_200n, shown: 7_920n },
  ...{ hoursCounted: 2, hoursShown: 2.2, countFactor: 2.26, durationFactor: 1.1 },
};

test('statistics stand beside what was counted, with the factors that are applied [ADF-06] [ADF-02:stats]', async () => {
  await showFilm({ getFilmStatistics: () => stats }, aStudioFilm(), 'stats');
  const table = await screen.findByRole('table', { name: 'Statistics' });
  const cells = (name: string) =>
    within(within(table).getByRole('rowheader', { name }).closest('tr') as HTMLElement)
      .getAllByRole('cell')
      .map(({ textContent }) => textContent);
  expect(cells('Views')).toEqual(['100', '× 2.26', '226']);
  expect(cells('Blocks')).toEqual(['2', '× 2.26', '5']);
  expect(cells('Reports')).toEqual(['5', '× 2.26', '11']);
  expect(cells('Seconds watched')).toEqual(['7,200', '× 1.1', '7,920']);
  expect(cells('Hours watched')).toEqual(['2', '× 1.1', '2.2']);
  expect(screen.getByText(/counts by 2\.26, time by 1\.1/)).toBeTruthy();
  const link = screen.getByRole('link', { name: 'Statistics: factor of counts' });
  expect(link.getAttribute('href')).toBe('/settings/statistics-count-factor');
  const plays = screen.getByRole('link', { name: /^plays by day/ });
  expect(plays.getAttribute('href')).toBe(`/content/${FILM_ID}/stats`);
});

test('statistics that fail to load can be tried again', async () => {
  await showFilm(
    { getFilmStatistics: inTurn<unknown[], unknown>(failing, () => stats) as never },
    aStudioFilm(),
    'stats',
  );
  await press('Try again');
  expect(await screen.findByRole('table', { name: 'Statistics' })).toBeTruthy();
});
