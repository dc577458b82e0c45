import { timestampFromDate } from '@bufbuild/protobuf/wkt';
import { RailKind } from '@marquee/contracts/film/v1/catalogue_pb';
import { ProjectType, ReleaseType } from '@marquee/contracts/film/v1/film_pb';
import { PrimaryAction as Action } from '@marquee/contracts/film/v1/watch_pb';
import { type Answers, failing, inTurn } from '@marquee/testing/answer-calls';
import { aFilmCard, anImage, aPerson, FILM_ID } from '@marquee/testing/contract-messages';
import { screen, waitFor, within } from '@testing-library/react';
import es from '../../language/generated/es.json' with { type: 'json' };
import type { Messages } from '../../language/plain-message.ts';
import { learn, speak } from '../../language/words.ts';
import { continueScript, signedInScript } from '../../layout/signed-in-script.ts';
import { address, later, press, seeToast, showPage } from '../../testing/show-page.tsx';
import { PREPARING_SIZE } from '../film/primary-action-skeleton.tsx';
import { cardView, heroView } from './card-view.ts';
import { keepRoom } from './continue-room.ts';
import { HomePage } from './home-page.tsx';
import { railHref, railTitle } from './rails.ts';

learn('es', es as unknown as Messages);
afterEach(() => speak('en'));

const salt = aFilmCard();
const light = aFilmCard({ id: 'f2', filmTitle: 'Light' });

const openHome = (
  answers: Answers = {},
  viewer?: ReturnType<typeof aPerson>,
  rails = [{ key: 'new', title: 'New', href: '/films', films: [cardView(salt), cardView(light)] }],
  hero: ReturnType<typeof heroView> | undefined = heroView(salt),
) => showPage(<HomePage hero={hero} rails={rails} />, { at: '/', viewer, answers });

const may = (action: Action) => ({ getFilmAccess: () => ({ access: { action } }) });

test.each([
  ['play', Action.WATCH, 'Watch', `/feed/${FILM_ID}/watch`],
  ['continue', Action.RESUME, 'Resume', `/feed/${FILM_ID}/watch`],
  ['see its trailer', Action.TRAILER, 'Watch the trailer', `/feed/${FILM_ID}/trailer`],
  ['get a ticket', Action.GET_TICKET, 'Get a ticket', `/feed/${FILM_ID}/premiere`],
])('the button of the large film lets a viewer %s where they may [FLM-01:hero]', async (_what, action, name, href) => {
  const { sent } = await openHome(may(action), aPerson());
  expect((await screen.findByRole('link', { name })).getAttribute('href')).toBe(href);
  expect(sent('getFilmAccess')).toEqual([expect.objectContaining({ filmId: FILM_ID })]);
  expect(screen.getByRole('link', { name: 'See the film' }).getAttribute('href')).toBe(`/feed/${FILM_ID}`);
});

test('a visitor is led to signing in by it, and back to the film; a free film is unlocked by it and plays [FLM-01:hero]', async () => {
  await openHome(may(Action.SIGN_IN));
  const signIn = await screen.findByRole('link', { name: 'Sign in to watch' });
  expect(signIn.getAttribute('href')).toContain(encodeURIComponent(`/feed/${FILM_ID}`));
  const { sent } = await openHome({ ...may(Action.UNLOCK), unlockFilm: () => ({}) }, aPerson());
  await screen.findByRole('button', { name: 'Watch free' });
  await press('Watch free');
  await waitFor(() => expect(address()).toBe(`/feed/${FILM_ID}/watch`));
  expect(sent('unlockFilm')).toEqual([expect.objectContaining({ filmId: FILM_ID })]);
});

test('access that could not be loaded is asked for again, and the way to the film stays [FLM-01:hero]', async () => {
  const watch = () => ({ access: { action: Action.WATCH } });
  await openHome({ getFilmAccess: inTurn<unknown[], unknown>(failing, watch) as never }, aPerson());
  expect(await screen.findByText('We failed to load your access to the film.')).toBeTruthy();
  expect(screen.getByRole('link', { name: 'See the film' })).toBeTruthy();
  await press('Try again');
  expect(await screen.findByRole('link', { name: 'Watch' })).toBeTruthy();
});

test('the large film that is being prepared keeps its room from the first paint, and leaves its trailer to its page', async () => {
  const hero = heroView(aFilmCard({ id: FILM_ID, preparing: true }));
  const access = later<object>();
  await openHome({ getFilmAccess: access.answer, listPreparing: () => ({}) } as never, aPerson(), [], hero);
  const placeholder = await screen.findByRole('status', { name: '' });
  expect(placeholder.textContent).toBe('Loading your access to the film');
  for (const name of PREPARING_SIZE.split(' ')) expect(placeholder.className).toContain(name);
  await access.resolve({ access: { action: Action.TRAILER, reason: 'FILM_PROCESSING', message: 'Being prepared.' } });
  const room = (await screen.findByText('Being prepared.')).parentElement as HTMLElement;
  for (const name of PREPARING_SIZE.split(' ')) expect(room.className).toContain(name);
  expect(screen.queryByRole('link', { name: 'Watch the trailer' })).toBeNull();
  expect(screen.getByRole('link', { name: 'See the film' })).toBeTruthy();
});

test('the home page has one film large, then rails that lead on [FLM-01:rails]', async () => {
  const genre = { key: 'drama', title: 'Drama', href: '/films?genre=Drama', films: [cardView(light)] };
  const other = cardView(aFilmCard({ id: 'f3', filmTitle: 'Other' }));
  await openHome({}, undefined, [{ key: 'new', title: 'New', href: '/films', films: [other] }, genre]);
  const heading = screen.getByRole('heading', { level: 1, name: 'Salt' });
  expect(within(heading).getByRole('link').getAttribute('href')).toBe(`/feed/${FILM_ID}`);
  const rails = screen.getAllByRole('heading', { level: 2 });
  expect(rails.map(({ textContent }) => textContent)).toEqual(['New', 'Drama']);
  expect(rails.map((rail) => within(rail).getByRole('link').getAttribute('href'))).toEqual([
    '/films',
    '/films?genre=Drama',
  ]);
  expect(screen.getByRole('link', { name: /^Light/ }).getAttribute('href')).toBe('/feed/f2');
  expect(within(screen.getByRole('navigation', { name: 'Genres' })).getByRole('link', { name: 'Drama' })).toBeTruthy();
});

test('a site with one film shows it large, and in no rail once more [FLM-01:rails]', async () => {
  const alone = { href: '/films', films: [cardView(salt)] };
  await openHome({}, undefined, [
    { ...alone, key: 'new', title: 'New' },
    { ...alone, key: 'drama', title: 'Drama' },
  ]);
  expect(screen.getByRole('heading', { level: 1, name: 'Salt' })).toBeTruthy();
  expect(screen.queryAllByRole('heading', { level: 2 })).toEqual([]);
});

test('the home page is in the language of its reader: titles of rails, kinds, releases, prices and genres [SET-07:home]', async () => {
  speak('es');
  const film = aFilmCard({ isFree: true, genres: ['Drama', 'Horror'] });
  const title = railTitle(RailKind.TOP_RATED, 'Top rated');
  await openHome({}, undefined, [{ key: 'top', title, href: '/films', films: [cardView(light)] }], heroView(film));
  expect(screen.getByRole('heading', { level: 2, name: 'Mejor valoradas' })).toBeTruthy();
  expect(screen.getByText(/^Largometraje · 2026 · 1 h 32 min · Drama · Terror$/)).toBeTruthy();
  expect(screen.getByText(/^A la carta · Gratis$/)).toBeTruthy();
  expect(railTitle(RailKind.GENRE, 'Horror')).toBe('Terror');
});

test('the age rating of the large film does not stand last, where it would wrap alone', async () => {
  await openHome({}, undefined, [], heroView(aFilmCard({ rating: 'PG-13', genres: ['Drama'] })));
  const line = screen.getByText('PG-13').parentElement;
  expect(line?.textContent).toBe('Age rating PG-13 Feature film\u00a0· 2026\u00a0· 1 h 32 min\u00a0· Drama');
});

test.each([
  [RailKind.GENRE, '/films?genre=Drama'],
  [RailKind.FESTIVAL_PREMIERES, '/films?release=screening'],
  [RailKind.SHORT_FILMS, '/films?type=short'],
  [RailKind.FEATURE_FILMS, '/films?type=feature'],
  [RailKind.TOP_RATED, '/films?sort=rating'],
  [RailKind.NEW, '/films'],
])('a rail of kind %d leads to %s', (kind, href) => {
  expect(railHref(kind, 'Drama')).toBe(href);
});

test('a house without films says so [FLM-01:empty]', async () => {
  await showPage(<HomePage hero={undefined} rails={[]} />);
  expect(screen.getByText('The house is dark for now')).toBeTruthy();
  expect(screen.getByRole('link', { name: 'Bring a film' }).getAttribute('href')).toBe('/content');
});

test('without a large film the rails stand alone under a heading', async () => {
  const rails = [{ key: 'new', title: 'New', href: '/films', films: [cardView(salt)] }];
  await showPage(<HomePage hero={undefined} rails={rails} />);
  expect(screen.getByRole('heading', { level: 1, name: 'Films' })).toBeTruthy();
});

const begun = (positionMs: number, durationMs = 5_400_000) => ({ film: salt, positionMs, durationMs });
const continuing = () => screen.queryByRole('heading', { name: 'Continue watching' });

test('a viewer continues where they stopped; a visitor is not asked about [FLM-15:continue]', async () => {
  const answers = { listContinueWatching: () => ({ items: [begun(2_700_000)] }) };
  const { sent } = await openHome(answers, aPerson());
  await waitFor(() => expect(continuing()).toBeTruthy());
  const card = screen.getByRole('link', { name: /45 min left/ });
  expect(card.getAttribute('href')).toBe(`/feed/${FILM_ID}/watch`);
  expect((card.querySelector('.bg-action') as HTMLElement).style.width).toBe('50%');
  expect(sent('listContinueWatching')).toEqual([expect.objectContaining({ pageSize: 12 })]);
  const visitor = await openHome(answers);
  expect(continuing()).toBeNull();
  expect(visitor.sent('listContinueWatching')).toEqual([]);
});

/** As a browser runs the script of the page before it paints. */
function beginPage({ hasBegun, isSignedIn }: { hasBegun: boolean; isSignedIn: boolean }) {
  delete document.documentElement.dataset.continues;
  delete document.documentElement.dataset.signedIn;
  if (!hasBegun) localStorage.removeItem('continues');
  // biome-ignore lint/suspicious/noDocumentCookie: the gateway sets this cookie beside the session's.
  document.cookie = `marquee-signed-in-80=1; max-age=${isSignedIn ? 60 : 0}`;
  new Function(signedInScript + continueScript)();
  return 'continues' in document.documentElement.dataset;
}

test('room for what a viewer continues is kept from the next page on, and given up when nothing is left', async () => {
  expect(beginPage({ hasBegun: false, isSignedIn: true })).toBe(false);
  await openHome({ listContinueWatching: () => ({ items: [begun(60_000)] }) }, aPerson());
  await waitFor(() => expect(continuing()).toBeTruthy());
  // Nothing that is seen has moved.
  const headings = () => screen.getAllByRole('heading', { level: 2 }).map(({ textContent }) => textContent);
  expect(headings()).toEqual(['New', 'Continue watching']);
  expect(beginPage({ hasBegun: true, isSignedIn: false })).toBe(false);
  expect(beginPage({ hasBegun: true, isSignedIn: true })).toBe(true);
  const { sent } = await openHome({ listContinueWatching: () => ({ items: [] }) }, aPerson());
  await waitFor(() => expect(sent('listContinueWatching')).toHaveLength(1));
  await waitFor(() => expect(beginPage({ hasBegun: true, isSignedIn: true })).toBe(false));
});

test('what a viewer continues is the first rail, and the next two leave its films out [FLM-15:continue]', async () => {
  keepRoom(true);
  const rails = ['a', 'b', 'c'].map((key) => ({
    ...{ key, title: `Rail ${key}`, href: '/films' },
    films: [cardView(salt), cardView(aFilmCard({ id: key, filmTitle: `Film ${key}` }))],
  }));
  const alone = { key: 'd', title: 'Alone', href: '/films', films: [cardView(salt)] };
  const answers = { listContinueWatching: () => ({ items: [begun(60_000)] }) };
  await openHome(answers, aPerson(), [alone, ...rails], heroView(light));
  await waitFor(() => expect(continuing()).toBeTruthy());
  const headings = screen.getAllByRole('heading', { level: 2 });
  expect(headings.map(({ textContent }) => textContent)).toEqual(['Continue watching', 'Rail a', 'Rail b', 'Rail c']);
  const cards = (title: string) =>
    within(screen.getByRole('region', { name: title }))
      .getAllByRole('listitem')
      .map((card) => within(card).getByRole('link').getAttribute('href'));
  expect(cards('Rail a')).toEqual(['/feed/a']);
  expect(cards('Rail b')).toEqual([`/feed/${FILM_ID}`, '/feed/b']);
});

describe('a film that is removed from what a viewer continues', () => {
  const two = { items: [begun(60_000), { film: light, positionMs: 1_000, durationMs: 60_000 }] };
  const cards = () => within(screen.getByRole('region', { name: 'Continue watching' })).queryAllByRole('listitem');
  const removing = async (answers: Answers) => {
    const shown = await openHome({ listContinueWatching: () => two, ...answers }, aPerson());
    await waitFor(() => expect(continuing()).toBeTruthy());
    await press('Remove Salt from Continue watching');
    return shown;
  };

  test('goes at once, the focus moves to the next one, and undo brings it back [FLM-15:continue]', async () => {
    const { sent } = await removing({ setProgressDismissed: () => ({}) });
    expect(cards()).toHaveLength(1);
    expect(document.activeElement?.getAttribute('href')).toBe('/feed/f2/watch');
    await seeToast('Salt is not in Continue watching any more.');
    await press('Undo');
    expect(cards()).toHaveLength(2);
    await waitFor(() => expect(sent('setProgressDismissed')).toHaveLength(2));
    expect(sent('setProgressDismissed')).toMatchObject([
      { filmId: FILM_ID, dismissed: true },
      { filmId: FILM_ID, dismissed: false },
    ]);
  });

  test('stays when that could not be saved, which is said [FLM-15:continue]', async () => {
    await removing({ setProgressDismissed: failing });
    await seeToast('We failed to remove that. Please try again.');
    expect(cards()).toHaveLength(2);
  });
});

test.each([
  [begun(5_399_000), '1 min left', '100%'],
  [begun(9_999_999, 5_400_000), '1 min left', '100%'],
  [begun(1_000, 0), '2026 · 1 h 32 min', '0%'],
])('how much is left of %j', async (item, text, width) => {
  await openHome({ listContinueWatching: () => ({ items: [item, { positionMs: 1 }] }) }, aPerson());
  await waitFor(() => expect(continuing()).toBeTruthy());
  const rail = within(continuing()?.closest('section') as HTMLElement);
  expect(rail.getAllByRole('listitem')).toHaveLength(1);
  expect(rail.getByText(text)).toBeTruthy();
  const bar = (rail.getByRole('link').querySelector('.bg-action') as HTMLElement).style.width;
  expect(Math.round(Number.parseFloat(bar))).toBe(Number.parseFloat(width));
});

test.each([
  ['nothing', () => ({ items: [] })],
  ['no answer', failing],
])('with %s to continue there is no such rail', async (_what, listContinueWatching) => {
  const { sent } = await openHome({ listContinueWatching }, aPerson());
  await waitFor(() => expect(sent('listContinueWatching')).toHaveLength(1));
  expect(continuing()).toBeNull();
});

test('a card says what there is to know: year, length, release, price, laurels', async () => {
  const priced = aFilmCard({
    isFree: false,
    usdCost: 499n,
    isFestivalWinner: true,
    releaseType: ReleaseType.SCREENING,
  });
  expect(cardView(priced)).toMatchObject({
    facts: '2026 · 1 h 32 min',
    offer: 'Festival Screening · $4.99',
    winner: true,
  });
  expect(cardView(aFilmCard({ isFree: false, usdCost: 0n, releaseYear: 0, runningTime: 0 }))).toMatchObject({
    ...{ facts: '', offer: 'On Demand' },
  });
  const older = cardView(aFilmCard({ id: 'f3', filmTitle: 'Older', releaseYear: 2020 }));
  const films = [cardView(priced), older];
  await openHome({}, undefined, [{ key: 'new', title: 'New', href: '/films', films }]);
  const card = screen.getByRole('link', { name: /2026 · 1 h 32 min/ });
  expect(card.textContent).toContain('Festival Screening · $4.99');
  expect(within(card).getByText('Festival winner')).toBeTruthy();
});

test('the large film shows its still, or else its poster', () => {
  const still = anImage({ uri: '/images/still' });
  const poster = anImage({ uri: '/images/poster' });
  expect(heroView(aFilmCard({ trailerThumbnail: still, poster })).still?.uri).toBe('/images/still');
  expect(heroView(aFilmCard({ poster })).still?.uri).toBe('/images/poster');
  expect(heroView(aFilmCard({ genres: ['a', 'b', 'c', 'd'], projectType: ProjectType.SHORT }))).toMatchObject({
    ...{ genres: ['a', 'b', 'c'], facts: 'Short film · 2026 · 1 h 32 min' },
  });
});

test('below the films stands what is next at festivals, or nothing [FES-03:home]', async () => {
  const event = {
    ...{ id: 'e1', festivalId: 'f1', festivalName: 'Lumen', name: 'Opening night', timeZone: 'Europe/Lisbon' },
    ...{ startTime: timestampFromDate(new Date('2036-12-04T20:00:00Z')), eventVirtual: true },
    endTime: timestampFromDate(new Date('2036-12-04T22:00:00Z')),
  };
  await openHome({ listUpcomingEvents: () => ({ events: [event] }) });
  const section = within(await screen.findByRole('region', { name: 'Next at festivals' }));
  expect(section.getByRole('link', { name: 'Opening night' }).getAttribute('href')).toBe('/events/e1');
  await openHome({ listUpcomingEvents: () => ({}) });
  expect(screen.queryByRole('region', { name: 'Next at festivals' })).toBeNull();
});
