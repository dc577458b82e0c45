import { aFilmCard } from '@marquee/testing/contract-messages';
import { fireEvent, screen } from '@testing-library/react';
import { passing, pauseTimeouts } from '../../testing/paused-timeouts.ts';
import { address, doing, showPage, type } from '../../testing/show-page.tsx';
import { cardView } from './card-view.ts';
import { filtersOf } from './film-filters.ts';
import { FilmsPage } from './films-page.tsx';

pauseTimeouts();

test('a search goes into the address after a pause, with Enter at once [FLM-01:filters]', async () => {
  const list = { films: [cardView(aFilmCard())], nextCursor: '' };
  const filters = filtersOf(new URLSearchParams('genre=Drama'));
  await showPage(<FilmsPage filters={filters} list={list} />, { at: '/films?genre=Drama' });
  await type(/^Search films/, ' s');
  await passing(200);
  await type(/^Search films/, ' sea ');
  await passing(299);
  expect(address()).toBe('/films?genre=Drama');
  await passing(1);
  expect(address()).toBe('/films?q=sea&genre=Drama');
  await type(/^Search films/, 'salt');
  await doing(() => fireEvent.submit(screen.getByRole('search')));
  expect(address()).toBe('/films?q=salt&genre=Drama');
  await passing(1_000);
  expect(address()).toBe('/films?q=salt&genre=Drama');
});
