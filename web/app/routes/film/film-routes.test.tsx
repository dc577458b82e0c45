import '../../testing/video-element.ts';
import { timestampFromDate } from '@bufbuild/protobuf/wkt';
import { Code } from '@connectrpc/connect';
import { ReleaseType } from '@marquee/contracts/film/v1/film_pb';
import { PrimaryAction as Action } from '@marquee/contracts/film/v1/watch_pb';
import { type Answers, failing, refusing } from '@marquee/testing/answer-calls';
import { aCrewEntry, aFilm, aFilmCard, aPerson, aReview, FILM_ID } from '@marquee/testing/contract-messages';
import { screen, waitFor } from '@testing-library/react';
import { openRoute, sentTo } from '../../testing/open-route.tsx';
import * as premiere from '../watch/premiere.tsx';
import * as trailer from '../watch/trailer.tsx';
import * as watch from '../watch/watch.tsx';
import * as addCrew from './add-crew.tsx';
import * as awards from './awards.tsx';
import * as comments from './comments.tsx';
import * as crew from './crew.tsx';
import * as film from './film.tsx';
import * as films from './films.tsx';
import * as home from './home.tsx';
import * as search from './search.tsx';

const answers: Answers = {
  getFilm: () => ({ film: aFilm() }),
  getFilmAccess: () => ({ access: { valid: true, action: Action.WATCH } }),
  countPageView: () => ({}),
  getTrailer: () => ({ signedUrl: '/v/token/t1/', hlsManifest: 'master.m3u8' }),
  startPlayback: () => ({ access: { valid: true, signedUrl: '/v/token/f1/' }, hlsManifest: 'master.m3u8' }),
  listCrew: () => ({ crew: [aCrewEntry()] }),
  listReviews: () => ({ reviews: [aReview()], userRating: 4.5, ratingCount: 2, ratingHistogram: [0, 0, 0, 1, 1] }),
  listAwards: () => ({ awards: [] }),
  getUserRating: () => ({}),
};
const open = (
  route: Parameters<typeof openRoute>[0],
  part: string,
  more: Answers = {},
  viewer?: ReturnType<typeof aPerson>,
) => {
  const [pathname = ''] = part.split('?');
  return openRoute(route, `/feed/${FILM_ID}${part}`, {
    path: `/feed/:filmId${pathname}`,
    viewer,
    answers: { ...answers, ...more },
  });
};
const heading = async () => (await screen.findByRole('heading', { level: 1 })).textContent;

const PARTS = [
  [film, '', 'Salt'],
  [crew, '/crew', 'Cast and crew'],
  [comments, '/comments', 'Reviews'],
  [awards, '/awards', 'Awards'],
  [trailer, '/trailer', 'Trailer'],
] as const;

test.each(PARTS)('part %# of a film is open to a visitor [FLM-02:parts]', async (route, part, title) => {
  const { sent } = await open(route, part);
  expect(await heading()).toBe(title);
  expect(sent('getFilm')).toEqual([expect.objectContaining({ filmId: FILM_ID, preview: false })]);
});

test.each(PARTS)(
  'part %# of a preview is for people who are signed in, and comes back to itself [WAT-16:preview]',
  async (route, part) => {
    const visitor = await open(route, `${part}?preview=1`);
    await waitFor(() =>
      expect(sentTo()).toBe(`/sign-in?${new URLSearchParams({ returnTo: `/feed/${FILM_ID}${part}?preview=1` })}`),
    );
    expect(visitor.sent('getFilm')).toEqual([]);
    const maker = await open(route, `${part}?preview=1`, {}, aPerson());
    await heading();
    expect(maker.sent('getFilm')).toEqual([expect.objectContaining({ preview: true })]);
  },
);

test.each([...PARTS, [premiere, '/premiere', ''] as const])(
  'part %# says when a film is not there, or not for everybody [FLM-09:views]',
  async (route, part) => {
    await open(route, part, {
      getFilm: refusing(Code.NotFound, { reason: 'FILM_NOT_FOUND', message: 'Film not found' }),
    });
    expect(await heading()).toBe('Film not found');
    await open(route, part, { getFilm: () => ({}) });
    expect(await heading()).toBe('Film not found');
    const getFilm = refusing(Code.PermissionDenied, { reason: 'FILM_NOT_AVAILABLE', message: 'Film Not Available' });
    await open(route, part, { getFilm });
    expect(await heading()).toBe('Film Not Available');
    expect(screen.getByRole('link', { name: 'See all films' }).getAttribute('href')).toBe('/films');
    await open(route, part, { getFilm: failing });
    expect(await heading()).toBe('Something went wrong on our side.');
  },
);

test('the page of the trailer plays it for everybody [FLM-03]', async () => {
  await open(trailer, '/trailer');
  const video = (await screen.findByLabelText('Salt', { selector: 'video' })) as HTMLVideoElement;
  await waitFor(() => expect(video.paused).toBe(false));
  expect(video.src).toContain('/v/token/t1/master.m3u8');
});

test('watching is for people who are signed in', async () => {
  const { sent } = await open(watch, '/watch');
  await waitFor(() => expect(sentTo()).toBe(`/sign-in?returnTo=%2Ffeed%2F${FILM_ID}%2Fwatch`));
  expect(sent('startPlayback')).toEqual([]);
  await open(watch, '/watch', {}, aPerson());
  expect(await screen.findByLabelText('Salt', { selector: 'video' })).toBeTruthy();
});

test('credits are added in the studio, by who is signed in [FLM-05:add]', async () => {
  const route = { ...addCrew, default: () => null };
  await open(route, '/crew/add');
  await waitFor(() => expect(sentTo()).toBe(`/sign-in?returnTo=%2Ffeed%2F${FILM_ID}%2Fcrew%2Fadd`));
  await open(route, '/crew/add', {}, aPerson());
  await waitFor(() => expect(sentTo()).toBe(`/content/${FILM_ID}/credits`));
});

test('a search in the address of the crew reaches the service [FLM-04:search]', async () => {
  const { sent } = await open(crew, '/crew?q=%20ferry%20');
  await heading();
  expect(sent('listCrew')).toEqual([expect.objectContaining({ query: 'ferry', pageSize: 50 })]);
});

test('the reviews come with what everybody thought [FLM-06:page]', async () => {
  await open(comments, '/comments');
  expect(await screen.findByText('4.5')).toBeTruthy();
  expect(screen.getByText('2 ratings')).toBeTruthy();
});

const SCREENING = { releaseType: ReleaseType.SCREENING };
const inMs = (ms: number) => ({ screeningStartTime: timestampFromDate(new Date(Date.now() + ms)) });
const openPremiere = (part: object, more: Answers = {}, viewer?: ReturnType<typeof aPerson>) =>
  open(premiere, '/premiere', { getFilm: () => ({ film: aFilm({ ...SCREENING, ...part }) }), ...more }, viewer);

test('a premiere with a price needs a ticket, started or not [WAT-04:message]', async () => {
  for (const ms of [-60_000, 60_000]) {
    await openPremiere({ ...inMs(ms), isFree: false, usdCost: 499n });
    expect(await screen.findByText('You need to purchase a ticket to join this premiere.')).toBeTruthy();
    expect(screen.queryByRole('link', { name: /^Watch(?! the trailer$)|Sign in/ })).toBeNull();
  }
});

test('before it starts a premiere counts down, and its doors are shut [WAT-04:countdown]', async () => {
  await openPremiere(inMs(90_061_500));
  expect((await screen.findByRole('timer')).textContent).toMatch(/^in 1 d 1 h 1 min [01] s$/);
  expect(screen.getByText('Premiere', { selector: 'span' })).toBeTruthy();
  expect(await screen.findByText('Please sign in to watch this film.')).toBeTruthy();
  await openPremiere(inMs(5_500));
  expect((await screen.findByRole('timer')).textContent).toMatch(/^in [45] s$/);
});

test('once it has started the doors are open: to sign in, to watch, or to the film [WAT-04:open]', async () => {
  await openPremiere(inMs(-60_000));
  expect(await screen.findByText('Live')).toBeTruthy();
  const signIn = await screen.findByRole('link', { name: 'Sign in to watch' });
  expect(signIn.getAttribute('href')).toBe(`/sign-in?returnTo=%2Ffeed%2F${FILM_ID}%2Fpremiere`);
});

test.each([
  ['a free screening without a time', {}],
  ['a film with a price that is no screening', { releaseType: ReleaseType.WATCH_NOW, isFree: false, usdCost: 499n }],
  ['a film with a time that is no screening', { releaseType: ReleaseType.WATCH_NOW, ...inMs(60_000) }],
])('%s has no premiere', async (_what, part) => {
  await openPremiere(part);
  expect(await heading()).toBe('This film has no premiere.');
  expect(screen.getByRole('link', { name: 'See the film' }).getAttribute('href')).toBe(`/feed/${FILM_ID}`);
  expect(screen.queryByRole('timer')).toBeNull();
});

test('/films reads its filters from the address [FLM-01:filters]', async () => {
  const { sent } = await openRoute(films, '/films?q=sea&genre=Drama&x=y', {
    ...{ path: '/films', answers: { listFilms: () => ({ films: [aFilmCard()] }) } },
  });
  expect(await heading()).toBe('Drama');
  expect(sent('listFilms')).toEqual([expect.objectContaining({ query: 'sea', genre: 'Drama', pageSize: 36 })]);
});

test('/films says which other spelling it searched for [FLM-01:list]', async () => {
  const respelled = { spellings: ['sea'], queryMatches: false };
  await openRoute(films, '/films?q=saea', {
    ...{ path: '/films', answers: { listFilms: () => ({ films: [aFilmCard()], respelled }) } },
  });
  const link = await screen.findByRole('link', { name: '“sea”' });
  expect(link.closest('p')?.textContent).toBe('Nothing matches “saea”. Showing results for “sea”.');
});

test('/search leads to the search of the films, with what was searched', async () => {
  await openRoute({ ...search, default: () => null }, '/search?q=sea', { path: '/search' });
  await waitFor(() => expect(sentTo()).toBe('/films?q=sea#find'));
});

test('the home page is what the service puts together [FLM-01:rails]', async () => {
  const getFeed = () => ({
    hero: aFilmCard(),
    rails: [{ title: 'New', films: [aFilmCard({ id: 'f2', filmTitle: 'Light' })] }],
  });
  await openRoute(home, '/', { path: '/', answers: { getFeed } });
  expect(await heading()).toBe('Salt');
  expect(screen.getByRole('heading', { level: 2, name: 'New' })).toBeTruthy();
});
