import { type FilmCard, ProjectType } from '@marquee/contracts/film/v1/film_pb';
import { type Answers, failing, inTurn } from '@marquee/testing/answer-calls';
import { aFilmCard, FILM_ID } from '@marquee/testing/contract-messages';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { useLocation } from 'react-router';
import { address, doing, later, press, showPage, type } from '../../testing/show-page.tsx';
import { cardView } from './card-view.ts';
import { filtersOf } from './film-filters.ts';
import { type FilmsList, FilmsPage } from './films-page.tsx';

const salt = aFilmCard();
const light = aFilmCard({ id: 'f2', filmTitle: 'Light' });

/** /films as its route shows it: the filters are those of the address. */
function Films({ loaderData }: { loaderData: FilmsList }) {
  const { search } = useLocation();
  return <FilmsPage filters={filtersOf(new URLSearchParams(search))} list={loaderData} />;
}

type Opened = { films?: FilmCard[]; answers?: Answers } & Partial<Omit<FilmsList, 'films'>>;

const openFilms = (at: string, { films = [salt], nextCursor = '', respelled, answers = {} }: Opened = {}) => {
  const list = { films: films.map(cardView), nextCursor, respelled };
  return showPage(Films, { at, path: '/films', answers, loader: () => list });
};
const titles = () =>
  within(screen.getByRole('list', { name: 'Films' }))
    .getAllByRole('link')
    .map((link) => link.getAttribute('href'));

test('the list says how many films there are and where it ends [FLM-01:list]', async () => {
  await openFilms('/films');
  expect(screen.getByRole('heading', { level: 1, name: 'All films' })).toBeTruthy();
  expect(screen.getByText('One film.')).toBeTruthy();
  expect(screen.getByText('1 film', { selector: '[role=status]' })).toBeTruthy();
  await openFilms('/films?genre=Drama', { films: [salt, light] });
  expect(screen.getByRole('heading', { level: 1, name: 'Drama' })).toBeTruthy();
  await openFilms('/films?q=sea', { films: [salt, light] });
  expect(screen.getByRole('heading', { level: 1, name: 'Search' })).toBeTruthy();
  expect(screen.getByText('All 2 films.')).toBeTruthy();
  expect(screen.getByText('2 films', { selector: '[role=status]' })).toBeTruthy();
});

test('the list is busy while another filter is looked up', async () => {
  const list = { films: [cardView(salt)], nextCursor: '' };
  const answer = later<object>();
  const first = inTurn<unknown[], unknown>(() => list, answer.answer);
  await showPage(Films, { at: '/films', path: '/films', loader: () => first() });
  const busy = () => screen.getByRole('list', { name: 'Films' }).closest('[aria-busy=true]');
  expect(busy()).toBeNull();
  await type('Genre (optional)', 'Drama');
  expect(busy()?.classList.contains('opacity-50')).toBe(true);
  await answer.resolve(list);
  await waitFor(() => expect(busy()).toBeNull());
});

test('more films keep the filters, with their places kept free until they come [FLM-01:list]', async () => {
  const answer = later<object>();
  const { sent } = await openFilms('/films?genre=Drama&type=short', {
    nextCursor: 'n1',
    answers: { listFilms: answer.answer },
  });
  expect(screen.getByText('1 or more films')).toBeTruthy();
  await press('Show more films');
  expect(screen.getByRole('button', { name: /Show more films/ }).getAttribute('aria-busy')).toBe('true');
  expect(screen.getByRole('list', { name: 'Films' }).querySelectorAll('li[aria-hidden]')).toHaveLength(6);
  await answer.resolve({ films: [light] });
  await waitFor(() => expect(titles()).toEqual([`/feed/${FILM_ID}`, '/feed/f2']));
  expect(screen.getByText('All 2 films.')).toBeTruthy();
  expect(sent('listFilms')).toEqual([
    expect.objectContaining({ genre: 'Drama', projectType: ProjectType.SHORT, cursor: 'n1', pageSize: 36 }),
  ]);
});

test('further pages follow each other, each with the cursor of the one before [FLM-01:list]', async () => {
  const page = (id: string, nextCursor: string) => () => ({ films: [aFilmCard({ id, filmTitle: id })], nextCursor });
  const listFilms = inTurn<unknown[], unknown>(page('f2', 'n2'), page('f3', ''));
  const { sent } = await openFilms('/films', { nextCursor: 'n1', answers: { listFilms: listFilms as never } });
  for (const count of [2, 3]) {
    await press('Show more films');
    await waitFor(() => expect(titles()).toHaveLength(count));
  }
  expect(sent('listFilms').map(({ cursor }) => cursor)).toEqual(['n1', 'n2']);
  expect(screen.getByText('All 3 films.')).toBeTruthy();
});

test('a further page that failed says so and is asked for again [FLM-01:list]', async () => {
  const answers = { listFilms: inTurn<unknown[], unknown>(failing, () => ({ films: [light] })) as never };
  await openFilms('/films', { nextCursor: 'n1', answers });
  await press('Show more films');
  expect((await screen.findByRole('alert')).textContent).toContain('We failed to load more films.');
  expect(screen.queryByRole('button', { name: 'Show more films' })).toBeNull();
  expect(titles()).toHaveLength(1);
  await press('Try again');
  await waitFor(() => expect(titles()).toHaveLength(2));
  expect(screen.queryByRole('alert')).toBeNull();
});

test.each([
  [['salt'], false, 'Nothing matches “saalt”. Showing results for “salt”.'],
  [['salt', 'malt'], false, 'Nothing matches “saalt”. Showing results for “salt” or “malt”.'],
  [['salt', 'malt', 'halt'], true, 'Few films match “saalt”. Also showing results for “salt”, “malt” or “halt”.'],
])('other spellings %j are named above what they found [FLM-01:list]', async (spellings, queryMatches, text) => {
  await openFilms('/films?q=saalt&genre=Drama', { respelled: { spellings, queryMatches } });
  expect(screen.getByText((_, element) => element?.matches('p') === true && element.textContent === text)).toBeTruthy();
  expect(screen.getByRole('link', { name: '“salt”' }).getAttribute('href')).toBe('/films?q=salt&genre=Drama');
  await openFilms('/films?q=saalt&genre=Drama', { films: [], respelled: { spellings, queryMatches } });
  expect(screen.queryByRole('link', { name: '“salt”' })).toBeNull();
});

test.each([
  ['/films?q=zzz', 'Try fewer words, another spelling, or remove a filter.'],
  ['/films?genre=Drama', 'Remove a filter to see more.'],
])('nothing found at %s says what helps [FLM-01:empty]', async (at, text) => {
  await openFilms(at, { films: [] });
  expect(screen.getByText('No film matches')).toBeTruthy();
  expect(screen.getByText(text)).toBeTruthy();
  expect(screen.getByRole('link', { name: 'See all films' }).getAttribute('href')).toBe('/films');
});

test('a filter goes into the address at once and keeps the others [FLM-01:filters]', async () => {
  await openFilms('/films?genre=Drama');
  await type('Length (optional)', 'short');
  await waitFor(() => expect(address()).toBe('/films?genre=Drama&type=short'));
  await type('Genre (optional)', '');
  await waitFor(() => expect(address()).toBe('/films?type=short'));
});

test('each filter in force can be removed, and all of them [FLM-01:filters]', async () => {
  await openFilms('/films?q=sea&genre=Drama');
  const list = within(screen.getByRole('list', { name: 'Active filters' }));
  expect(
    list
      .getAllByRole('link')
      .map((link) => [link.getAttribute('aria-label') ?? link.textContent, link.getAttribute('href')]),
  ).toEqual([
    ['Without “sea”', '/films?genre=Drama'],
    ['Without Drama', '/films?q=sea'],
    ['Clear all', '/films'],
  ]);
  await openFilms('/films?genre=Drama');
  expect(screen.queryByRole('link', { name: 'Clear all' })).toBeNull();
  await openFilms('/films');
  expect(screen.queryByRole('list', { name: 'Active filters' })).toBeNull();
});

test('on phones the filters open over the films and say how many are in force', async () => {
  await openFilms('/films?q=sea&genre=Drama&type=short');
  await press('Filters (2)');
  const sheet = await screen.findByRole('dialog', { name: 'Filters' });
  expect((within(sheet).getByLabelText('Genre (optional)') as HTMLSelectElement).value).toBe('Drama');
  await doing(() => fireEvent.click(within(sheet).getByRole('button', { name: 'Show the films' })));
  await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Filters' })).toBeNull());
});

test('the best match is an order only of a search', async () => {
  const orders = async (at: string) => {
    await openFilms(at);
    return [...(screen.getByLabelText('Order (optional)') as HTMLSelectElement).options].map(({ text }) => text);
  };
  expect(await orders('/films')).toEqual(['Newest first', 'By title', 'Best rated']);
  expect(await orders('/films?q=sea')).toEqual(['Best match', 'Newest first', 'By title', 'Best rated']);
});

test('#find puts the cursor into the search', async () => {
  await openFilms('/films#find');
  expect(document.activeElement).toBe(screen.getByLabelText(/^Search films/));
});
