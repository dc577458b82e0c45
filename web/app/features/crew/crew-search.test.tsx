import { aCrewEntry, aFilm, FILM_ID } from '@marquee/testing/contract-messages';
import { cleanup, fireEvent, screen } from '@testing-library/react';
import { passing, pauseTimeouts, settled } from '../../testing/paused-timeouts.ts';
import { address, doing, later, showPage, type } from '../../testing/show-page.tsx';
import { filmHead, filmView } from '../film/film-view.ts';
import { CrewPage } from './crew-page.tsx';
import { crewView } from './crew-view.ts';

pauseTimeouts();

const film = filmHead(filmView(aFilm()));
const at = `/feed/${FILM_ID}/crew`;

test('a search goes into the address after a pause, and Enter does not wait for it [FLM-04:search]', async () => {
  await showPage(
    <CrewPage film={film} query="" list={{ crew: [crewView(aCrewEntry())], nextCursor: '', byText: true }} />,
    {
      at,
      answers: { getFilmAccess: () => ({}) },
    },
  );
  await type(/Search cast and crew/, ' f');
  await passing(200);
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

const list = { crew: [crewView(aCrewEntry())], nextCursor: '', byText: true };
const busy = () => screen.getByRole('list', { name: 'Cast and crew' }).closest('[aria-busy=true]');

test('the list is busy while a search is looked up, and Enter looks once', async () => {
  const answer = later<null>();
  let loads = 0;
  const loader = () => {
    loads += 1;
    return loads > 1 ? answer.answer() : null;
  };
  await showPage(<CrewPage film={film} query="" list={list} />, {
    ...{ at, path: '/feed/:filmId/crew', loader },
    answers: { getFilmAccess: () => ({}) },
  });
  await settled();
  expect(busy()).toBeNull();
  await type(/Search cast and crew/, 'ferry');
  await doing(() => fireEvent.submit(screen.getByRole('search')));
  expect(busy()?.classList.contains('opacity-50')).toBe(true);
  await passing(1_000);
  expect(loads).toBe(2);
  await answer.resolve(null);
  await settled();
  expect(busy()).toBeNull();
});

test('a search that was typed and left looks nothing up', async () => {
  let loads = 0;
  const loader = () => {
    loads += 1;
  };
  await showPage(<CrewPage film={film} query="" list={list} />, {
    ...{ at, path: '/feed/:filmId/crew', loader },
    answers: { getFilmAccess: () => ({}) },
  });
  await settled();
  await type(/Search cast and crew/, 'ferry');
  cleanup();
  await passing(1_000);
  expect(loads).toBe(1);
});

test('the search of a preview stays in the preview', async () => {
  await showPage(<CrewPage film={{ ...film, preview: true }} query="" list={list} />, {
    ...{ at, answers: { getFilmAccess: () => ({}) } },
  });
  await type(/Search cast and crew/, 'ferry');
  await passing(300);
  expect(address()).toBe(`${at}?preview=1&q=ferry`);
});
