import { Code } from '@connectrpc/connect';
import { jest } from '@jest/globals';
import { AllFilmsSort } from '@marquee/contracts/film/v1/back_office_pb';
import { ListingStatus, ReleaseType } from '@marquee/contracts/film/v1/film_pb';
import { type Answers, failing, inTurn, refusing } from '@marquee/testing/answer-calls';
import { anImage, aStudioFilm, FILM_ID } from '@marquee/testing/contract-messages';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { doing, later, press, show } from '../testing/show.tsx';

// All but timeouts.
const REAL = ['Date', 'performance', 'nextTick', 'queueMicrotask', 'setImmediate', 'setInterval'] as never[];

const salt = aStudioFilm();
const light = aStudioFilm(
  { id: 'f2', filmTitle: 'Light', releaseType: ReleaseType.SCREENING, isApproved: false },
  { awaitingApproval: true, creatorName: '' },
);
const listed = (films = [salt, light], nextCursor = '') => ({ films, nextCursor });
const open = (
  listAllFilms: NonNullable<Answers['listAllFilms']> = () => listed(),
  at = '/content',
  more: Answers = {},
) => show(at, { listAllFilms, ...more });

/** The cells of a film's row, by the heading of their column. */
async function row(title: string): Promise<Record<string, string>> {
  const table = await screen.findByRole('table', { name: 'Films' });
  const line = (await within(table).findByRole('link', { name: title })).closest('tr') as HTMLElement;
  const headings = within(table)
    .getAllByRole('columnheader')
    .map(({ textContent }) => textContent);
  const cells = [...line.querySelectorAll('td')].map(({ textContent }) => textContent);
  return Object.fromEntries(headings.map((heading, index) => [heading, cells[index] ?? '']));
}
const titles = () => screen.queryAllByRole('link', { name: /^(Salt|Light)$/ }).map(({ textContent }) => textContent);
const select = (title: string) => press(`Select ${title}`, 'checkbox');

test('/superadmin leads to the films [ADF-01]', async () => {
  const { address } = await open(undefined, '/');
  expect(await screen.findByRole('heading', { level: 1, name: 'Films' })).toBeTruthy();
  expect(address()).toBe('/content');
  expect(document.title).toBe('Films · Back office · Marquee');
});

test('films stand in a dense table, each a link to its page [ADF-01]', async () => {
  const { sent } = await open();
  expect(await row('Salt')).toMatchObject({
    ...{ Maker: 'Inês Carvalho', Status: 'APPROVED', Visibility: 'PUBLISHED', Added: 'Nov 05, 2026' },
    'Release type': 'On Demand',
  });
  expect(await row('Light')).toMatchObject({
    ...{ Maker: '–', Status: 'Awaiting approval', 'Release type': 'Festival Screening' },
  });
  expect(screen.getByRole('link', { name: 'Salt' }).getAttribute('href')).toBe(`/content/${FILM_ID}`);
  expect(screen.getByText('All 2 films')).toBeTruthy();
  expect(sent('listAllFilms')).toEqual([
    expect.objectContaining({ pageSize: 50, query: '', cursor: '', awaitingApproval: false }),
  ]);
});

test.each([
  [{ status: ListingStatus.MISSING_ASSETS, awaitingApproval: true }, 'Missing assets'],
  [{ status: ListingStatus.APPROVED, awaitingApproval: true }, 'Awaiting approval'],
  [{ status: ListingStatus.APPROVED }, 'APPROVED'],
  [{ status: ListingStatus.PENDING_REVIEW }, 'PENDING REVIEW'],
])('where a film stands: %j is %s', async (part, status) => {
  await open(() => listed([aStudioFilm({ published: false }, part)]));
  expect(await row('Salt')).toMatchObject({ Status: status, Visibility: 'NOT PUBLISHED' });
});

test('a poster comes in the smallest size that is wide enough', async () => {
  const poster = anImage({ widths: [32, 160, 640] });
  await open(() => listed([aStudioFilm({ poster })]));
  await row('Salt');
  expect(document.querySelector('img')?.getAttribute('src')).toBe('/images/i1/160.webp');
});

test('while films are on their way their rows are kept free; then one film is one film', async () => {
  const answer = later<ReturnType<typeof listed>>();
  await open(answer.answer);
  expect(document.querySelectorAll('.mantine-Skeleton-root')).toHaveLength(8);
  expect(screen.queryByRole('table')).toBeNull();
  await answer.resolve(listed([salt]));
  expect(await screen.findByText('One film')).toBeTruthy();
  expect(screen.queryByText('No films yet')).toBeNull();
  expect(document.querySelectorAll('.mantine-Skeleton-root')).toHaveLength(0);
});

test('films that could not be loaded say so, and are asked for again [ADF-01]', async () => {
  await open(inTurn<unknown[], unknown>(failing, () => listed([])) as never);
  const alert = await screen.findByRole('alert');
  expect(alert.textContent).toContain('Failed to load films');
  expect(screen.queryByText('No films yet')).toBeNull();
  await press('Try again');
  expect(await screen.findByText('No films yet')).toBeTruthy();
  expect(screen.queryByRole('alert')).toBeNull();
});

test('somebody who lost the right sees the forbidden page [ADU-11:films]', async () => {
  await open(refusing(Code.PermissionDenied));
  expect((await screen.findByRole('alert')).textContent).toBe("You don't have access to this page.");
  expect(screen.getByRole('link', { name: 'Go Home' }).getAttribute('href')).toBe('/');
  expect(screen.queryByLabelText('Search films')).toBeNull();
});

test('somebody whose session has ended signs in and comes back to the page [ADU-11:films]', async () => {
  await show('/content?show=waiting', { listAllFilms: refusing(Code.Unauthenticated) });
  expect((await screen.findByRole('alert')).textContent).toBe(
    'Your session has ended. Sign in again to continue here.',
  );
  const signIn = screen.getByRole('link', { name: 'Sign in' }).getAttribute('href');
  expect(signIn).toBe('/sign-in?returnTo=%2Fcontent%3Fshow%3Dwaiting');
});

test.each([
  ['/content', 'No films yet'],
  ['/content?q=zzz', 'No film matches your search'],
  ['/content?show=waiting', 'No film waits for approval'],
])('an empty list at %s says %s', async (at, text) => {
  await open(() => listed([]), at);
  expect(await screen.findByText(text)).toBeTruthy();
});

test('filters live in the address: an address opens them, and they change it', async () => {
  const { sent, address } = await open(undefined, '/content?q=salt&show=waiting');
  await row('Salt');
  expect(sent('listAllFilms')).toEqual([expect.objectContaining({ query: 'salt', awaitingApproval: true })]);
  expect((screen.getByLabelText('Search films') as HTMLInputElement).value).toBe('salt');
  await press('All', 'radio');
  expect(address()).toBe('/content?q=salt');
  await waitFor(() => expect(sent('listAllFilms').at(-1)).toMatchObject({ query: 'salt', awaitingApproval: false }));
  await press('Awaiting approval', 'radio');
  expect(address()).toBe('/content?q=salt&show=waiting');
});

/** The directions that the headings of the table say that it is sorted in. */
const directions = () =>
  Object.fromEntries(
    screen
      .getAllByRole('columnheader')
      .filter((heading) => heading.hasAttribute('aria-sort'))
      .map((heading) => [heading.textContent, heading.getAttribute('aria-sort')]),
  );

test('a heading sorts the films, and again the other way, in the address, the request and the heading', async () => {
  const { sent, address } = await open(undefined, '/content?q=salt');
  await row('Salt');
  const columns = ['Title', 'Maker', 'Release type', 'Visibility', 'Added'];
  const none = Object.fromEntries(columns.map((column) => [column, 'none']));
  expect(directions()).toEqual({ ...none, Added: 'descending' });
  expect(sent('listAllFilms').at(-1)).toMatchObject({ sort: AllFilmsSort.ADDED, descending: true });
  for (const [dir, descending, direction] of [
    ['', false, 'ascending'],
    ['&dir=desc', true, 'descending'],
  ] as const) {
    await press('Visibility');
    expect(address()).toBe(`/content?q=salt&sort=visibility${dir}`);
    const request = { sort: AllFilmsSort.VISIBILITY, descending, query: 'salt', cursor: '' };
    await waitFor(() => expect(sent('listAllFilms').at(-1)).toMatchObject(request));
    await row('Salt');
    expect(directions()).toEqual({ ...none, Visibility: direction });
  }
});

test('only the queue is sorted by how long films wait, the longest first; all films are not', async () => {
  const { sent, address } = await open(undefined, '/content?sort=waiting');
  await row('Salt');
  expect(Object.keys(directions())).not.toContain('Waiting');
  expect(sent('listAllFilms').at(-1)).toMatchObject({ sort: AllFilmsSort.ADDED, descending: true });
  await press('Awaiting approval', 'radio');
  await row('Salt');
  expect(directions()).toMatchObject({ Waiting: 'ascending', Added: 'none' });
  expect(sent('listAllFilms').at(-1)).toMatchObject({ sort: AllFilmsSort.WAITING, descending: false });
  await press('Waiting');
  expect(address()).toBe('/content?show=waiting&sort=waiting&dir=desc');
  await waitFor(() =>
    expect(sent('listAllFilms').at(-1)).toMatchObject({ sort: AllFilmsSort.WAITING, descending: true }),
  );
});

describe('a search', () => {
  beforeEach(() => void jest.useFakeTimers({ doNotFake: REAL }));
  afterEach(() => void jest.useRealTimers());
  const typed = (value: string) =>
    doing(() => fireEvent.change(screen.getByLabelText('Search films'), { target: { value } }));
  const passing = (ms: number) => doing(() => jest.advanceTimersByTimeAsync(ms));

  test('follows the typing after a pause, trimmed; an empty one leaves the address', async () => {
    const { sent, address } = await open();
    for (const value of [' s', ' sa', ' sal ']) {
      await typed(value);
      await passing(299);
    }
    expect(address()).toBe('/content');
    await passing(1);
    expect(address()).toBe('/content?q=sal');
    expect(sent('listAllFilms').map(({ query }) => query)).toEqual(['', 'sal']);
    await typed('');
    await passing(300);
    expect(address()).toBe('/content');
  });
});

test('/ goes to the search', async () => {
  await open();
  await row('Salt');
  await doing(() => fireEvent.keyDown(document.body, { key: '/' }));
  expect(document.activeElement).toBe(screen.getByLabelText('Search films'));
});

test('more films come behind those that are there, until the end', async () => {
  const { sent } = await open(({ cursor }) => (cursor ? listed([light]) : listed([salt], 'n1')));
  await row('Salt');
  expect(screen.queryByText(/^(One|All)\b.*film/)).toBeNull();
  await press('Load more');
  await waitFor(() => expect(titles()).toEqual(['Salt', 'Light']));
  expect(screen.getByText('All 2 films')).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Load more' })).toBeNull();
  expect(sent('listAllFilms').map(({ cursor }) => cursor)).toEqual(['', 'n1']);
});

test('a further page that failed keeps those that are there, and is asked for again [ADF-01]', async () => {
  let fails = true;
  const { sent } = await open(({ cursor }) => {
    if (!cursor) return listed([salt], 'n1');
    return fails ? failing() : listed([light]);
  });
  await row('Salt');
  await press('Load more');
  expect((await screen.findByRole('alert')).textContent).toContain('Failed to load films');
  expect(titles()).toEqual(['Salt']);
  fails = false;
  await press('Try again');
  await waitFor(() => expect(titles()).toEqual(['Salt', 'Light']));
  expect(sent('listAllFilms').map(({ cursor }) => cursor)).toEqual(['', 'n1', 'n1']);
});

test('selected films are counted, and the selection can be cleared', async () => {
  await open();
  await row('Salt');
  expect(screen.queryByRole('button', { name: 'Approve' })).toBeNull();
  await select('Salt');
  await select('Light');
  expect(screen.getByText('2 selected')).toBeTruthy();
  await select('Salt');
  expect(screen.getByText('1 selected')).toBeTruthy();
  expect((screen.getByRole('checkbox', { name: 'Select Light' }) as HTMLInputElement).checked).toBe(true);
  await press('Clear');
  expect(screen.queryByText('1 selected')).toBeNull();
  expect((screen.getByRole('checkbox', { name: 'Select Light' }) as HTMLInputElement).checked).toBe(false);
});

test('another list selects nothing', async () => {
  await open();
  await row('Salt');
  await select('Salt');
  await press('Awaiting approval', 'radio');
  await waitFor(() => expect(screen.queryByText('1 selected')).toBeNull());
});

test('approving the selected sends that flag alone for each of them, and loads the list again [ADF-03:bulk]', async () => {
  const answer = later<object>();
  const { sent } = await open(undefined, '/content', { setFilmFlags: answer.answer });
  await row('Salt');
  await select('Salt');
  await select('Light');
  await press('Approve');
  expect(screen.getByRole('button', { name: 'Approve' }).getAttribute('data-loading')).toBe('true');
  expect((screen.getByRole('button', { name: 'Clear' }) as HTMLButtonElement).disabled).toBe(true);
  await answer.resolve({});
  await waitFor(() => expect(screen.queryByText(/selected$/)).toBeNull());
  const flags = sent('setFilmFlags');
  expect(flags.map(({ filmId, isApproved }) => [filmId, isApproved])).toEqual([
    [FILM_ID, true],
    ['f2', true],
  ]);
  for (const flag of flags) {
    expect(flag).not.toHaveProperty('published');
    expect(flag).not.toHaveProperty('isFestivalWinner');
  }
  expect(new Set(flags.map(({ requestId }) => requestId)).size).toBe(2);
  await waitFor(() => expect(sent('listAllFilms')).toHaveLength(2));
});

test('an approval of many is taken back as it was made, film by film [ADF-03:bulk]', async () => {
  const approved = (id: string) => ({ film: { film: { id, version: id === 'f2' ? 8n : 5n } } });
  const setFilmFlags = ({ filmId }: { filmId: string }) => approved(filmId);
  const { sent } = await open(undefined, '/content', { setFilmFlags: setFilmFlags as never });
  await row('Salt');
  await select('Salt');
  await select('Light');
  await press('Approve');
  expect(await screen.findByText('2 films were approved.')).toBeTruthy();
  await press('Undo');
  await waitFor(() => expect(sent('setFilmFlags')).toHaveLength(4));
  expect(sent('setFilmFlags').slice(2)).toMatchObject([
    { filmId: FILM_ID, isApproved: false, expectedVersion: 5n },
    { filmId: 'f2', isApproved: false, expectedVersion: 8n },
  ]);
});

test('what could not be approved stays selected, and only that [ADF-03:bulk]', async () => {
  const message = 'This film is not complete yet.';
  const setFilmFlags = inTurn<unknown[], unknown>(refusing(Code.FailedPrecondition, { message }), () => ({}));
  await open(undefined, '/content', { setFilmFlags: setFilmFlags as never });
  await row('Salt');
  await select('Salt');
  await select('Light');
  await press('Approve');
  expect(await screen.findByText('Failed to toggle approval')).toBeTruthy();
  expect(screen.getByText(message)).toBeTruthy();
  expect(screen.getByText('One film was approved.')).toBeTruthy();
  expect(screen.getByText('1 selected')).toBeTruthy();
  expect(screen.getByRole('button', { name: 'Approve' }).getAttribute('data-loading')).toBeNull();
  expect((screen.getByRole('checkbox', { name: 'Select Salt' }) as HTMLInputElement).checked).toBe(true);
  expect((screen.getByRole('checkbox', { name: 'Select Light' }) as HTMLInputElement).checked).toBe(false);
});

test('an address that leads nowhere says so, inside the frame', async () => {
  await open(undefined, '/nowhere');
  expect(await screen.findByRole('heading', { name: 'Page Not Found' })).toBeTruthy();
  expect(screen.getByRole('link', { name: 'All films' }).getAttribute('href')).toBe('/content');
  const frame = within(screen.getByRole('navigation', { name: 'Back office' }));
  expect(frame.getByRole('link', { name: 'Films' }).getAttribute('href')).toBe('/content');
  expect(screen.getByRole('link', { name: 'Leave the back office' }).getAttribute('href')).toBe('/');
});

test('the frame marks the room that is open, and switches between light and dark', async () => {
  await open();
  await row('Salt');
  const frame = within(screen.getByRole('navigation', { name: 'Back office' }));
  const current = (name: string) => frame.getByRole('link', { name }).getAttribute('aria-current');
  expect([current('Films'), current('Users')]).toEqual(['page', null]);
  const before = document.documentElement.getAttribute('data-mantine-color-scheme');
  await press('Switch between light and dark');
  expect(document.documentElement.getAttribute('data-mantine-color-scheme')).not.toBe(before);
});

test('the first link of the frame skips to the page; on a phone the rooms open, and Escape closes them', async () => {
  await open();
  await row('Salt');
  expect(screen.getAllByRole('link')[0]?.textContent).toBe('Skip to the page');
  expect(screen.getAllByRole('link')[0]?.getAttribute('href')).toBe(`#${screen.getByRole('main').id}`);
  const menu = screen.getByRole('button', { name: 'Menu' });
  const rooms = screen.getByRole('navigation', { name: 'Back office' });
  const state = () => [menu.getAttribute('aria-expanded'), rooms.hasAttribute('data-open')];
  expect([menu.getAttribute('aria-controls'), ...state()]).toEqual([rooms.id, 'false', false]);
  await press('Menu');
  expect(state()).toEqual(['true', true]);
  await doing(() => fireEvent.keyDown(rooms, { key: 'Escape' }));
  expect(state()).toEqual(['false', false]);
});
