import { Code } from '@connectrpc/connect';
import { OrderState } from '@marquee/contracts/film/v1/checkout_pb';
import { AssetKind } from '@marquee/contracts/film/v1/film_pb';
import { failing, inTurn, refusing } from '@marquee/testing/answer-calls';
import { aCrewEntry, aFilmAsset, aReview, aStudioFilm, FILM_ID } from '@marquee/testing/contract-messages';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { closed, doing, later, press, show, showFilm } from '../testing/show.tsx';

const at = `/content/${FILM_ID}`;

test('a film has its tabs; the open one is in the address [ADF-02:first]', async () => {
  const { address } = await showFilm({ listFilmReviews: () => ({ reviews: [] }) });
  const tabs = await screen.findAllByRole('tab');
  expect(tabs.map(({ textContent }) => textContent)).toEqual([
    'Details',
    'Assets',
    'Stats',
    'Events',
    'Credits',
    'Awards',
    'Sales',
    'Reviews',
    'Screenings',
    'History',
  ]);
  expect(tabs[0]?.getAttribute('aria-selected')).toBe('true');
  await press('Assets', 'tab');
  expect(address()).toBe(`${at}?tab=assets`);
  expect(screen.getByRole('region', { name: 'Film video' })).toBeTruthy();
  await press('Reviews', 'tab');
  expect(address()).toBe(`${at}?tab=reviews`);
  expect(await screen.findByText('No reviews yet')).toBeTruthy();
});

test('each tab shows its part of the film, and the ways to delete, edit and preview it stay [ADF-02]', async () => {
  const event = {
    id: 'e1',
    name: 'Opening night',
    blocks: [{ id: 'b1', name: 'Shorts', films: [{ filmId: FILM_ID }] }],
  };
  const order = { id: 'o1', filmId: FILM_ID, state: OrderState.FULFILLED, amount: 499n };
  await showFilm(
    {
      getFilmStatistics: () => ({ views: { counted: 100n, shown: 226n }, countFactor: 2.26 }),
      listFilmEvents: () => ({ events: [event] }),
      listCrew: () => ({ crew: [aCrewEntry()] }),
      listFilmSales: () => ({ sales: [{ order, accountId: 'u1', buyerName: 'Ada Lovelace' }] }),
      listFilmReviews: () => ({ reviews: [aReview()] }),
      listFilmScreenings: () => ({ screenings: [{ eventId: 'e1', tickets: 40 }] }),
    },
    aStudioFilm({}, { assets: [aFilmAsset({ kind: AssetKind.TRAILER_VIDEO })] }),
  );
  const parts = [
    ['Details', 'Details', 'A ferryman waits.'],
    ['Stats', 'Statistics', '226'],
    ['Events', 'Events', 'Opening night'],
    ['Credits', 'Credits', 'Inês Carvalho'],
    ['Sales', 'Sales', 'Ada Lovelace'],
    ['Reviews', 'Reviews', 'Go.'],
    ['Screenings', 'At events', 'Opening night'],
  ] as const;
  for (const [tab, table, text] of parts) {
    await press(tab, 'tab');
    expect([tab, (await screen.findByRole('table', { name: table })).textContent]).toEqual([
      tab,
      expect.stringContaining(text),
    ]);
    expect(screen.getAllByRole('table')).toHaveLength(1);
    for (const link of ['Edit', 'Preview']) expect(screen.getByRole('link', { name: link })).toBeTruthy();
    expect(screen.getAllByRole('button', { name: 'Delete' }).length).toBeGreaterThan(0);
  }
  await press('Assets', 'tab');
  expect(within(screen.getByRole('region', { name: 'Trailer video' })).getByText('COMPLETE')).toBeTruthy();
});

test.each([
  [{ isFree: true }, 'Free'],
  [{ isFree: false, usdCost: 499n }, '$4.99'],
  [{ isFree: false, usdCost: 0n, coinCost: 300n }, '300 coins'],
  [{ isFree: false, usdCost: 499n, coinCost: 300n }, '$4.99 or 300 coins'],
])('what a film is stands beside the decision on it: %s', async (price, shownPrice) => {
  const film = { rating: 'PG', releaseDate: '2026-11-01', runningTime: 5_520, genres: ['Drama'], ...price };
  await showFilm({ listFilmActions: () => ({}) }, aStudioFilm(film), 'history');
  const summary = await screen.findByRole('region', { name: 'What it is' });
  for (const text of [
    '2026 · 1 h 32 min · PG · Drama',
    'Directed by Ana Souto',
    'A ferryman waits.',
    ` · ${shownPrice} · Maker: Inês`,
  ])
    expect(summary.textContent).toContain(text);
  expect(within(summary).getByRole('link', { name: 'Inês Carvalho' }).getAttribute('href')).toContain('/users/');
});

test('a tab that does not exist is the first one', async () => {
  await showFilm({}, aStudioFilm(), 'nonsense');
  expect(await screen.findByRole('table', { name: 'Details' })).toBeTruthy();
});

test('Edit and Preview lead to the site, the crumbs to the list [ADF-02:first]', async () => {
  await showFilm({}, aStudioFilm({ filmTitle: 'What the River Took and Never Gave Back' }));
  expect((await screen.findByRole('link', { name: 'Preview' })).getAttribute('href')).toBe(
    `/feed/${FILM_ID}?preview=1`,
  );
  expect(screen.getByRole('link', { name: 'Edit' }).getAttribute('href')).toBe(`/content/${FILM_ID}/edit`);
  expect(screen.getByText('What the River Took…')).toBeTruthy();
  expect(document.title).toBe('What the River Took and Never Gave Back · Back office · Marquee');
});

test('while a film is on its way its place is kept', async () => {
  const answer = later<object>();
  await showFilm({ getAnyFilm: answer.answer });
  expect(screen.getByLabelText('Loading the film')).toBeTruthy();
  await answer.resolve({ film: aStudioFilm() });
  expect(await screen.findByRole('heading', { level: 1, name: 'Salt' })).toBeTruthy();
  expect(screen.queryByLabelText('Loading the film')).toBeNull();
});

test.each([Code.NotFound, Code.InvalidArgument])(
  'an unknown film (%d) is not found [ADF-02:not-found]',
  async (code) => {
    await showFilm({ getAnyFilm: refusing(code) });
    expect(await screen.findByRole('heading', { level: 1, name: 'Film Not Found' })).toBeTruthy();
    expect(screen.getByRole('link', { name: 'All films' }).getAttribute('href')).toBe('/content');
  },
);

test('a film that could not be loaded is asked for again; one that is forbidden is not shown', async () => {
  await showFilm({ getAnyFilm: inTurn<unknown[], unknown>(failing, () => ({ film: aStudioFilm() })) as never });
  expect((await screen.findByRole('alert')).textContent).toContain('Failed to load films');
  await press('Try again');
  expect(await screen.findByRole('heading', { level: 1, name: 'Salt' })).toBeTruthy();
  await showFilm({ getAnyFilm: refusing(Code.PermissionDenied) });
  expect((await screen.findByRole('alert')).textContent).toBe("You don't have access to this page.");
});

async function askToDelete() {
  await press('Delete');
  return screen.findByRole('dialog', { name: 'Delete Salt?' });
}

test('deleting a film asks first and names it; keeping it deletes nothing [ADU-09:deletes]', async () => {
  const { sent, address } = await showFilm({ removeFilm: () => ({}) });
  const first = await askToDelete();
  expect(first.textContent).toContain('This cannot be undone.');
  await doing(() => fireEvent.click(within(first).getByRole('button', { name: 'Keep' })));
  await closed();
  expect(sent('removeFilm')).toEqual([]);
  const dialog = await askToDelete();
  await doing(() => fireEvent.click(within(dialog).getByRole('button', { name: 'Delete' })));
  await waitFor(() => expect(address()).toBe('/content'));
  expect(sent('removeFilm')).toEqual([expect.objectContaining({ filmId: FILM_ID })]);
  expect(await screen.findByText('Salt was deleted.')).toBeTruthy();
});

test('a film that could not be deleted stays, and says so [ADU-09:deletes]', async () => {
  const { address } = await showFilm({ removeFilm: failing });
  const dialog = await askToDelete();
  await doing(() => fireEvent.click(within(dialog).getByRole('button', { name: 'Delete' })));
  expect(await screen.findByText('Failed to delete record')).toBeTruthy();
  expect(address()).toBe(at);
});

test('after a film was deleted the list is loaded again [ADU-09:deletes]', async () => {
  const film = aStudioFilm();
  const answers = { listAllFilms: () => ({ films: [film] }), getAnyFilm: () => ({ film }), removeFilm: () => ({}) };
  const { sent } = await show('/content', answers);
  await press('Salt', 'link');
  const dialog = await askToDelete();
  expect(sent('listAllFilms')).toHaveLength(1);
  await doing(() => fireEvent.click(within(dialog).getByRole('button', { name: 'Delete' })));
  await waitFor(() => expect(sent('listAllFilms')).toHaveLength(2));
});
