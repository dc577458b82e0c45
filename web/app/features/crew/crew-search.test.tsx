import { aCrewEntry, aFilm, FILM_ID } from '@marquee/testing/contract-messages';
import { fireEvent, screen } from '@testing-library/react';
import { passing, pauseTimeouts } from '../../testing/paused-timeouts.ts';
import { address, doing, showPage, type } from '../../testing/show-page.tsx';
import { filmHead, filmView } from '../film/film-view.ts';
import { CrewPage } from './crew-page.tsx';
import { crewView } from './crew-view.ts';

pauseTimeouts();

const film = filmHead(filmView(aFilm()));
const at = `/feed/${FILM_ID}/crew`;

test('a search goes into the address after a pause, and Enter does not wait for it [FLM-04:search]', async () => {
  await showPage(<CrewPage film={film} query="" list={{ crew: [crewView(aCrewEntry())], nextCursor: '' }} />, {
    at,
    answers: { getFilmAccess: () => ({}) },
  });
  await type(/Search cast and crew/, ' ferry ');
  await passing(299);
  expect(address()).toBe(at);
  await passing(1);
  expect(address()).toBe(`${at}?q=ferry`);
  await type(/Search cast and crew/, 'direct');
  await doing(() => fireEvent.submit(screen.getByRole('search')));
  expect(address()).toBe(`${at}?q=direct`);
  await type(/Search cast and crew/, '');
  await doing(() => fireEvent.submit(screen.getByRole('search')));
  expect(address()).toBe(at);
});
