import { timestampFromDate } from '@bufbuild/protobuf/wkt';
import { Code } from '@connectrpc/connect';
import { ReleaseType } from '@marquee/contracts/film/v1/film_pb';
import { PrimaryAction as Action } from '@marquee/contracts/film/v1/watch_pb';
import { Role } from '@marquee/contracts/identity/v1/account_pb';
import { type Answers, failing, inTurn, refusing } from '@marquee/testing/answer-calls';
import { aCrewEntry, aFilm, aPerson, aReview, FILM_ID } from '@marquee/testing/contract-messages';
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import { address, later, press, seeToast, showPage } from '../../testing/show-page.tsx';
import { crewView, peopleOf } from '../crew/crew-view.ts';
import { reviewView } from '../reviews/review-view.ts';
import { FilmPage } from './film-page.tsx';
import { filmView } from './film-view.ts';
import { PREPARING_ROOM, PREPARING_SIZE } from './primary-action-skeleton.tsx';

type Film = Parameters<typeof aFilm>[0];
type Shown = { film?: Film; answers?: Answers; viewer?: ReturnType<typeof aPerson>; preview?: boolean };

const access = (part: object) => () => ({ access: { valid: true, action: Action.WATCH, ...part } });

function open({ film, answers = {}, viewer, preview = false }: Shown = {}) {
  const page = (
    <FilmPage
      film={filmView(aFilm(film), preview)}
      crew={peopleOf([crewView(aCrewEntry())])}
      reviews={[reviewView(aReview())]}
      awards={[]}
    />
  );
  const all = { getFilmAccess: access({}), countPageView: () => ({}), ...answers };
  return showPage(page, { at: `/feed/${FILM_ID}`, viewer, answers: all });
}

test('the page keeps the place of the action until the right one is known [FLM-02:action]', async () => {
  const answer = later<ReturnType<ReturnType<typeof access>>>();
  await open({ answers: { getFilmAccess: answer.answer } });
  expect(screen.getByText('Loading your access to the film')).toBeTruthy();
  expect(screen.queryByRole('link', { name: 'Watch' })).toBeNull();
  await answer.resolve(access({})());
  expect((await screen.findByRole('link', { name: 'Watch' })).getAttribute('href')).toBe(`/feed/${FILM_ID}/watch`);
});

test.each([
  ['with a trailer', true],
  ['without a trailer', false],
])('a film that is being prepared, %s, keeps its room from the first paint', async (_name, hasTrailer) => {
  const answer = later<ReturnType<ReturnType<typeof access>>>();
  const answers = { getFilmAccess: answer.answer, listPreparing: () => ({}) } as Answers;
  await open({ film: { preparing: true, hasFilm: false, hasTrailer }, answers });
  const shape = (part: HTMLElement) => {
    const around = part.parentElement;
    return [around?.className, around?.childElementCount];
  };
  const placeholder = screen.getByText('Loading your access to the film').parentElement as HTMLElement;
  const kept = shape(placeholder);
  for (const name of PREPARING_SIZE.split(' ')) expect(placeholder.className).toContain(name);
  const action = hasTrailer ? Action.TRAILER : Action.NONE;
  await answer.resolve(access({ valid: false, action, reason: 'FILM_PROCESSING', message: 'Being prepared.' })());
  const room = (await screen.findByText('Being prepared.')).parentElement as HTMLElement;
  for (const name of PREPARING_SIZE.split(' ')) expect(room.className).toContain(name);
  expect(shape(room)).toEqual(kept);
  expect(kept).toEqual([PREPARING_ROOM, hasTrailer ? 2 : 1]);
});

test('access that could not be loaded says so, and is asked for again [WAT-01:page]', async () => {
  await open({ answers: { getFilmAccess: inTurn<unknown[], unknown>(failing, access({})) as never } });
  expect((await screen.findByRole('alert')).textContent).toContain('We failed to load your access to the film.');
  await press('Try again');
  expect(await screen.findByRole('link', { name: 'Watch' })).toBeTruthy();
  expect(screen.queryByRole('alert')).toBeNull();
});

test('unlocking is pending, then leads to the film; one press is one request [WAT-02:page]', async () => {
  const answer = later<object>();
  const { sent } = await open({
    viewer: aPerson(),
    answers: { getFilmAccess: access({ valid: false, action: Action.UNLOCK }), unlockFilm: answer.answer },
  });
  await press('Watch free');
  const button = screen.getByRole('button', { name: /Watch free/ });
  expect(button.getAttribute('aria-busy')).toBe('true');
  await press(/Watch free/);
  expect(sent('unlockFilm')).toHaveLength(1);
  await answer.resolve({});
  await waitFor(() => expect(address()).toBe(`/feed/${FILM_ID}/watch`));
});

test('what an unlock gives, and when the time of one ended, stands beside the action [WAT-15:page]', async () => {
  const needed = access({ valid: false, action: Action.UNLOCK });
  await open({ answers: { getFilmAccess: () => ({ ...needed(), unlockHours: 720, watchHours: 5 }) } });
  expect(await screen.findByText('Start it within 30 days. From then it is yours for 5 hours.')).toBeTruthy();
  await open({ answers: { getFilmAccess: () => ({ ...needed(), unlockHours: 72 }) } });
  expect(await screen.findByText('Yours for 72 hours.')).toBeTruthy();
  const moment = timestampFromDate(new Date('2026-11-20T12:00:00Z'));
  await open({ answers: { getFilmAccess: access({ valid: false, action: Action.UNLOCK, endedAt: moment }) } });
  expect(
    await screen.findByText(/^Your time with this film ended on Nov 20, 2026.* Unlock it again to continue\.$/),
  ).toBeTruthy();
  await open({ answers: { getFilmAccess: access({ expireAt: moment, watchSeconds: 18_000 }) } });
  expect(await screen.findByText(/^Start it by Nov 20, 2026.* From then it is yours for 5 hours\.$/)).toBeTruthy();
  await open({ answers: { getFilmAccess: access({ expireAt: moment }) } });
  expect(await screen.findByText(/^Yours until Nov 20, 2026/)).toBeTruthy();
});

test('the page says when the film can be had [WAT-15:page]', async () => {
  const at = (iso: string) => timestampFromDate(new Date(iso));
  const [past, future] = [at('2020-01-02T12:00:00Z'), at('2199-01-02T12:00:00Z')];
  await open({ film: { availableFrom: future } });
  expect(screen.getByText(/^Available from/).textContent).toContain('2199');
  await open({ film: { availableFrom: past, availableUntil: future } });
  expect(screen.getByText(/^Available until/).textContent).toContain('2199');
  await open({ film: { availableUntil: past } });
  expect(screen.getByText(/^Was available until/).textContent).toContain('2020');
  await open({ film: { availableUntil: future, releaseType: ReleaseType.SCREENING } });
  expect(screen.queryByText(/vailable until/)).toBeNull();
});

test('a preview says so where others could not watch, in this place or at this time [WAT-16]', async () => {
  const note = 'A preview: you see this film past its region and window.';
  for (const past of ['REGION_UNAVAILABLE', 'NO_LONGER_AVAILABLE']) {
    await open({ answers: { getFilmAccess: access({ preview: true, past }) } });
    expect(await screen.findByText(note)).toBeTruthy();
  }
  await open({ answers: { getFilmAccess: access({ preview: true }) } });
  await screen.findByRole('link', { name: 'Watch' });
  expect(screen.queryByText(note)).toBeNull();
});

test('a film with a price is unlocked in a pay sheet, which begins an order and unlocks nothing by itself [WAT-02:page]', async () => {
  const order = later<object>();
  const { sent } = await open({
    film: { isFree: false, usdCost: 499n },
    viewer: aPerson(),
    answers: { getFilmAccess: access({ valid: false, action: Action.UNLOCK }), openOrder: order.answer },
  });
  await press('Unlock for $4.99');
  expect(await screen.findByRole('dialog', { name: 'Unlock this film' })).toBeTruthy();
  await waitFor(() => expect(sent('openOrder')).toHaveLength(1));
  expect(sent('unlockFilm')).toHaveLength(0);
  expect(address()).toBe(`/feed/${FILM_ID}`);
});

test('an unlock that failed says so beside the button, and the next one is the same request', async () => {
  const { sent } = await open({
    viewer: aPerson(),
    answers: { getFilmAccess: access({ valid: false, action: Action.UNLOCK }), unlockFilm: failing },
  });
  await press('Watch free');
  expect((await screen.findByRole('alert')).textContent).toBe('We failed to unlock this film. Please try again later.');
  await press('Watch free');
  await waitFor(() => expect(sent('unlockFilm')).toHaveLength(2));
  const [first, second] = sent('unlockFilm');
  expect(second?.requestId).toBe(first?.requestId);
  expect(address()).toBe(`/feed/${FILM_ID}`);
});

test('a refusal of the unlock is shown in the words of the server', async () => {
  const message = 'This film is unavailable in your region.';
  await open({
    answers: {
      getFilmAccess: access({ valid: false, action: Action.UNLOCK }),
      unlockFilm: refusing(Code.FailedPrecondition, { message }),
    },
  });
  await press('Watch free');
  expect((await screen.findByRole('alert')).textContent).toBe(message);
});

const like = () => screen.getByRole('button', { name: 'Like' });
const liked = () => like().getAttribute('aria-pressed') === 'true';

test('a like shows at once and is taken back when it was not saved [FLM-13:like]', async () => {
  const answer = later<object>();
  const { sent } = await open({ viewer: aPerson(), answers: { setLike: answer.answer } });
  await waitFor(() => expect(screen.getByRole('link', { name: 'Watch' })).toBeTruthy());
  await press('Like');
  expect(liked()).toBe(true);
  expect(sent('setLike')).toEqual([expect.objectContaining({ filmId: FILM_ID, liked: true })]);
  await answer.reject(new Error('the service fails'));
  await seeToast('We failed to save that. Please try again.');
  expect(liked()).toBe(false);
});

test('who liked a film takes the like back [FLM-13:like]', async () => {
  const getFilmAccess = () => ({ ...access({})(), liked: true });
  const { sent } = await open({ viewer: aPerson(), answers: { getFilmAccess, setLike: () => ({}) } });
  await waitFor(() => expect(liked()).toBe(true));
  await press('Like');
  expect(liked()).toBe(false);
  expect(sent('setLike')).toEqual([expect.objectContaining({ liked: false })]);
});

test('a visitor who likes is asked to sign in, and nothing is sent', async () => {
  const { sent } = await open({ answers: { setLike: () => ({}) } });
  await press('Like');
  expect(await screen.findByText('Please sign in to like this film.')).toBeTruthy();
  expect(screen.getByRole('button', { name: 'Sign in' })).toBeTruthy();
  expect(liked()).toBe(false);
  expect(sent('setLike')).toEqual([]);
});

const creator = aPerson({ id: aFilm().createdBy });
const EDITORS = [
  ['a visitor', undefined, false, false],
  ['a viewer', aPerson(), false, false],
  ['its creator', creator, true, true],
  ['an ADMIN', aPerson({ roles: [Role.ADMIN] }), true, true],
  ['a SUPER-USER', aPerson({ roles: [Role.SUPER_USER] }), true, false],
  ['a creator who may not edit any more', creator, false, false],
] as const;

test.each(EDITORS)('whether %s sees the Edit Page link [FLM-08]', async (_who, viewer, canEdit, sees) => {
  await open({ viewer, answers: { getFilmAccess: () => ({ ...access({})(), canEdit }) } });
  await screen.findByRole('link', { name: 'Watch' });
  const links = screen.queryAllByRole('link', { name: 'Edit Page' });
  const href = `/content/${FILM_ID}/edit`;
  expect(links.map((link) => link.getAttribute('href'))).toEqual(sees ? [href, href] : []);
});

test.each([
  ['its creator', creator, true],
  ['an ADMIN', aPerson({ roles: [Role.ADMIN] }), true],
  ['a SUPER-USER', aPerson({ roles: [Role.SUPER_USER] }), false],
])('a preview leads %s to the page that edits it [FLM-08]', async (_who, viewer, sees) => {
  await open({ viewer, preview: true });
  await screen.findByRole('link', { name: 'Watch' });
  expect(screen.queryAllByRole('link', { name: 'Edit Page' })).toHaveLength(sees ? 1 : 0);
});

test('the link of a film is copied, and is shown where the browser refuses to copy [FLM-02:share]', async () => {
  let copied = '';
  let refuses = false;
  const writeText = async (text: string) => {
    if (refuses) throw new DOMException('no', 'NotAllowedError');
    copied = text;
  };
  Object.defineProperty(navigator, 'clipboard', { value: { writeText }, configurable: true });
  await open();
  await press('Share');
  expect(await screen.findByText('The link was copied.')).toBeTruthy();
  expect(copied).toBe(`http://localhost/feed/${FILM_ID}`);
  refuses = true;
  await press('Share');
  expect(await screen.findByText('Copy this link to share the film.')).toBeTruthy();
  expect(screen.getByText(`http://localhost/feed/${FILM_ID}`)).toBeTruthy();
});

test('on a phone a film is shared by the phone’s own sheet; closing it shares nothing [FLM-02:share]', async () => {
  let isPhone = true;
  let answer: () => Promise<void> = async () => {};
  const shared: ShareData[] = [];
  const copied: string[] = [];
  const share = (about: ShareData) => {
    shared.push(about);
    return answer();
  };
  const writeText = async (text: string) => void copied.push(text);
  Object.defineProperty(navigator, 'share', { value: share, configurable: true });
  Object.defineProperty(navigator, 'clipboard', { value: { writeText }, configurable: true });
  Object.defineProperty(window, 'matchMedia', { value: () => ({ matches: isPhone }), configurable: true });
  await open();
  await press('Share');
  expect(shared).toEqual([{ title: 'Salt', text: 'A ferryman waits.', url: `http://localhost/feed/${FILM_ID}` }]);
  answer = () => Promise.reject(new DOMException('closed', 'AbortError'));
  await press('Share');
  expect(copied).toEqual([]);
  expect(screen.queryByText(/link/)).toBeNull();
  answer = () => Promise.reject(new DOMException('no', 'NotAllowedError'));
  await press('Share');
  expect(await screen.findByText('Copy this link to share the film.')).toBeTruthy();
  isPhone = false;
  await press('Share');
  expect(copied).toHaveLength(1);
  Reflect.deleteProperty(navigator, 'share');
  Reflect.deleteProperty(window, 'matchMedia');
});

test.each([
  ['the page is idle', {}, 1],
  ['the browser saves data', { saveData: true }, 0],
])('the player is prepared when %s, or not', async (_when, connection, times) => {
  const waiting: (() => void)[] = [];
  const cancelled: number[] = [];
  Object.assign(globalThis, {
    requestIdleCallback: (work: () => void) => waiting.push(work),
    cancelIdleCallback: (id: number) => void cancelled.push(id),
  });
  Object.defineProperty(navigator, 'connection', { value: connection, configurable: true });
  await open({ viewer: aPerson(), preview: true });
  await screen.findByRole('link', { name: 'Watch' });
  expect(waiting).toHaveLength(times);
  cleanup();
  expect(cancelled).toHaveLength(times);
  Reflect.deleteProperty(navigator, 'connection');
  for (const name of ['requestIdleCallback', 'cancelIdleCallback']) Reflect.deleteProperty(globalThis, name);
});

test('looking at a public page is counted once, looking at a preview is not [FLM-13:page-view]', async () => {
  const { sent } = await open();
  await waitFor(() => expect(sent('countPageView')).toEqual([expect.objectContaining({ filmId: FILM_ID })]));
  const preview = await open({ preview: true });
  await screen.findByRole('link', { name: 'Watch' });
  expect(preview.sent('countPageView')).toEqual([]);
});

test.each([
  [{ published: false }, 'Only you and our staff see this film until you publish it.'],
  [{ isApproved: false }, 'Only you and our staff see this film until it is approved.'],
  [{}, 'The film is public: everybody sees this page.'],
])('a preview says who else sees %j [WAT-16:screen]', async (film, text) => {
  await open({ film, preview: true, viewer: aPerson() });
  expect(screen.getByText(`This is a preview. ${text}`)).toBeTruthy();
});

test('a film shows its facts, its crew and what others thought [FLM-02:facts]', async () => {
  await open({
    film: {
      ...{ isFestivalWinner: true, hasSubtitles: true, isStudentFilm: true, isFirstTimeFilmMaker: true },
      hasAudioDescription: true,
      ...{ festivalName: 'Lisbon Nights', festivalId: 'f9', userRating: 4.25, ratingCount: 2, languages: ['pt', 'en'] },
      counters: { viewCount: 1_200n, likeCount: 1n },
    },
  });
  const facts = within(screen.getByRole('complementary', { name: 'About this film' }));
  const fact = (name: string) => facts.getByText(name).nextElementSibling?.textContent;
  expect(facts.queryByText('Made by')).toBeNull();
  expect(fact('Languages')).toBe('Portuguese, English');
  expect(fact('Country')).toBe('Portugal');
  expect([fact('Views'), fact('Likes')]).toEqual(['1,200', '1']);
  expect(fact('Added')).toBe('Nov 05, 2026');
  expect(facts.getByRole('link', { name: 'Lisbon Nights' }).getAttribute('href')).toBe('/festivals/f9');
  for (const mark of ['Student film', 'First film of its maker', 'Subtitles', 'Audio description'])
    expect(facts.getByText(mark)).toBeTruthy();
  expect(screen.getByText('Festival winner')).toBeTruthy();
  expect(screen.getByRole('link', { name: '2 ratings' }).getAttribute('href')).toBe(`/feed/${FILM_ID}/comments`);
  expect(screen.getByText('4.3', { selector: '.tabular' })).toBeTruthy();
  expect(screen.getByText('Directed by · Director')).toBeTruthy();
  expect(screen.getByText('Go.')).toBeTruthy();
});

test('the account that made a film is shown to those who may know it [FLM-02:maker]', async () => {
  await open({ answers: { getFilmAccess: () => ({ ...access({})(), creatorName: 'Inês Carvalho' }) } });
  expect((await screen.findByText('Made by')).nextElementSibling?.textContent).toBe('Inês Carvalho');
});

test.each([
  [['Ana Souto'], 'Directed by Ana Souto'],
  [['A', 'B'], 'Directed by A and B'],
  [['A', 'B', 'C', 'D'], 'Directed by A, B, C and D'],
])(
  'the title block names all directors, each with the way to their work [FLM-02:directors]',
  async (directors, text) => {
    await open({ film: { directors } });
    const line = screen.getByRole('link', { name: directors[0] }).closest('p');
    expect(line?.textContent).toBe(text);
    expect([...(line?.querySelectorAll('a') ?? [])].map((link) => link.getAttribute('href'))).toEqual(
      directors.map((name) => `/films?${new URLSearchParams({ q: name })}`),
    );
  },
);

test('a film without a credited director says nothing about one [FLM-02:directors]', async () => {
  await open({ film: { directors: [] } });
  expect(screen.queryByText(/Directed by/, { selector: 'header *' })).toBeNull();
});

test.each([
  ['to come', 3_600_000, ['Go to the premiere', 'Add to calendar']],
  ['over', -3_600_000, []],
])('a premiere that is %s leads on: %i ms from now to %j', async (_name, fromNow, expected) => {
  const screeningStartTime = timestampFromDate(new Date(Date.now() + fromNow));
  await open({ film: { releaseType: ReleaseType.SCREENING, screeningStartTime } });
  const links = screen.getAllByRole('link').filter((link) => /premiere/.test(link.getAttribute('href') ?? ''));
  expect(links.map(({ textContent }) => textContent)).toEqual(expected);
});

test('what is not known is not shown', async () => {
  await open({ film: { hasTrailer: false, festivalName: '', country: '', languages: [], language: '', genres: [] } });
  for (const name of ['Festival', 'Languages', 'Country', 'Genres', 'Screening']) {
    expect(screen.queryByText(name, { selector: 'dt' })).toBeNull();
  }
  expect(screen.queryByRole('link', { name: /Watch the trailer/ })).toBeNull();
  expect(screen.queryByText(/\d ratings?$/)).toBeNull();
});

test('what an earlier visit could not report is sent before the page asks where the film resumes [WAT-17:film-page]', async () => {
  const events = [{ id: 'e1', kind: 1, timeMs: 250_500, playedMs: 1_000, at: Date.now() }];
  localStorage.setItem('marquee.playback.s1', JSON.stringify({ filmId: FILM_ID, events, touched: Date.now() }));
  const reported = later<object>();
  const { sent } = await open({ answers: { recordPlaybackEvents: reported.answer } });
  await waitFor(() => expect(sent('recordPlaybackEvents')).toMatchObject([{ playbackSessionId: 's1' }]));
  expect(sent('getFilmAccess')).toEqual([]);
  await reported.resolve({});
  expect(await screen.findByRole('link', { name: 'Watch' })).toBeTruthy();
  expect(localStorage.getItem('marquee.playback.s1')).toBeNull();
});

test('a film is shown as well when what waits cannot be sent', async () => {
  const events = [{ id: 'e1', kind: 1, timeMs: 1, playedMs: 1, at: Date.now() }];
  localStorage.setItem('marquee.playback.s1', JSON.stringify({ filmId: FILM_ID, events, touched: Date.now() }));
  await open({ answers: { recordPlaybackEvents: failing } });
  expect(await screen.findByRole('link', { name: 'Watch' })).toBeTruthy();
  expect(localStorage.getItem('marquee.playback.s1')).not.toBeNull();
  localStorage.clear();
});
