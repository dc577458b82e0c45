import { Code } from '@connectrpc/connect';
import { PlaybackEventKind } from '@marquee/contracts/film/v1/watch_pb';
import { type Answers, failing, inTurn, refusing } from '@marquee/testing/answer-calls';
import { aFilm, aPerson, FILM_ID } from '@marquee/testing/contract-messages';
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { sessionEnded, sessionRenewed } from '../../api/browser/session-events.ts';
import { dismissEndedSession } from '../../layout/current-user.ts';
import { doing, later, press, seeToast, showPage } from '../../testing/show-page.tsx';
import { DURATION_S } from '../../testing/video-element.ts';
import { filmView } from '../film/film-view.ts';
import { WatchPage } from './watch-page.tsx';

const VALID = { valid: true, signedUrl: '/v/token/f1/' };
const started =
  (part: object = {}) =>
  () => ({
    ...{ access: VALID, playbackSessionId: 's1', heartbeatIntervalMs: 15_000, hlsManifest: 'master.m3u8' },
    ...part,
  });

async function open(
  startPlayback: NonNullable<Answers['startPlayback']> = started(),
  answers: Answers = {},
  film: Parameters<typeof aFilm>[0] = {},
) {
  const all: Answers = {
    ...{ startPlayback, heartbeat: () => ({ access: VALID }), recordPlaybackEvents: () => ({}), markView: () => ({}) },
    ...answers,
  };
  return showPage(<WatchPage film={filmView(aFilm(film))} />, {
    at: `/feed/${FILM_ID}/watch`,
    viewer: aPerson(),
    answers: all,
  });
}
const video = async () => (await screen.findByLabelText('Salt', { selector: 'video' })) as HTMLVideoElement;
async function watching(part: object = {}, answers: Answers = {}, film: Parameters<typeof aFilm>[0] = {}) {
  const calls = await open(started(part), answers, film);
  const element = await video();
  await waitFor(() => expect(element.paused).toBe(false));
  return { ...calls, element };
}
const key = (name: string, target: Element = document.body) => doing(() => fireEvent.keyDown(target, { key: name }));
const controls = (name: string) => screen.getAllByRole('button', { name });

beforeEach(() => localStorage.clear());
afterEach(cleanup);

test('the film is loading until access is known, then plays from its signed address [WAT-01:watch]', async () => {
  const answer = later<object>();
  const { sent } = await open(answer.answer);
  expect(screen.getByText('The film is loading')).toBeTruthy();
  expect(screen.getByRole('heading', { level: 1, name: 'Salt' })).toBeTruthy();
  expect(screen.queryByLabelText('Salt', { selector: 'video' })).toBeNull();
  await answer.resolve(started()());
  const element = await video();
  await waitFor(() => expect(element.src).toBe('http://localhost/v/token/f1/master.m3u8'));
  await waitFor(() => expect(element.paused).toBe(false));
  expect(sent('startPlayback')).toEqual([expect.objectContaining({ filmId: FILM_ID })]);
});

test('a session that the page opened while it loaded is the one that is watched', async () => {
  const answer = { playbackSessionId: 's0', access: VALID, hlsManifest: 'master.m3u8' };
  globalThis.earlyStart = { filmId: FILM_ID, answer: Promise.resolve(answer) };
  const { sent } = await open();
  expect((await video()).src).toBe('http://localhost/v/token/f1/master.m3u8');
  await waitFor(() => expect(sent('heartbeat')[0]).toMatchObject({ playbackSessionId: 's0' }));
  expect(sent('startPlayback')).toEqual([]);

  globalThis.earlyStart = { filmId: FILM_ID, answer: Promise.reject(new Error('503')) };
  const again = await open();
  await video();
  expect(again.sent('startPlayback')).toHaveLength(1);
});

test('access that could not be loaded says so, and is asked for again [WAT-01:watch]', async () => {
  const { sent } = await open(inTurn<unknown[], unknown>(failing, started()) as never);
  expect((await screen.findByRole('alert')).textContent).toContain('We failed to load your access to the film.');
  await press('Try again');
  expect(await video()).toBeTruthy();
  expect(screen.queryByRole('alert')).toBeNull();
  expect(sent('startPlayback')).toHaveLength(2);
});

test.each([
  ['FILM_NOT_AVAILABLE', 'Film Not Available'],
  ['UNAVAILABLE_IN_REGION', 'This film is unavailable in your region.'],
  ['TICKET_REQUIRED', 'You need to purchase a ticket to join this premiere.'],
])('access that is refused (%s) says why and leads back to the film', async (reason, message) => {
  await open(() => ({ access: { valid: false, reason, message } }));
  const alert = await screen.findByRole('alert');
  expect(alert.textContent).toContain(message);
  expect(within(alert).getByRole('link', { name: 'Back to the film' }).getAttribute('href')).toBe(`/feed/${FILM_ID}`);
  expect(within(alert).queryByRole('button')).toBeNull();
});

test('a film that is locked is unlocked in its place, and plays [WAT-02:watch]', async () => {
  const message = 'You need to unlock this film to watch it.';
  const locked = () => ({ access: { valid: false, reason: 'UNLOCK_REQUIRED', message } });
  const unlocking = later<object>();
  const { sent } = await open(inTurn<unknown[], unknown>(locked, started()) as never, { unlockFilm: unlocking.answer });
  expect((await screen.findByRole('alert')).textContent).toContain(message);
  await press('Unlock and watch');
  expect(screen.getByRole('button', { name: /Unlock and watch/ }).getAttribute('aria-busy')).toBe('true');
  await unlocking.resolve({});
  expect(await video()).toBeTruthy();
  expect(sent('unlockFilm')).toEqual([expect.objectContaining({ filmId: FILM_ID })]);
});

const streams = {
  full: 'This account is watching on another device. Watch here instead?',
  taken: 'This account now watches on another device.',
};

test('where the account watches on other devices, the viewer is asked, and takes over [WAT-14:page]', async () => {
  const full = refusing(Code.FailedPrecondition, { reason: 'STREAMS_FULL', message: streams.full });
  const { sent } = await open(inTurn<unknown[], unknown>(full, started()) as never);
  expect((await screen.findByRole('alert')).textContent).toContain(streams.full);
  await press('Watch here instead');
  expect(await video()).toBeTruthy();
  expect(sent('startPlayback')).toMatchObject([{ takeOver: false }, { takeOver: true }]);
});

test('a film that another device took stops, says so, and is taken back where it stopped [WAT-14:page]', async () => {
  const lost = { valid: false, reason: 'PLAYBACK_TAKEN', message: streams.taken };
  let isTaken = false;
  const { element, sent } = await watching({}, { heartbeat: () => ({ access: isTaken ? lost : VALID }) });
  await doing(() => {
    element.currentTime = 61;
  });
  isTaken = true;
  await doing(() => window.dispatchEvent(new Event('online')));
  expect((await screen.findByRole('alert')).textContent).toContain(streams.taken);
  expect(element.paused).toBe(true);
  isTaken = false;
  await press('Watch here instead');
  await waitFor(() => expect(sent('startPlayback')).toHaveLength(2));
  expect(sent('startPlayback')[1]).toMatchObject({ takeOver: true });
  const again = await video();
  await waitFor(() => expect(again.currentTime).toBe(61));
});

test('an unlock that failed says so there', async () => {
  const locked = () => ({ access: { valid: false, reason: 'UNLOCK_REQUIRED', message: 'Locked.' } });
  await open(locked, { unlockFilm: failing });
  await press('Unlock and watch');
  expect(await screen.findByText('We failed to unlock this film. Please try again later.')).toBeTruthy();
});

test('a viewer who was signed out is asked to sign in, and comes back to the film', async () => {
  await open(refusing(Code.Unauthenticated));
  const message = 'You were signed out. Please sign in again to continue watching.';
  expect((await screen.findByRole('alert')).textContent).toContain(message);
  // Over the page, or else on the way back to it.
  expect(screen.getByRole('button', { name: 'Sign in' })).toBeTruthy();
  await doing(() => dismissEndedSession());
  const signIn = `/sign-in?returnTo=%2Ffeed%2F${FILM_ID}%2Fwatch`;
  expect(screen.getByRole('link', { name: 'Sign in' }).getAttribute('href')).toBe(signIn);
  await watching();
  await doing(() => window.dispatchEvent(new Event(sessionEnded)));
  expect((await screen.findByRole('alert')).textContent).toContain(message);
  expect((await video()).paused).toBe(true);
});

test('a film whose viewer has signed in again on its page plays on from where it stopped', async () => {
  const { sent, element } = await watching({ resumePositionMs: 5_000 });
  await doing(() => {
    element.currentTime = 42;
    element.dispatchEvent(new Event('timeupdate'));
  });
  await doing(() => window.dispatchEvent(new Event(sessionEnded)));
  await screen.findByRole('alert');
  await doing(() => window.dispatchEvent(new Event(sessionRenewed)));
  await waitFor(async () => expect((await video()).paused).toBe(false));
  expect(screen.queryByRole('alert')).toBeNull();
  expect([(await video()).currentTime, sent('startPlayback').length]).toEqual([42, 2]);
});

test('a film that is encrypted while it plays starts again from where it is, with its new address [STU-07:playing]', async () => {
  const encrypted = { valid: true, signedUrl: '/v/token/f2/' };
  const answers = { access: VALID };
  const calls = await open(() => ({ ...started()(), ...answers }), { heartbeat: () => answers });
  const element = await video();
  await waitFor(() => expect(element.paused).toBe(false));
  await doing(() => {
    element.currentTime = 42;
    element.dispatchEvent(new Event('timeupdate'));
  });
  answers.access = encrypted;
  await doing(() => window.dispatchEvent(new Event('online')));
  await waitFor(async () => expect((await video()).src).toBe('http://localhost/v/token/f2/master.m3u8'));
  await waitFor(async () => expect((await video()).paused).toBe(false));
  expect(screen.queryByRole('alert')).toBeNull();
  expect([(await video()).currentTime, calls.sent('startPlayback').length]).toEqual([42, 2]);
});

test('a film continues where its viewer stopped [WAT-10:watch]', async () => {
  const { element } = await watching({ resumePositionMs: 90_000 });
  expect(element.currentTime).toBe(90);
});

test('playing, pausing and the end are recorded with their time [WAT-09:watch]', async () => {
  const { sent, element } = await watching();
  await doing(() => {
    element.currentTime = 12;
    element.pause();
  });
  await doing(() => element.dispatchEvent(new Event('ended')));
  const events = () =>
    sent('recordPlaybackEvents').flatMap(({ events: list }) => list as { event: number; timeMs: number }[]);
  await waitFor(() => expect(events().map(({ event }) => event)).toContain(PlaybackEventKind.FINISH));
  const byKind = new Map(events().map(({ event, timeMs }) => [event, timeMs]));
  expect(byKind.get(PlaybackEventKind.PLAY)).toBe(0);
  expect(byKind.get(PlaybackEventKind.PAUSE)).toBe(12_000);
});

test('keys play, jump, turn the sound off and change the speed [WAT-12:keys]', async () => {
  const { element } = await watching();
  await key('k');
  expect(element.paused).toBe(true);
  await key(' ');
  expect(element.paused).toBe(false);
  for (const [name, second] of [
    ['l', 10],
    ['ArrowRight', 15],
    ['ArrowLeft', 10],
    ['j', 0],
    ['5', DURATION_S / 2],
  ] as const) {
    await key(name);
    expect([name, element.currentTime]).toEqual([name, second]);
  }
  await key('End');
  expect(element.currentTime).toBeCloseTo(DURATION_S, 0);
  await key('Home');
  expect(element.currentTime).toBe(0);
  await key('m');
  expect(element.muted).toBe(true);
  await key('m');
  expect(element.muted).toBe(false);
  await key('ArrowDown');
  expect(element.volume).toBeCloseTo(0.95);
  await key('>');
  expect(element.playbackRate).toBeGreaterThan(1);
  await key('<');
  expect(element.playbackRate).toBe(1);
});

test('keys in a field outside of the player are not its own', async () => {
  const { element } = await watching();
  const field = document.body.appendChild(document.createElement('input'));
  await key('k', field);
  expect(element.paused).toBe(false);
  field.remove();
});

test('the buttons do what they say, and say what they would do [WAT-12:controls]', async () => {
  const { element } = await watching();
  const player = screen.getByRole('region', { name: 'Player: Salt' });
  await doing(() => fireEvent.click(controls('Pause')[0] as HTMLElement));
  expect(element.paused).toBe(true);
  expect(controls('Play').length).toBeGreaterThan(0);
  await doing(() => fireEvent.click(controls('Forward 10 seconds')[0] as HTMLElement));
  expect(element.currentTime).toBe(10);
  await doing(() => fireEvent.click(controls('Back 10 seconds')[0] as HTMLElement));
  expect(element.currentTime).toBe(0);
  await press('Sound off');
  expect(element.muted).toBe(true);
  expect(screen.getByRole('slider', { name: 'Volume' }).getAttribute('aria-valuetext')).toBe('0 percent');
  await press('Sound on');
  expect(element.muted).toBe(false);
  await doing(() => fireEvent.change(screen.getByRole('slider', { name: 'Volume' }), { target: { value: '40' } }));
  expect(element.volume).toBe(0.4);
  expect(player.querySelector('.lucide-volume-1')).toBeTruthy();
  expect(player.textContent).toContain('0:00 / 10:00');
});

test('the sound is as it was left, in the next film too', async () => {
  const { element } = await watching();
  await doing(() => {
    element.volume = 0.3;
    element.muted = true;
    element.dispatchEvent(new Event('volumechange'));
  });
  cleanup();
  const next = await watching();
  expect([next.element.volume, next.element.muted]).toEqual([0.3, true]);
});

test('the seek bar says where the film is, and moves it when it is released [WAT-12:seek]', async () => {
  const { element } = await watching();
  const bar = screen.getByRole('slider', { name: 'Position in the film' });
  expect(bar.getAttribute('max')).toBe(String(DURATION_S));
  await doing(() => fireEvent.change(bar, { target: { value: '75' } }));
  expect(element.currentTime).toBe(0);
  expect(bar.getAttribute('aria-valuetext')).toBe('1 minute 15 seconds of 10 minutes');
  await doing(() => fireEvent.pointerUp(bar));
  expect(element.currentTime).toBe(75);
  await doing(() => fireEvent.change(bar, { target: { value: '80' } }));
  await doing(() => fireEvent.pointerCancel(bar));
  expect(element.currentTime).toBe(75);
});

test('the speed is chosen in the settings; what the film has not is not offered [WAT-12:settings]', async () => {
  const { element } = await watching();
  await press('Settings');
  const menu = within(await screen.findByRole('dialog', { name: 'Settings of the player' }));
  expect((menu.getByRole('radio', { name: 'Normal' }) as HTMLInputElement).checked).toBe(true);
  await doing(() => fireEvent.click(menu.getByRole('radio', { name: '1.5×' })));
  expect(element.playbackRate).toBe(1.5);
  for (const name of ['Quality', 'Audio', 'Subtitles']) expect(menu.queryByRole('group', { name })).toBeNull();
  await doing(() => fireEvent.click(menu.getByRole('button', { name: 'Keyboard shortcuts' })));
  expect(await screen.findByRole('dialog', { name: 'Keyboard shortcuts' })).toBeTruthy();
});

test('? lists the keys, and while the list is open they are not the film’s', async () => {
  const { element } = await watching();
  await key('?');
  const list = within(await screen.findByRole('dialog', { name: 'Keyboard shortcuts' }));
  expect(list.getByText('Play or pause')).toBeTruthy();
  await key('k');
  expect(element.paused).toBe(false);
  await doing(() => fireEvent.click(list.getByRole('button', { name: 'Close' })));
  await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Keyboard shortcuts' })).toBeNull());
});

test('full screen takes the whole player with its controls, and is left again [WAT-12:fullscreen]', async () => {
  let full: Element | null = null;
  const change = (element: Element | null) => {
    full = element;
    document.dispatchEvent(new Event('fullscreenchange'));
  };
  Object.defineProperty(document, 'fullscreenElement', { get: () => full, configurable: true });
  Object.defineProperty(window.screen, 'orientation', { value: {}, configurable: true });
  document.exitFullscreen = async () => change(null);
  HTMLElement.prototype.requestFullscreen = async function (this: HTMLElement) {
    change(this);
  };
  await watching();
  await press('Full screen');
  expect(full).toBe(screen.getByRole('region', { name: 'Player: Salt' }));
  await press('Leave full screen');
  expect(full).toBeNull();
  await key('f');
  expect(await screen.findByRole('button', { name: 'Leave full screen' })).toBeTruthy();
  Reflect.deleteProperty(document, 'fullscreenElement');
});

test('the keys of a headset and the lock screen know the film, until it is left [WAT-12:media-session]', async () => {
  const handlers = new Map<string, ((details: object) => void) | null>();
  const places: object[] = [];
  const session = {
    metadata: null as { title: string } | null,
    setPositionState: (place: object) => places.push(place),
    setActionHandler: (action: string, handler: ((details: object) => void) | null) => handlers.set(action, handler),
  };
  Object.defineProperty(navigator, 'mediaSession', { value: session, configurable: true });
  Object.assign(globalThis, {
    MediaMetadata: class {
      constructor(about: object) {
        Object.assign(this, about);
      }
    },
  });
  const { element } = await watching();
  expect(session.metadata?.title).toBe('Salt');
  await doing(() => handlers.get('pause')?.({}));
  expect(element.paused).toBe(true);
  await doing(() => handlers.get('play')?.({}));
  expect(element.paused).toBe(false);
  await doing(() => handlers.get('seekto')?.({ seekTime: 42 }));
  await doing(() => handlers.get('seekforward')?.({}));
  await doing(() => handlers.get('seekbackward')?.({ seekOffset: 2 }));
  expect(element.currentTime).toBe(50);
  const place = { duration: DURATION_S, position: 50, playbackRate: 1 };
  expect(places.at(-1)).toEqual(place);
  // The last frame may lie past the end, a place that browsers refuse.
  await doing(() => {
    element.currentTime = DURATION_S + 1;
  });
  expect(places.at(-1)).toEqual(place);
  cleanup();
  expect(session.metadata).toBeNull();
  expect([...handlers.values()].every((handler) => handler === null)).toBe(true);
  Reflect.deleteProperty(navigator, 'mediaSession');
});

test('a click on the film pauses it, another one plays it', async () => {
  const { element } = await watching();
  const surface = element.nextElementSibling as HTMLElement;
  await doing(() => fireEvent.click(surface));
  expect(element.paused).toBe(true);
  await doing(() => fireEvent.click(surface));
  expect(element.paused).toBe(false);
});

test('a browser that wants a gesture first gets a button for it', async () => {
  const { play } = HTMLMediaElement.prototype;
  HTMLMediaElement.prototype.play = () => Promise.reject(new DOMException('no', 'NotAllowedError'));
  await open();
  // Beside the two that are always there.
  await waitFor(() => expect(controls('Play')).toHaveLength(3));
  HTMLMediaElement.prototype.play = play;
  await doing(() => fireEvent.click(controls('Play')[0] as HTMLElement));
  expect((await video()).paused).toBe(false);
  expect(controls('Pause')).toHaveLength(2);
});

test('a film that cannot be played says so, and continues after another try', async () => {
  const { element } = await watching();
  Object.defineProperty(element, 'error', { value: { code: 2 }, configurable: true });
  await doing(() => element.dispatchEvent(new Event('error')));
  expect((await screen.findByRole('alert')).textContent).toContain('The connection was lost.');
  expect(screen.queryByRole('slider', { name: 'Position in the film' })).toBeNull();
  Object.defineProperty(element, 'error', { value: null, configurable: true });
  await press('Try again');
  await waitFor(() => expect(screen.queryByRole('alert')).toBeNull());
  expect(screen.getByRole('slider', { name: 'Position in the film' })).toBeTruthy();
});

const prompt = () => screen.queryByRole('dialog', { name: 'What did you think?' });
const finish = (element: HTMLVideoElement) => doing(() => element.dispatchEvent(new Event('ended')));

test('at the end the viewer is asked once what they thought; not now is an answer [WAT-08]', async () => {
  const { sent, element } = await watching();
  expect(prompt()).toBeNull();
  await finish(element);
  await waitFor(() => expect(prompt()).toBeTruthy());
  expect((screen.getByRole('button', { name: 'Save rating' }) as HTMLButtonElement).disabled).toBe(true);
  await press('Not now');
  await waitFor(() => expect(prompt()).toBeNull());
  await finish(element);
  expect(prompt()).toBeNull();
  expect(sent('rateFilm')).toEqual([]);
});

test('at the running time the viewer is asked too, though credits continue [WAT-08]', async () => {
  const { element } = await watching({ runningTime: 300 });
  await doing(() => {
    element.currentTime = 299;
  });
  expect(prompt()).toBeNull();
  await doing(() => {
    element.currentTime = 300;
  });
  await waitFor(() => expect(prompt()).toBeTruthy());
});

test.each([
  ['has rated', { rated: true }],
  ['sees a preview', { access: { ...VALID, preview: true } }],
])('a viewer who %s is not asked [WAT-08]', async (_who, part) => {
  const { element } = await watching(part);
  await finish(element);
  expect(prompt()).toBeNull();
});

test('a rating is pending, then saved with thanks; one that failed keeps the stars and the words [WAT-08]', async () => {
  const answer = later<object>();
  const { sent, element } = await watching(
    {},
    { rateFilm: inTurn<unknown[], unknown>(failing, answer.answer) as never },
  );
  await finish(element);
  await waitFor(() => expect(prompt()).toBeTruthy());
  await press(/^4 stars/, 'radio');
  await doing(() => fireEvent.change(screen.getByLabelText('Review (optional)'), { target: { value: 'The sea.' } }));
  await press('Save rating');
  expect((await screen.findByRole('alert')).textContent).toBe('We failed to save your rating. Please try again.');
  await press('Save rating');
  expect(screen.getByRole('button', { name: /Save rating/ }).getAttribute('aria-busy')).toBe('true');
  await answer.resolve({});
  await seeToast('Thank you. Your rating was saved.');
  await waitFor(() => expect(prompt()).toBeNull());
  expect(sent('rateFilm')[1]).toMatchObject({ filmId: FILM_ID, rating: 4, message: 'The sea.' });
  expect(sent('rateFilm')[1]?.requestId).toBe(sent('rateFilm')[0]?.requestId);
});

const next = () => screen.queryByRole('dialog', { name: 'What next?' });
const links = () =>
  within(next() as HTMLElement)
    .getAllByRole('link')
    .map((link) => [link.textContent, link.getAttribute('href')]);

test('after the end, and after the rating, the viewer is led on to more of the kind', async () => {
  const directors = ['Ana Souto', 'Bo Lind', 'Cy Tran'];
  const { element } = await watching({}, {}, { directors, festivalName: 'Lisbon Nights' });
  await finish(element);
  await waitFor(() => expect(prompt()).toBeTruthy());
  expect(next()).toBeNull();
  await press('Not now');
  await waitFor(() => expect(next()).toBeTruthy());
  expect(links()).toEqual([
    ['More by Ana Souto', '/films?q=Ana+Souto'],
    ['More by Bo Lind', '/films?q=Bo+Lind'],
    ['More from Lisbon Nights', '/films?q=Lisbon+Nights'],
    ['Back to the film', `/feed/${FILM_ID}`],
  ]);
  await press('Rate this film');
  await waitFor(() => expect(prompt()).toBeTruthy());
});

test('a film can be watched again from its beginning, and what comes next can be closed', async () => {
  const { element } = await watching({ rated: true }, {}, { directors: [] });
  await doing(() => {
    element.currentTime = DURATION_S;
  });
  await finish(element);
  await waitFor(() => expect(next()).toBeTruthy());
  expect(screen.queryByRole('button', { name: 'Rate this film' })).toBeNull();
  expect(links()).toEqual([['Back to the film', `/feed/${FILM_ID}`]]);
  await press('Watch again');
  expect([element.currentTime, element.paused]).toEqual([0, false]);
  await waitFor(() => expect(next()).toBeNull());
  await finish(element);
  await waitFor(() => expect(next()).toBeTruthy());
  await press('Close');
  await waitFor(() => expect(next()).toBeNull());
});

test('while credits continue after the running time nothing is in their way but the rating', async () => {
  const { element } = await watching({ rated: true, runningTime: 300 });
  await doing(() => {
    element.currentTime = 301;
  });
  expect(next()).toBeNull();
});

test('leaving the page says where the film stands, and sends a last heartbeat [WAT-10:leave]', async () => {
  const { sent, element } = await watching();
  await doing(() => {
    element.currentTime = 42;
  });
  const before = sent('heartbeat').length;
  cleanup();
  await waitFor(() => expect(sent('heartbeat').length).toBeGreaterThan(before));
  expect(sent('heartbeat').at(-1)).toMatchObject({ playbackSessionId: 's1', positionMs: 42_000 });
});

test('the film begins with what the viewer chose on another device, and keeps what they choose here [WAT-12:person]', async () => {
  const settings = { ratePercent: 150, volumePercent: 30, textSize: 3 };
  const { element, sent } = await watching({ settings }, { setPlayerSettings: () => ({}) });
  await waitFor(() => expect(element.playbackRate).toBe(1.5));
  expect([element.volume, element.dataset.textSize]).toEqual([0.3, 'large']);
  await press('Settings');
  const menu = within(await screen.findByRole('dialog', { name: 'Settings of the player' }));
  await doing(() => fireEvent.click(menu.getByRole('radio', { name: '2×' })));
  await doing(() => window.dispatchEvent(new Event('pagehide')));
  await waitFor(() => expect(sent('setPlayerSettings')).toHaveLength(1));
  expect(sent('setPlayerSettings')[0]).toMatchObject({ settings: { ratePercent: 200 } });
});

test('leaving the page ends the playback, and a page that comes back from the cache opens another [WAT-14:address]', async () => {
  const { sent } = await watching();
  await doing(() => window.dispatchEvent(new Event('pagehide')));
  const left = () => sent('recordPlaybackEvents').flatMap(({ events }) => events as { event: number }[]);
  await waitFor(() => expect(left().at(-1)?.event).toBe(PlaybackEventKind.LEFT));
  const shown = Object.assign(new Event('pageshow'), { persisted: true });
  await doing(() => window.dispatchEvent(new Event('pageshow')));
  expect(sent('startPlayback')).toHaveLength(1);
  await doing(() => window.dispatchEvent(shown));
  await waitFor(() => expect(sent('startPlayback')).toHaveLength(2));
});
