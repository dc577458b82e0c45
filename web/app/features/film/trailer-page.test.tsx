import '../../testing/video-element.ts';
import { timestampFromDate } from '@bufbuild/protobuf/wkt';
import { Code } from '@connectrpc/connect';
import { ReleaseType } from '@marquee/contracts/film/v1/film_pb';
import { PrimaryAction as Action } from '@marquee/contracts/film/v1/watch_pb';
import { type Answers, failing, inTurn, refusing } from '@marquee/testing/answer-calls';
import { aFilm, aPerson, FILM_ID } from '@marquee/testing/contract-messages';
import { cleanup, screen, waitFor } from '@testing-library/react';
import { doing, later, press, showPage } from '../../testing/show-page.tsx';
import { filmView } from './film-view.ts';
import { TrailerPage } from './trailer-page.tsx';

const TRAILER = { signedUrl: '/v/token/t1/', dashManifest: 'manifest.mpd', hlsManifest: 'master.m3u8' };
const film = filmView(aFilm());
const signIn = () => ({ access: { action: Action.SIGN_IN } });
const open = (getTrailer: NonNullable<Answers['getTrailer']>, viewer?: ReturnType<typeof aPerson>) =>
  showPage(<TrailerPage film={film} />, {
    at: `/feed/${FILM_ID}/trailer`,
    answers: { getTrailer, getFilmAccess: signIn },
    viewer,
  });
const video = () => screen.findByLabelText('Salt', { selector: 'video' });

test.each([
  ['a visitor', undefined],
  ['somebody who is signed in', aPerson()],
])('%s sees the trailer play in a player of the page [FLM-03]', async (_who, viewer) => {
  const { sent } = await open(() => TRAILER, viewer);
  expect(screen.getByRole('heading', { level: 1, name: 'Trailer' })).toBeTruthy();
  const element = (await video()) as HTMLVideoElement;
  await waitFor(() => expect(element.src).toBe('http://localhost/v/token/t1/master.m3u8'));
  await waitFor(() => expect(element.paused).toBe(false));
  expect(screen.getByRole('region', { name: 'Player: Salt' }).contains(element)).toBe(true);
  expect(sent('getTrailer')).toEqual([expect.objectContaining({ filmId: FILM_ID })]);
});

test('a trailer opens no session: nothing is recorded of who watches it [FLM-03]', async () => {
  const { sent } = await open(() => TRAILER, aPerson());
  const element = (await video()) as HTMLVideoElement;
  await waitFor(() => expect(element.paused).toBe(false));
  await doing(() => element.pause());
  cleanup();
  for (const method of ['startPlayback', 'heartbeat', 'recordPlaybackEvents', 'markView'] as const) {
    expect(sent(method)).toEqual([]);
  }
});

test('while its address is asked for, the page says that the trailer is loading [FLM-03]', async () => {
  const answer = later<typeof TRAILER>();
  await open(answer.answer);
  expect(screen.getByRole('status').textContent).toBe('The trailer is loading');
  expect(screen.getByRole('link', { name: 'See the film' }).getAttribute('href')).toBe(`/feed/${FILM_ID}`);
  expect(screen.getByText('A ferryman waits.')).toBeTruthy();
  await answer.resolve(TRAILER);
  expect(await video()).toBeTruthy();
  expect(screen.queryByText('The trailer is loading')).toBeNull();
});

test('a trailer that could not be loaded says so and is asked for again [FLM-03]', async () => {
  const { sent } = await open(inTurn<unknown[], unknown>(failing, () => TRAILER) as never);
  expect((await screen.findByRole('alert')).textContent).toContain('We failed to load your access to the film.');
  await press('Try again');
  expect(await video()).toBeTruthy();
  expect(screen.queryByRole('alert')).toBeNull();
  expect(sent('getTrailer')).toHaveLength(2);
});

test.each([
  ['FILM_NOT_AVAILABLE', 'Film Not Available'],
  ['NO_TRAILER', 'This film has no trailer yet.'],
])('a refusal %s is said in its own words, and leads back to the film [FLM-03]', async (reason, message) => {
  await open(refusing(Code.FailedPrecondition, { reason, message }));
  expect((await screen.findByRole('alert')).textContent).toContain(message);
  expect(screen.getByRole('link', { name: 'Back to the film' }).getAttribute('href')).toBe(`/feed/${FILM_ID}`);
  expect(screen.queryByRole('button', { name: 'Try again' })).toBeNull();
});

test('the trailer of a preview leads back to the preview', async () => {
  const page = <TrailerPage film={{ ...film, preview: true }} />;
  await showPage(page, { answers: { getTrailer: () => TRAILER, getFilmAccess: signIn } });
  expect(screen.getByRole('link', { name: 'See the film' }).getAttribute('href')).toBe(`/feed/${FILM_ID}?preview=1`);
  cleanup();
});

describe('below a trailer', () => {
  const after = async (part: Parameters<typeof aFilm>[0], action: Action, viewer = aPerson()) => {
    const answers = { getTrailer: () => TRAILER, getFilmAccess: () => ({ access: { action } }) };
    await showPage(<TrailerPage film={filmView(aFilm(part))} />, { answers, viewer });
  };
  afterEach(cleanup);

  test.each([
    [Action.WATCH, 'link', 'Watch'],
    [Action.UNLOCK, 'button', 'Watch free'],
    [Action.SIGN_IN, 'link', 'Sign in to watch'],
  ])('the film itself is next, by what the viewer may do: %d [FLM-03:next]', async (action, role, name) => {
    await after({}, action);
    expect(await screen.findByRole(role, { name })).toBeTruthy();
  });

  test('its page is next where nothing but the trailer can be watched [FLM-03:next]', async () => {
    await after({}, Action.TRAILER);
    await waitFor(() => expect(screen.getAllByRole('link', { name: 'See the film' })).toHaveLength(2));
    expect(screen.queryByRole('link', { name: 'Watch the trailer' })).toBeNull();
  });

  test('a premiere to come is next, with a reminder for a calendar [FLM-03:next]', async () => {
    const screeningStartTime = timestampFromDate(new Date(Date.now() + 86_400_000));
    await after({ releaseType: ReleaseType.SCREENING, screeningStartTime }, Action.TRAILER);
    const calendar = await screen.findByRole('link', { name: 'Add to calendar' });
    expect(calendar.getAttribute('href')).toBe(`/feed/${FILM_ID}/premiere.ics`);
    expect(screen.getByRole('link', { name: 'Go to the premiere' }).getAttribute('href')).toBe(
      `/feed/${FILM_ID}/premiere`,
    );
  });
});
