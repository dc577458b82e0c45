import { AssetKind, ListingStatus, ReleaseType } from '@marquee/contracts/film/v1/film_pb';
import { type Answers, failing, inTurn } from '@marquee/testing/answer-calls';
import { aPerson, aStudioFilm, FILM_ID } from '@marquee/testing/contract-messages';
import { screen, within } from '@testing-library/react';
import { later, press, showPage } from '../../testing/show-page.tsx';
import { MyContent } from './my-content.tsx';

type Entry = ReturnType<typeof aStudioFilm>;

const open = (first: Entry[], cursor = '', answers: Answers = {}) =>
  showPage(<MyContent first={first} cursor={cursor} />, { at: '/content', viewer: aPerson(), answers });

/** The cells of a film's row as wide screens show them, by the heading of their column. */
function row(title: string): Record<string, string> {
  const table = screen.getByRole('table', { name: 'My films' });
  const headings = within(table).getAllByRole('columnheader');
  const link = within(table).getAllByRole('link', { name: title })[0];
  const line = link?.closest('tr')?.cloneNode(true) as HTMLElement;
  for (const narrow of line.querySelectorAll('.md\\:hidden')) narrow.remove();
  const cells = [...line.querySelectorAll('td')].map(({ textContent }) => textContent);
  return Object.fromEntries(headings.map(({ textContent }, index) => [textContent, cells[index] ?? '']));
}

const video = [AssetKind.TRAILER_VIDEO, AssetKind.FILM_VIDEO, AssetKind.TRAILER_IMAGE, AssetKind.POSTER_IMAGE];

test('the table has a row for each film, with what the maker needs to know of it [STU-01:table]', async () => {
  await open([aStudioFilm(), aStudioFilm({ id: 'f2', filmTitle: 'Light', releaseType: ReleaseType.SCREENING })]);
  expect(row('Salt')).toEqual({
    ...{ Film: 'Salt', Status: 'APPROVED', Visibility: 'PUBLISHED', Added: 'Nov 05, 2026' },
    'Release type': 'On Demand',
  });
  expect(row('Light')['Release type']).toBe('Festival Screening');
  const links = screen.getAllByRole('link', { name: 'Salt' });
  expect(links.map((link) => link.getAttribute('href'))).toEqual([
    `/content/${FILM_ID}/edit`,
    `/content/${FILM_ID}/edit`,
  ]);
});

test.each([
  [
    'a draft without files',
    { published: false },
    { status: ListingStatus.MISSING_ASSETS, missingAssets: video },
    'MISSING ASSETStrailer video, film video, trailer image, poster image',
    'NOT PUBLISHED',
  ],
  [
    'a draft without a poster',
    { published: false },
    { status: ListingStatus.MISSING_ASSETS, missingAssets: [AssetKind.POSTER_IMAGE] },
    'MISSING ASSETSposter image',
    'NOT PUBLISHED',
  ],
  [
    'a complete draft',
    { published: false },
    { status: ListingStatus.PENDING_REVIEW },
    'PENDING REVIEW',
    'NOT PUBLISHED',
  ],
  ['a published film', {}, { status: ListingStatus.APPROVED }, 'APPROVED', 'PUBLISHED'],
  [
    'a published film that staff have not approved',
    { isApproved: false },
    { status: ListingStatus.APPROVED, awaitingApproval: true },
    'APPROVEDPublished, and waiting for our staff to approve it for the feed.',
    'PUBLISHED',
  ],
])('%s shows its status and visibility [STU-01:table]', async (_what, film, part, status, visibility) => {
  await open([aStudioFilm(film, part)]);
  expect(row('Salt')).toMatchObject({ Status: status, Visibility: visibility });
});

test('a film without a release type or a date leaves their cells empty', async () => {
  await open([aStudioFilm({ releaseType: ReleaseType.UNSPECIFIED, createdAt: undefined })]);
  expect(row('Salt')).toMatchObject({ 'Release type': '', Added: '' });
});

test('without films the first step is offered [STU-01:empty]', async () => {
  await open([]);
  expect(screen.getByText('No films yet')).toBeTruthy();
  expect(screen.queryByRole('table')).toBeNull();
  expect(screen.getByRole('link', { name: 'Create your first film' }).getAttribute('href')).toBe('/content/create');
});

test('the list says where it ends [STU-01:end]', async () => {
  await open([aStudioFilm()]);
  expect(screen.getByText('One film')).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Load more' })).toBeNull();
  await open([aStudioFilm(), aStudioFilm({ id: 'f2' })]);
  expect(screen.getByText('All 2 films')).toBeTruthy();
});

test('more films come behind those that are there, until the end [STU-01:more]', async () => {
  const answer = later<object>();
  const { sent } = await open([aStudioFilm()], 'c1', { listMyFilms: answer.answer });
  expect(screen.queryByText('One film')).toBeNull();
  await press('Load more');
  expect(screen.getByRole('button', { name: /Load more/ }).getAttribute('aria-busy')).toBe('true');
  await press(/Load more/);
  expect(sent('listMyFilms')).toEqual([expect.objectContaining({ cursor: 'c1', pageSize: 24 })]);
  await answer.resolve({ films: [aStudioFilm({ id: 'f2', filmTitle: 'Light' })] });
  expect(await screen.findByText('All 2 films')).toBeTruthy();
  expect(row('Light').Status).toBe('APPROVED');
  expect(row('Salt').Status).toBe('APPROVED');
});

test('further pages follow each other, each with the cursor of the one before [STU-01:more]', async () => {
  const page = (id: string, nextCursor: string) => () => ({ films: [aStudioFilm({ id, filmTitle: id })], nextCursor });
  const listMyFilms = inTurn<unknown[], unknown>(page('f2', 'c2'), page('f3', ''));
  const { sent } = await open([aStudioFilm()], 'c1', { listMyFilms: listMyFilms as never });
  await press('Load more');
  await screen.findAllByRole('link', { name: 'f2' });
  await press('Load more');
  expect(await screen.findByText('All 3 films')).toBeTruthy();
  expect(sent('listMyFilms').map(({ cursor }) => cursor)).toEqual(['c1', 'c2']);
});

test('a page that could not be loaded says so, and can be asked for again [STU-01:more]', async () => {
  const next = () => ({ films: [aStudioFilm({ id: 'f2', filmTitle: 'Light' })], nextCursor: '' });
  const { sent } = await open([aStudioFilm()], 'c1', {
    listMyFilms: inTurn<unknown[], unknown>(failing, next) as never,
  });
  await press('Load more');
  expect((await screen.findAllByText('Failed to load films')).length).toBeGreaterThan(0);
  expect(row('Salt').Status).toBe('APPROVED');
  await press(/Load more|Try again/);
  expect(await screen.findByText('All 2 films')).toBeTruthy();
  expect(sent('listMyFilms').map(({ cursor }) => cursor)).toEqual(['c1', 'c1']);
});
