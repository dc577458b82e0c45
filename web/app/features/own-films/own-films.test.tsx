import { timestampFromDate } from '@bufbuild/protobuf/wkt';
import { Code } from '@connectrpc/connect';
import { RecommendationReason } from '@marquee/contracts/film/v1/recommendations_pb';
import { type Answers, answerCalls, failing, inTurn, refusing } from '@marquee/testing/answer-calls';
import { aFilmCard, aPerson } from '@marquee/testing/contract-messages';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { RouterContextProvider } from 'react-router';
import { api, createApi, site } from '../../api/context.ts';
import { viewerContext } from '../../api/viewer.ts';
import * as diary from '../../routes/own-films/diary.tsx';
import * as diaryCsvRoute from '../../routes/own-films/diary-csv.ts';
import * as favourites from '../../routes/own-films/favourites.tsx';
import * as library from '../../routes/own-films/library.tsx';
import * as personDiary from '../../routes/own-films/person-diary.tsx';
import * as watchlist from '../../routes/own-films/watchlist.tsx';
import * as watchlistCsvRoute from '../../routes/own-films/watchlist-csv.ts';
import { LoadedTwice } from '../../testing/loaded-twice.tsx';
import { openRoute, sentTo } from '../../testing/open-route.tsx';
import { address, doing, later, press, seeToast, showPage, type } from '../../testing/show-page.tsx';
import { cardView } from '../feed/card-view.ts';
import { FilmCard } from '../feed/film-card.tsx';
import { AddToDiary } from './add-to-diary.tsx';
import { DiaryPage } from './diary-page.tsx';
import { FavouritesPage } from './favourites-page.tsx';
import { ForYou } from './for-you.tsx';
import LogFilmDialog from './log-film-dialog.tsx';
import { watchlistFiltersOf } from './watchlist-filters.ts';
import { WatchlistPage } from './watchlist-page.tsx';

const user = aPerson();
const salt = aFilmCard({ id: 'f1', filmTitle: 'Salt' });
const amber = aFilmCard({ id: 'f2', filmTitle: 'Amber' });
const noFilters = watchlistFiltersOf(new URLSearchParams());
const entry = (id: string, film: typeof salt, watchedOn: string, more = {}) => ({
  ...{ id, film, watchedOn, rating: 0, rewatch: false, tags: [], reviewed: false, available: true },
  ...more,
});
const list = (entries: ReturnType<typeof entry>[], more = {}) =>
  ({ entries, nextCursor: '', shown: false, total: entries.length, ...more }) as never;

test.each([
  [library, '/library', '/library/:kind?', 'My Library', 'Your library is empty'],
  [library, '/library/short-films', '/library/:kind?', 'My Library', 'No short films yet'],
  [watchlist, '/watchlist', '/watchlist', 'Watchlist', 'Your watchlist is empty'],
  [diary, '/diary', '/diary', 'Diary', 'Your diary is empty'],
  [favourites, '/profile/edit/favourites', '/profile/edit/favourites', 'Favourite films', 'No favourites yet'],
])(
  'screen %# is for who is signed in, and leads on while it is empty [FLM-11] [FLM-14:empty]',
  async (route, at, path, title, empty) => {
    const answers: Answers = {
      listUnlockedFilms: () => ({}),
      listWatchlist: () => ({}),
      listDiary: () => ({}),
      listFavouriteFilms: () => ({}),
    };
    await openRoute(route, at, { path });
    await waitFor(() => expect(sentTo()).toBe(`/sign-in?${new URLSearchParams({ returnTo: at })}`));
    await openRoute(route, at, { path, viewer: user, answers });
    expect((await screen.findByRole('heading', { level: 1 })).textContent).toBe(title);
    expect(screen.getByText(empty)).toBeTruthy();
  },
);

test('a first page of the library that is empty is not all there is [FLM-11]', async () => {
  await openRoute(library, '/library', {
    ...{ path: '/library/:kind?', viewer: user },
    answers: { listUnlockedFilms: () => ({ nextCursor: 'c1' }) },
  });
  expect(await screen.findByRole('button', { name: 'Show more films' })).toBeTruthy();
  expect(screen.queryByText('Your library is empty')).toBeNull();
});

test('the library says how much is left of a film and until when it can be watched [FLM-11]', async () => {
  const day = 86_400_000;
  const until = timestampFromDate(new Date(Date.now() + 30 * day));
  const ended = timestampFromDate(new Date(Date.now() - day));
  const { sent } = await openRoute(library, '/library/feature-films', {
    ...{ path: '/library/:kind?', viewer: user },
    answers: {
      listUnlockedFilms: () => ({
        items: [
          { film: salt, expireAt: until, positionMs: 600_000, durationMs: 4_200_000 },
          { film: amber, expireAt: ended, finished: true },
        ],
      }),
    },
  });
  const films = within(await screen.findByRole('list', { name: 'Films in your library' }));
  expect(films.getByRole('link', { name: /Salt.*1 h left, until/ }).getAttribute('href')).toBe('/feed/f1');
  expect(films.getByRole('link', { name: /Amber.*Watched\. Your unlock has ended\./ })).toBeTruthy();
  expect(sent('listUnlockedFilms')).toMatchObject([{ projectType: 2, pageSize: 36 }]);
  await openRoute(library, '/library/others', { path: '/library/:kind?', viewer: user });
  expect(await screen.findByText('We could not find this page.')).toBeTruthy();
});

test.each([
  [{ positionMs: 600_000, durationMs: 4_200_000 }, /^1 h left, until Nov 20, 2099$/],
  [{ positionMs: 600_000, durationMs: 0 }, /^Until Nov 20, 2099$/],
  [{ positionMs: 0, durationMs: 4_200_000 }, /^Until Nov 20, 2099$/],
  [{ finished: true }, /^Watched\. Until Nov 20, 2099$/],
  [{ waitsForStart: true }, /^Start it by Nov 20, 2099$/],
  [{ expireAt: undefined }, /^Your unlock has ended\.$/],
])('a film of the library says how it stands: %j [FLM-11]', async (part, text) => {
  const expireAt = timestampFromDate(new Date('2099-11-20T12:00:00Z'));
  await openRoute(library, '/library', {
    ...{ path: '/library/:kind?', viewer: user },
    answers: { listUnlockedFilms: () => ({ items: [{ film: salt, expireAt, ...part }] }) },
  });
  expect(await screen.findByText(text)).toBeTruthy();
});

describe('watchlist', () => {
  const items = [
    { film: salt, available: true },
    { film: amber, available: false },
  ];
  const open = (answers: Answers) =>
    showPage(<WatchlistPage filters={noFilters} list={{ items, nextCursor: '', total: 2 } as never} />, {
      ...{ viewer: user, answers },
    });

  test('a film that is not available is kept, marked, and leads nowhere [FLM-14:watchlist]', async () => {
    await open({});
    expect(screen.getByText('2 films that you want to see.')).toBeTruthy();
    expect(screen.getByText('Not available at the moment')).toBeTruthy();
    expect(screen.queryByRole('link', { name: /Amber/ })).toBeNull();
    expect(screen.getByRole('link', { name: /Salt/ })).toBeTruthy();
  });

  test.each([
    [1, 'One film that you want to see.'],
    [1200, '1,200 films that you want to see.'],
  ])('%i films are counted as the language counts [FLM-14:watchlist]', async (total, lead) => {
    const list = { items, nextCursor: '', total } as never;
    await showPage(<WatchlistPage filters={noFilters} list={list} />, { viewer: user, answers: {} });
    expect(screen.getByText(lead)).toBeTruthy();
  });

  test('a film is taken off at once, and put back where it was [FLM-14:watchlist]', async () => {
    const { sent } = await open({ setWatchlisted: ({ watchlisted }) => ({ watchlisted }) });
    await press('Take Amber off your watchlist');
    expect(screen.queryByText('Amber')).toBeNull();
    await seeToast('Amber is off your watchlist.');
    await press('Undo');
    expect(screen.getByText('Amber')).toBeTruthy();
    await waitFor(() => expect(sent('setWatchlisted')).toHaveLength(2));
    expect(sent('setWatchlisted')[1]).toMatchObject({ filmId: 'f2', watchlisted: true, undo: true });
  });

  test('a film that could not be taken off stays [FLM-14:watchlist]', async () => {
    await open({ setWatchlisted: refusing(Code.Unavailable, { message: '' }) });
    await press('Take Salt off your watchlist');
    await seeToast('We failed to save that. Please try again.');
    expect(screen.getByRole('link', { name: /Salt/ })).toBeTruthy();
  });

  test('a film that is on it again when it is loaded again is shown [FLM-14:watchlist]', async () => {
    const loaded = () => <WatchlistPage filters={noFilters} list={{ items, nextCursor: '', total: 2 } as never} />;
    await showPage(<LoadedTwice first={loaded()} second={loaded()} />, {
      ...{ viewer: user, answers: { setWatchlisted: ({ watchlisted }) => ({ watchlisted }) } },
    });
    await press('Take Amber off your watchlist');
    expect(screen.queryByText('Amber')).toBeNull();
    await press('Load again');
    expect(screen.getByText('Amber')).toBeTruthy();
  });

  test('filters stand in the address, and leave nothing where nothing matches [FLM-14:watchlist]', async () => {
    const filters = watchlistFiltersOf(new URLSearchParams('genre=Drama'));
    const none = { items: [], nextCursor: '', total: 2 } as never;
    await showPage(<WatchlistPage filters={filters} list={none} />, { viewer: user, at: '/watchlist?genre=Drama' });
    expect(screen.getByText('No film on your watchlist matches')).toBeTruthy();
    expect(screen.getByRole('link', { name: 'See the whole watchlist' }).getAttribute('href')).toBe('/watchlist');
    const choose = async (label: RegExp, value: string) => {
      await type(label, value);
      return Object.fromEntries(new URL(address() ?? '', 'http://site').searchParams);
    };
    expect(await choose(/^Length/, 'short')).toEqual({ genre: 'Drama', type: 'short' });
    expect(await choose(/^Genre/, 'Comedy')).toEqual({ genre: 'Comedy' });
    await press('Only available films', 'checkbox');
    expect(address()).toContain('available=1');
  });

  test('it is empty once its last film is taken off, and continues while there is more [FLM-14:watchlist]', async () => {
    const last = { items: items.slice(1), nextCursor: '', total: 1 } as never;
    await showPage(<WatchlistPage filters={noFilters} list={last} />, {
      ...{ viewer: user, answers: { setWatchlisted: ({ watchlisted }) => ({ watchlisted }) } },
    });
    await press('Take Amber off your watchlist');
    expect(screen.getByText('Your watchlist is empty')).toBeTruthy();
    await showPage(<WatchlistPage filters={noFilters} list={{ ...(last as object), nextCursor: 'c1' } as never} />, {
      ...{ viewer: user, answers: { setWatchlisted: ({ watchlisted }) => ({ watchlisted }) } },
    });
    await press('Take Amber off your watchlist');
    expect(screen.getByRole('button', { name: 'Show more films' })).toBeTruthy();
    expect(screen.queryByText(/Your watchlist is empty|No film on your watchlist matches/)).toBeNull();
    expect(screen.queryByRole('list', { name: 'Films on your watchlist' })).toBeNull();
    const first = { items: items.slice(0, 1), nextCursor: 'c1', total: 2 } as never;
    let isUp = false;
    const { sent } = await showPage(<WatchlistPage filters={noFilters} list={first} />, {
      viewer: user,
      answers: { listWatchlist: () => (isUp ? { items: items.slice(1) } : failing()) },
    });
    await press('Show more films');
    expect(await screen.findByText('We failed to load more of your watchlist.')).toBeTruthy();
    isUp = true;
    await press('Try again');
    expect(await screen.findByText('All 2 films.')).toBeTruthy();
    expect(sent('listWatchlist')[0]).toMatchObject({ cursor: 'c1', pageSize: 36 });
  });

  test('the focus goes to the film beside the one that was taken off [FLM-14:watchlist]', async () => {
    await open({ setWatchlisted: ({ watchlisted }) => ({ watchlisted }) });
    await press('Take Amber off your watchlist');
    expect(document.activeElement?.closest('li')?.textContent).toContain('Salt');
  });

  test('cards show it to who is signed in, from one answer for all [FLM-14:watchlist]', async () => {
    const cards = (
      <ul>
        {[salt, amber].map((film) => (
          <FilmCard key={film.id} film={cardView(film)} />
        ))}
      </ul>
    );
    const answers: Answers = { listWatchlistIds: () => ({ filmIds: ['f2'] }), setWatchlisted: () => ({}) };
    const { sent } = await showPage(cards, { viewer: user, answers });
    const pressed = async (title: string) =>
      (await screen.findByRole('button', { name: `${title} on your watchlist` })).getAttribute('aria-pressed');
    expect([await pressed('Salt'), await pressed('Amber')]).toEqual(['false', 'true']);
    await press('Salt on your watchlist');
    expect(await pressed('Salt')).toBe('true');
    expect(sent('listWatchlistIds')).toHaveLength(1);
    expect(sent('setWatchlisted')).toMatchObject([{ filmId: 'f1', watchlisted: true }]);
    await showPage(cards);
    expect(screen.queryByRole('button')).toBeNull();
  });
});

describe('diary', () => {
  const entries = [
    entry('e1', salt, '2026-11-19', { rating: 4, rewatch: true, reviewed: true, tags: ['cinema'] }),
    entry('e2', amber, '2026-10-02', { available: false, reviewed: true }),
  ];

  test('entries stand by month, with stars, rewatch, tags and the way to the review [FLM-14:diary]', async () => {
    await showPage(<DiaryPage list={list(entries)} />, { viewer: user });
    const months = screen.getAllByRole('heading', { level: 2 }).map(({ textContent }) => textContent);
    expect(months).toEqual(['November 2026', 'October 2026']);
    const november = within(screen.getByRole('region', { name: 'November 2026' }));
    expect(november.getByRole('img', { name: '4.0 out of 5' })).toBeTruthy();
    expect(november.getByText('Rewatch')).toBeTruthy();
    expect(november.getByText('cinema')).toBeTruthy();
    // The reviews of a film that is not available lead nowhere.
    expect(screen.getByRole('link', { name: 'Review' }).getAttribute('href')).toBe('/feed/f1/comments');
    expect(screen.queryByRole('link', { name: 'Amber' })).toBeNull();
  });

  test('an entry is deleted at once and put back [FLM-14:diary]', async () => {
    const { sent } = await showPage(<DiaryPage list={list(entries)} />, {
      ...{ viewer: user, answers: { setDiaryEntryDeleted: () => ({}) } },
    });
    await press('Delete Salt');
    expect(screen.queryByText('November 2026')).toBeNull();
    await seeToast('Salt is out of your diary.');
    await press('Undo');
    expect(screen.getByText('November 2026')).toBeTruthy();
    await waitFor(() => expect(sent('setDiaryEntryDeleted')).toHaveLength(2));
    expect(sent('setDiaryEntryDeleted').map(({ deleted }) => deleted)).toEqual([true, false]);
  });

  test('an entry is changed in a dialog that keeps what was typed when saving fails [FLM-14:diary]', async () => {
    let isDown = true;
    const answers: Answers = {
      updateDiaryEntry: (request) => {
        if (isDown) return refusing(Code.Unavailable, { message: '' })() as never;
        return { entry: entry('e1', salt, request.watchedOn, { rating: request.rating, tags: request.tags }) };
      },
    };
    const { sent } = await showPage(<DiaryPage list={list(entries)} />, { viewer: user, answers });
    await press('Change Salt');
    await type('Tags (optional)', 'night, rain, ');
    await press('Save entry');
    expect(await screen.findByText('We failed to save your diary. Please try again.')).toBeTruthy();
    expect((screen.getByLabelText('Tags (optional)') as HTMLInputElement).value).toBe('night, rain, ');
    isDown = false;
    await press('Save entry');
    await seeToast('Your entry was changed.');
    expect(sent('updateDiaryEntry').at(-1)).toMatchObject({ entryId: 'e1', rating: 4, tags: ['night', 'rain'] });
    expect(screen.getByText('rain')).toBeTruthy();
  });

  test('an entry whose film does not exist any more is left out [FLM-14:diary]', async () => {
    const { film: _film, ...gone } = entry('e3', salt, '2026-11-18');
    await showPage(<DiaryPage list={list([...entries, gone as never])} />, { viewer: user });
    expect(screen.getAllByRole('button', { name: /^Delete/ })).toHaveLength(2);
  });

  test('an entry that could not be deleted or put back stands where it is, and says so [FLM-14:diary]', async () => {
    let isUp = false;
    await showPage(<DiaryPage list={list(entries)} />, {
      ...{ viewer: user, answers: { setDiaryEntryDeleted: () => (isUp ? {} : failing()) } },
    });
    await press('Delete Salt');
    await seeToast('We failed to delete that. Please try again.');
    expect(screen.getByText('November 2026')).toBeTruthy();
    isUp = true;
    await press('Delete Salt');
    await seeToast('Salt is out of your diary.');
    isUp = false;
    await press('Undo');
    await seeToast('We failed to put that back. Please try again.');
    expect(screen.queryByText('November 2026')).toBeNull();
  });

  test('a change is taken back with all that stood there before, or says that it failed [FLM-14:diary]', async () => {
    let isUp = true;
    let loads = 0;
    const answers: Answers = {
      updateDiaryEntry: ({ watchedOn, rating, tags }) =>
        isUp ? { entry: entry('e1', salt, watchedOn, { rating, tags }) } : failing(),
    };
    const { sent } = await showPage(() => <DiaryPage list={list(entries)} />, {
      ...{ viewer: user, answers, loader: () => ({ loads: ++loads }) },
    });
    const change = async (day: string) => {
      await press('Change Salt');
      await type('Watched on', day);
      await press('Save entry');
      await waitFor(() => expect(screen.queryByRole('button', { name: 'Save entry' })).toBeNull());
    };
    await change('2026-11-19');
    expect(loads).toBe(1);
    await press('Undo');
    await waitFor(() => expect(sent('updateDiaryEntry')).toHaveLength(2));
    expect(sent('updateDiaryEntry')[1]).toMatchObject({
      ...{ entryId: 'e1', watchedOn: '2026-11-19', rating: 4, rewatch: true, tags: ['cinema'] },
    });
    await waitFor(() => expect(loads).toBe(2));
    // Another day may be in another place.
    await change('2026-10-01');
    await waitFor(() => expect(loads).toBe(3));
    isUp = false;
    await doing(() => fireEvent.click(screen.getAllByRole('button', { name: 'Undo' }).at(0) as HTMLElement));
    await seeToast('We failed to change that back. Please try again.');
  });

  test('what cannot be shown to others stays as it was [FLM-14:diary]', async () => {
    await showPage(<DiaryPage list={list(entries)} />, { viewer: user, answers: { setDiaryShown: failing } });
    await press(/Show my diary/, 'switch');
    await seeToast('We failed to save that. Please try again.');
    expect((screen.getByRole('switch') as HTMLInputElement).checked).toBe(false);
  });

  test('it continues page by page, and an empty first page is not an empty diary [FLM-14:diary]', async () => {
    let isUp = false;
    const { sent } = await showPage(<DiaryPage list={list([], { nextCursor: 'c1' })} />, {
      viewer: user,
      answers: { listDiary: () => (isUp ? list(entries) : failing()) },
    });
    expect(screen.queryByText('Your diary is empty')).toBeNull();
    await press('Show earlier entries');
    expect(await screen.findByText('We failed to load more of your diary.')).toBeTruthy();
    isUp = true;
    await press('Try again');
    expect(await screen.findByText('All 2 entries.')).toBeTruthy();
    expect(sent('listDiary')[0]).toMatchObject({ personId: '', cursor: 'c1', pageSize: 60 });
  });

  test('a film is chosen from a search and then written down [FLM-14:diary]', async () => {
    const { sent } = await showPage(<DiaryPage list={list(entries)} />, {
      viewer: user,
      answers: {
        listFilms: () => ({ films: [salt] }),
        listDiary: () => ({}),
        addDiaryEntry: () => ({ entry: entry('e9', salt, '2026-11-20') }),
      },
    });
    await press('Add a film');
    await screen.findByRole('dialog', { name: 'Which film did you watch?' });
    await press('Show Film');
    const search = (value: string) =>
      doing(() => fireEvent.input(screen.getByLabelText('Film'), { target: { value }, inputType: 'insertText' }));
    await search('S');
    expect(await screen.findByText('Type at least two letters of a title.')).toBeTruthy();
    await search('Sa');
    const option = await screen.findByRole('option', { name: /^Salt \(/ });
    expect(screen.queryByLabelText('Watched on')).toBeNull();
    await doing(() => fireEvent.click(option));
    await type('Watched on', '2026-11-20');
    await press('Add to diary');
    await seeToast('Salt is in your diary.');
    expect(sent('listFilms')).toMatchObject([{ query: 'Sa', pageSize: 8 }]);
    expect(sent('addDiaryEntry')).toMatchObject([{ filmId: 'f1', watchedOn: '2026-11-20' }]);
  });

  test('its person decides whether others see it [FLM-14:diary]', async () => {
    const { sent } = await showPage(<DiaryPage list={list(entries)} />, {
      ...{ viewer: user, answers: { setDiaryShown: ({ shown }) => ({ shown }) } },
    });
    const shows = () => screen.getByRole('switch') as HTMLInputElement;
    expect(shows().checked).toBe(false);
    await press(/Show my diary/, 'switch');
    expect(shows().checked).toBe(true);
    expect(sent('setDiaryShown')).toMatchObject([{ shown: true }]);
  });

  test('it is shown as it is when it is loaded again [FLM-14:diary]', async () => {
    const added = entry('e3', amber, '2026-12-01');
    const first = <DiaryPage list={list(entries)} />;
    const second = <DiaryPage list={list([added, ...entries], { shown: true })} />;
    await showPage(<LoadedTwice {...{ first, second }} />, {
      ...{ viewer: user, answers: { setDiaryEntryDeleted: () => ({}) } },
    });
    await press('Delete Salt');
    expect(screen.queryByText('November 2026')).toBeNull();
    await press('Load again');
    for (const month of ['December 2026', 'November 2026']) expect(screen.getByText(month)).toBeTruthy();
    expect((screen.getByRole('switch') as HTMLInputElement).checked).toBe(true);
  });

  test('"I watched this" knows a rewatch and can be taken back [FLM-14:diary]', async () => {
    const answers: Answers = {
      listDiary: () => ({ entries: [entry('e2', salt, '2026-10-02')] }),
      addDiaryEntry: () => ({ entry: entry('e9', salt, '2026-11-20') }),
      setDiaryEntryDeleted: () => ({}),
    };
    const dialog = <LogFilmDialog film={{ id: 'f1', title: 'Salt' }} open onOpenChange={() => {}} />;
    const { sent } = await showPage(dialog, { viewer: user, answers });
    const rewatch = (await screen.findByLabelText('I had seen this film before')) as HTMLInputElement;
    expect(rewatch.checked).toBe(true);
    await type('Watched on', '');
    await press('Add to diary');
    expect(await screen.findByText('Please enter a day, such as 2026-11-20.')).toBeTruthy();
    await type('Watched on', '2026-11-20');
    await type(/^Tags/, 'rain, '.padEnd(47, 'x'));
    await press('Add to diary');
    expect(await screen.findByText('A tag has at most 40 characters.')).toBeTruthy();
    expect(sent('addDiaryEntry')).toEqual([]);
    await type(/^Tags/, 'rain, night');
    await press('Add to diary');
    await seeToast('Salt is in your diary.');
    expect(sent('addDiaryEntry')).toMatchObject([{ filmId: 'f1', watchedOn: '2026-11-20', rewatch: true, rating: 0 }]);
    expect(sent('addDiaryEntry')).toMatchObject([{ tags: ['rain', 'night'] }]);
    await press('Undo');
    await waitFor(() => expect(sent('setDiaryEntryDeleted')).toMatchObject([{ entryId: 'e9', deleted: true }]));
  });

  test('"I watched this" that is taken back is said, and so is where it fails [FLM-14:diary]', async () => {
    let isUp = true;
    let changes = 0;
    const opened = { now: true };
    const dialog = (
      <LogFilmDialog
        film={{ id: 'f1', title: 'Salt' }}
        open
        onOpenChange={(open) => (opened.now = open)}
        onAdded={() => (changes += 1)}
      />
    );
    const answers: Answers = {
      listDiary: failing,
      addDiaryEntry: () => ({ entry: entry('e9', salt, '2026-11-20') }),
      setDiaryEntryDeleted: () => (isUp ? {} : failing()),
    };
    await showPage(dialog, { viewer: user, answers });
    // Of a diary that cannot be asked for, the person says whether they had seen the film.
    expect(((await screen.findByLabelText('I had seen this film before')) as HTMLInputElement).checked).toBe(false);
    await press('Add to diary');
    await seeToast('Salt is in your diary.');
    expect([opened.now, changes]).toEqual([false, 1]);
    await press('Undo');
    await seeToast('It is not in your diary any more.');
    expect(changes).toBe(2);
    isUp = false;
    await showPage(dialog, { viewer: user, answers });
    await screen.findByLabelText('I had seen this film before');
    await press('Add to diary');
    await screen.findAllByText('Salt is in your diary.');
    await doing(() => fireEvent.click(screen.getAllByRole('button', { name: 'Undo' }).at(0) as HTMLElement));
    await seeToast('We failed to take that back. Please try again from your diary.');
    expect(changes).toBe(3);
  });

  test('after a film it is one press; a failure can be tried again [FLM-14:diary]', async () => {
    let isDown = true;
    const answers: Answers = {
      listDiary: () => ({}),
      addDiaryEntry: () =>
        isDown ? (refusing(Code.Unavailable, { message: '' })() as never) : { entry: entry('e9', salt, '2026-11-20') },
    };
    await showPage(<AddToDiary filmId="f1" />, { viewer: user, answers });
    await press('Add to my diary');
    expect(await screen.findByRole('alert')).toBeTruthy();
    isDown = false;
    await press('Add to my diary');
    expect((await screen.findByRole('link', { name: 'It is in your diary' })).getAttribute('href')).toBe('/diary');
  });

  test.each([
    [[], false],
    [[entry('e2', salt, '2026-10-02')], true],
  ])(
    'after a film whose diary has %j it is a rewatch: %s; it is pending, and an error before is gone [FLM-14:diary]',
    async (before, rewatch) => {
      const added = later<object>();
      const { sent } = await showPage(<AddToDiary filmId="f1" />, {
        viewer: user,
        answers: {
          listDiary: inTurn<unknown[], object>(failing, () => ({ entries: before })),
          addDiaryEntry: added.answer,
        },
      });
      await press('Add to my diary');
      expect(await screen.findByRole('alert')).toBeTruthy();
      await press('Add to my diary');
      expect(screen.queryByRole('alert')).toBeNull();
      expect(screen.getByRole('button', { name: /Add to my diary/ }).getAttribute('aria-busy')).toBe('true');
      await added.resolve({ entry: entry('e9', salt, '2026-11-20') });
      expect(await screen.findByRole('link', { name: 'It is in your diary' })).toBeTruthy();
      expect(sent('addDiaryEntry')).toMatchObject([{ filmId: 'f1', rewatch }]);
    },
  );

  test('a diary is saved as a file once something stands in it [FLM-14:csv]', async () => {
    await showPage(<DiaryPage list={list(entries)} />, { viewer: user });
    expect(screen.getByRole('link', { name: 'Download CSV' }).getAttribute('href')).toBe('/diary.csv');
    await showPage(<DiaryPage list={list([])} />, { viewer: user });
    expect(screen.queryByRole('link', { name: 'Download CSV' })).toBeNull();
  });

  test('the diary of somebody else that is empty says so [FLM-14:diary]', async () => {
    await openRoute(personDiary, '/profile/p1/diary', {
      ...{ path: '/profile/:profileId/diary', viewer: user },
      answers: {
        getProfile: () => ({ profile: { id: 'p1', firstName: 'Mara', lastName: 'Lind' } }),
        listDiary: () => list([], { shown: true }),
      },
    });
    expect(await screen.findByText('Mara Lind has not written down a film yet.')).toBeTruthy();
  });

  test('the diary of somebody else can be read and not changed; one that is not shown is not there [FLM-14:diary]', async () => {
    const options = { path: '/profile/:profileId/diary', viewer: user };
    const profile = { id: 'p1', firstName: 'Mara', lastName: 'Lind' };
    await openRoute(personDiary, '/profile/p1/diary', {
      ...options,
      answers: { getProfile: () => ({ profile }), listDiary: () => list(entries, { shown: true }) },
    });
    expect(await screen.findByText('What Mara Lind watched.')).toBeTruthy();
    expect(screen.queryByRole('button', { name: /Delete|Change/ })).toBeNull();
    const message = 'This diary is not shown to others.';
    await openRoute(personDiary, '/profile/p1/diary', {
      ...options,
      answers: {
        getProfile: () => ({ profile }),
        listDiary: refusing(Code.NotFound, { reason: 'DIARY_NOT_SHOWN', message }),
      },
    });
    expect(await screen.findByText(message)).toBeTruthy();
  });
});

test('favourites are put in order and removed, each saved at once [FLM-14:favourites]', async () => {
  const { sent } = await showPage(<FavouritesPage films={[cardView(salt), cardView(amber)]} />, {
    ...{ viewer: user, answers: { setFavouriteFilms: () => ({}) } },
  });
  await press('Move down Salt');
  await press('Remove Amber');
  await seeToast('Amber is not among your favourites any more.');
  await press('Undo');
  await waitFor(() => expect(sent('setFavouriteFilms')).toHaveLength(3));
  expect(sent('setFavouriteFilms').map(({ filmIds }) => filmIds)).toEqual([['f2', 'f1'], ['f1'], ['f2', 'f1']]);
});

test('a favourite that could not be removed stays, and nothing says that it is gone [FLM-14:favourites]', async () => {
  await showPage(<FavouritesPage films={[cardView(salt)]} />, {
    ...{ viewer: user, answers: { setFavouriteFilms: failing } },
  });
  await press('Remove Salt');
  await seeToast('We failed to save your favourites. Please try again.');
  expect(screen.getByRole('button', { name: 'Remove Salt' })).toBeTruthy();
  expect(screen.queryByText('Salt is not among your favourites any more.')).toBeNull();
});

test('a favourite is found by its title and chosen once, up to four [FLM-14:favourites]', async () => {
  const find = async (title: string) => {
    await press('Show Add a film');
    const field = screen.getByLabelText('Add a film');
    await doing(() => fireEvent.input(field, { target: { value: title }, inputType: 'insertText' }));
    const option = await screen.findByRole('option', { name: new RegExp(title) });
    await doing(() => fireEvent.click(option));
  };
  const titles = ['Amber', 'Storm', 'Tide'];
  const more = titles.map((filmTitle, at) => aFilmCard({ id: `f${at + 2}`, filmTitle }));
  const { sent } = await showPage(<FavouritesPage films={[cardView(salt)]} />, {
    viewer: user,
    answers: {
      setFavouriteFilms: () => ({}),
      listFilms: ({ query }) => ({ films: [salt, ...more].filter(({ filmTitle }) => filmTitle === query) }),
    },
  });
  await find('Salt');
  expect(sent('setFavouriteFilms')).toEqual([]);
  for (const title of titles) await find(title);
  expect(sent('setFavouriteFilms').at(-1)).toMatchObject({ filmIds: ['f1', 'f2', 'f3', 'f4'] });
  expect(screen.getByText('You have chosen four films. Remove one to choose another.')).toBeTruthy();
  expect(screen.queryByRole('combobox')).toBeNull();
});

describe('files', () => {
  const read = async (route: { loader: (args: never) => Promise<Response> }, answers: Answers) => {
    const context = new RouterContextProvider();
    const { transport, sent } = answerCalls(answers);
    context.set(
      api,
      createApi(() => transport),
    );
    context.set(site, { publicUrl: 'https://marquee.example/', language: 'en' });
    context.set(viewerContext, { accountId: user.id } as never);
    const url = new URL('https://marquee.example/diary.csv');
    const answer = (await route.loader({ context, url } as never)) as Response;
    for (const asked of [...sent('listDiary'), ...sent('listWatchlist')])
      expect(asked).toMatchObject({ pageSize: 100 });
    return answer;
  };

  test('a diary and a watchlist are saved whole with the columns of Letterboxd, formulas as text [FLM-14:csv]', async () => {
    const formula = aFilmCard({ id: 'f3', filmTitle: '=HYPERLINK("https://evil.example")', releaseYear: 2024 });
    const pages: Record<string, object> = {
      '': {
        entries: [entry('e1', salt, '2026-11-19', { rating: 4, rewatch: true, tags: ['cinema', 'a, b'] })],
        nextCursor: 'c',
      },
      c: { entries: [entry('e2', formula, '2026-10-02', { tags: ['@here'] })] },
    };
    const answer = await read(diaryCsvRoute, { listDiary: ({ cursor }) => pages[cursor] as never });
    expect(answer.headers.get('content-disposition')).toBe('attachment; filename="diary.csv"');
    expect(answer.headers.get('cache-control')).toBe('no-store');
    expect((await answer.text()).trimEnd().split('\n')).toEqual([
      'Date,Name,Year,Letterboxd URI,Rating,Rewatch,Tags,Watched Date',
      `2026-11-19,Salt,${salt.releaseYear},https://marquee.example/feed/f1,4,Yes,"cinema, a, b",2026-11-19`,
      `2026-10-02,"'=HYPERLINK(""https://evil.example"")",2024,https://marquee.example/feed/f3,,,'@here,2026-10-02`,
    ]);
    const addedAt = timestampFromDate(new Date('2026-11-01T10:00:00Z'));
    const films = await read(watchlistCsvRoute, { listWatchlist: () => ({ items: [{ film: salt, addedAt }] }) });
    expect(await films.text()).toContain(`2026-11-01,Salt,${salt.releaseYear},https://marquee.example/feed/f1\n`);
  });

  test('files are for who is signed in [FLM-14:csv]', async () => {
    for (const [route, path] of [
      [diaryCsvRoute, '/diary.csv'],
      [watchlistCsvRoute, '/watchlist.csv'],
    ] as const) {
      const module = { default: () => null, loader: route.loader };
      await openRoute(module, path, { path });
      await waitFor(() => expect(sentTo()).toBe(`/sign-in?${new URLSearchParams({ returnTo: path })}`));
    }
  });
});

test('home shows what is next and what may please, with the reason; nothing of it to visitors [FLM-15]', async () => {
  const answers: Answers = {
    listWatchlistIds: () => ({}),
    listWatchlist: () => ({ items: [{ film: amber, available: true }] }),
    listRecommendations: () => ({
      items: [{ film: salt, reason: RecommendationReason.LIKED, becauseFilmId: 'f9', becauseTitle: 'The Quarry' }],
    }),
  };
  const { sent } = await showPage(<ForYou />, { viewer: user, answers });
  expect(await screen.findByText('Because you liked The Quarry')).toBeTruthy();
  const next = within(await screen.findByRole('region', { name: 'Next up' }));
  expect(next.getByRole('link', { name: /Amber/ })).toBeTruthy();
  for (const list of ['listWatchlist', 'listRecommendations'] as const)
    expect(sent(list)).toMatchObject([{ pageSize: 18 }]);
  const visitor = await showPage(<ForYou />, { answers });
  expect(visitor.sent('listRecommendations')).toEqual([]);
  await showPage(<ForYou />, { viewer: user, answers: {} });
  expect(screen.queryByRole('heading')).toBeNull();
});
