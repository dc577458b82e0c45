import '../../testing/video-element.ts';
import { jest } from '@jest/globals';
import { TextBackground, TextColour, TextSize } from '@marquee/contracts/film/v1/watch_pb';
import { TextTrackKind } from '@marquee/contracts/media/v1/media_pb';
import { atEnd } from '@marquee/testing/cleanup';
import { cleanup, fireEvent, render, screen, within } from '@testing-library/react';
import * as fake from '../../testing/fake-playing.ts';
import { doing, press, showPage } from '../../testing/show-page.tsx';
import { Toaster } from '../../ui/toaster.tsx';
import { NO_ENGINE_TRACKS } from './engine.ts';
import { Playback, type PlaybackSource } from './playback.ts';
import { Player, type PlayerProps } from './player.tsx';

const { engine, sourceOf } = fake;
const FRENCH = { id: '7', language: 'fr', kind: TextTrackKind.SUBTITLES, isDefault: false, file: 'text-7.vtt' };
const ENGLISH = { id: 'en', label: 'English', language: 'en', isDescription: false };
const PORTUGUESE = { id: 'pt', label: 'Portuguese', language: 'pt', isDescription: false };
const DESCRIBED = { ...PORTUGUESE, id: 'pt-described', label: 'Audio description (Portuguese)', isDescription: true };

/** A film that plays in a player of 300 by 200 pixels. */
async function open(props: Partial<PlayerProps> = {}, part: Partial<PlaybackSource> = {}) {
  const playback = new Playback(sourceOf(part));
  await showPage(
    <Player
      {...{ playback, source: sourceOf(), title: 'Salt', trickplayUrl: '', filmHref: '/feed/f1', watchHref: '/watch' }}
      {...props}
    />,
  );
  const element = screen.getByLabelText('Salt', { selector: 'video' }) as HTMLVideoElement;
  const surface = element.nextElementSibling as HTMLElement;
  surface.getBoundingClientRect = () => ({ left: 0, right: 300, width: 300, height: 200 }) as DOMRect;
  await doing(() => {
    for (const name of ['durationchange', 'loadeddata']) element.dispatchEvent(new Event(name));
    playback.store.set({ duration: 600 });
  });
  return { playback, element, surface, player: screen.getByRole('region', { name: 'Player: Salt' }) };
}

let now = 10_000;
/** An event of a pointer, as a browser makes it. */
function pointer(target: Element, type: string, { by = 'touch', x = 150, afterMs = 1_000 } = {}) {
  now += afterMs;
  const send = (name: string, properties: PropertyDescriptorMap) => {
    const event = new MouseEvent(name, { bubbles: true, clientX: x });
    Object.defineProperties(event, { timeStamp: { value: now }, ...properties });
    target.dispatchEvent(event);
  };
  const pointerType = { value: by };
  return doing(() => {
    if (!type.endsWith('click')) return send(type, { pointerType });
    // Not every browser says with a click by which pointer it was made.
    send('pointerdown', { pointerType });
    send(type, {});
  });
}
const key = (name: string, target: Element = document.body) => doing(() => fireEvent.keyDown(target, { key: name }));
const isHidden = (player: HTMLElement) => player.classList.contains('cursor-none');
const passes = (ms: number) => doing(() => jest.advanceTimersByTime(ms));

beforeEach(() => localStorage.clear());
afterEach(() => {
  cleanup();
  jest.useRealTimers();
  jest.clearAllMocks();
});

describe('a finger on the film', () => {
  test('hides the controls and brings them back', async () => {
    const { player, surface, element } = await open();
    await pointer(surface, 'click');
    expect(isHidden(player)).toBe(true);
    await pointer(surface, 'click');
    expect(isHidden(player)).toBe(false);
    expect(element.paused).toBe(false);
  });

  test.each([
    ['the left third', 90, 90],
    ['the right third', 210, 110],
    ['the middle', 150, 100],
    ['the edge of the middle', 100, 100],
  ])('twice on %s jumps by ten seconds, or does not', async (_where, x, second) => {
    const { element, surface, playback, player } = await open();
    await doing(() => playback.seek(100));
    await pointer(surface, 'click', { x });
    expect(element.currentTime).toBe(100);
    await pointer(surface, 'click', { x, afterMs: 299 });
    expect(element.currentTime).toBe(second);
    if (second !== 100) expect(isHidden(player)).toBe(false);
  });

  test('twice on the middle of a film without controls shows and hides them', async () => {
    const { surface, player } = await open();
    await pointer(surface, 'click');
    await pointer(surface, 'click');
    expect(isHidden(player)).toBe(false);
    await pointer(surface, 'click', { afterMs: 100 });
    expect(isHidden(player)).toBe(true);
  });

  test.each([
    ['slowly', { x: 90, afterMs: 300 }],
    ['on two sides', { x: 210, afterMs: 100 }],
  ])('twice, but %s, does not jump', async (_how, second) => {
    const { element, surface, playback } = await open();
    await doing(() => playback.seek(100));
    await pointer(surface, 'click', { x: 90 });
    await pointer(surface, 'click', second);
    expect(element.currentTime).toBe(100);
  });
});

test('the still stands behind the film until its first picture', async () => {
  const still = { uri: '/images/still', width: 1280, height: 720, widths: [480, 1280] };
  const source = fake.sourceOf();
  const playback = new Playback(source);
  const props = { trickplayUrl: '', filmHref: '/feed/f1', watchHref: '/watch' };
  await showPage(<Player {...{ playback, source, title: 'Salt', still }} {...props} />);
  const shown = () => document.querySelector('img')?.getAttribute('src');
  expect(shown()).toBe('/images/still/480.jpg');
  await doing(() => screen.getByLabelText('Salt', { selector: 'video' }).dispatchEvent(new Event('loadeddata')));
  expect(shown()).toBeUndefined();
});

test('a click of a mouse plays and pauses', async () => {
  const { element, surface } = await open();
  expect(element.paused).toBe(false);
  await pointer(surface, 'click', { by: 'mouse' });
  expect(element.paused).toBe(true);
});

test('two clicks are full screen; two taps are not', async () => {
  const { surface, player } = await open();
  const requestFullscreen = jest.fn(async () => {});
  Object.assign(player, { requestFullscreen });
  Object.defineProperty(window.screen, 'orientation', { value: {}, configurable: true });
  await pointer(surface, 'dblclick', { by: 'touch' });
  expect(requestFullscreen).not.toHaveBeenCalled();
  await pointer(surface, 'dblclick', { by: 'mouse' });
  expect(requestFullscreen).toHaveBeenCalledTimes(1);
});

test('full screen turns a phone on its side, unless the film stands upright', async () => {
  const { element, surface, player } = await open();
  const lock = jest.fn(async () => {});
  Object.assign(player, { requestFullscreen: async () => {} });
  Object.defineProperty(window.screen, 'orientation', { value: { lock }, configurable: true });
  const turnsFor = async (videoWidth: number, videoHeight: number) => {
    lock.mockClear();
    for (const [name, value] of Object.entries({ videoWidth, videoHeight })) {
      Object.defineProperty(element, name, { value, configurable: true });
    }
    await pointer(surface, 'dblclick', { by: 'mouse' });
    return lock.mock.calls;
  };
  expect(await turnsFor(1_920, 1_080)).toEqual([['landscape']]);
  expect(await turnsFor(1_080, 1_080)).toEqual([['landscape']]);
  expect(await turnsFor(1_080, 1_920)).toEqual([]);
});

describe('controls', () => {
  async function idle() {
    jest.useFakeTimers();
    const film = await open();
    await passes(3_000);
    expect(isHidden(film.player)).toBe(true);
    return film;
  }

  test('hide while a film plays without input for 2.8 s', async () => {
    jest.useFakeTimers();
    const { player } = await open();
    await pointer(player, 'pointermove', { by: 'mouse' });
    await passes(2_799);
    expect(isHidden(player)).toBe(false);
    await passes(1);
    expect(isHidden(player)).toBe(true);
  });

  test('take clicks only while they are shown: the way back, those in the middle and the bar', async () => {
    const { player } = await idle();
    const live = () => player.querySelectorAll('[class*="pointer-events-auto"]').length;
    expect(live()).toBe(0);
    await key('m');
    expect(live()).toBe(3);
  });

  test.each([
    ['the mouse moves', (player: HTMLElement) => pointer(player, 'pointermove', { by: 'mouse' })],
    ['a key is pressed', (player: HTMLElement) => key('Shift', player)],
    ['a key of the film is pressed anywhere', () => key('m')],
    ['something gets the focus', (player: HTMLElement) => doing(() => fireEvent.focusIn(player))],
  ])('appear when %s, and hide again', async (_what, does) => {
    const { player } = await idle();
    await does(player);
    expect(isHidden(player)).toBe(false);
    await passes(2_000);
    await does(player);
    await passes(2_799);
    expect(isHidden(player)).toBe(false);
    await passes(1);
    expect(isHidden(player)).toBe(true);
  });

  test('do not follow a finger that moves', async () => {
    const { player } = await idle();
    await pointer(player, 'pointermove', { by: 'touch' });
    expect(isHidden(player)).toBe(true);
  });

  test('are shown by the first tap, which does nothing else, and hidden by the next [WAT-12:touch]', async () => {
    const { player, surface, element } = await idle();
    const position = element.currentTime;
    // What a browser sends for a tap where the focus was elsewhere.
    const tap = async () => {
      await pointer(surface, 'pointerdown');
      let moves = true;
      await doing(() => {
        moves = fireEvent.mouseDown(surface);
      });
      if (moves) await doing(() => fireEvent.focusIn(player));
      expect(moves).toBe(false);
      await pointer(surface, 'click');
    };
    await tap();
    expect(isHidden(player)).toBe(false);
    expect([element.paused, element.currentTime]).toEqual([false, position]);
    await tap();
    expect(isHidden(player)).toBe(true);
    expect(element.paused).toBe(false);
  });

  test('that something else shows while the finger is down stay with its tap [WAT-12:touch]', async () => {
    const { player, surface } = await idle();
    await pointer(surface, 'pointerdown');
    await doing(() => fireEvent.focusIn(player));
    await doing(() => fireEvent.click(surface));
    expect(isHidden(player)).toBe(false);
  });

  test('hide at once when the mouse leaves, not when a finger does', async () => {
    const { player } = await idle();
    await pointer(player, 'pointermove', { by: 'mouse' });
    await pointer(player, 'pointerleave', { by: 'touch' });
    expect(isHidden(player)).toBe(false);
    await pointer(player, 'pointerleave', { by: 'mouse' });
    expect(isHidden(player)).toBe(true);
  });

  test.each([
    ['the film stands', (film: Awaited<ReturnType<typeof open>>) => doing(() => film.element.pause())],
    ['the list of keys is open', () => key('?')],
    ['the settings are open', () => press('Settings')],
  ])('stay while %s', async (_why, does) => {
    jest.useFakeTimers();
    const film = await open();
    await does(film);
    await passes(10_000);
    expect(isHidden(film.player)).toBe(false);
  });
});

test('keys that somebody else has used, or of another part of the page, are not the film’s', async () => {
  const { element, player } = await open();
  const elsewhere = document.body.appendChild(document.createElement('div'));
  await key('k', elsewhere);
  expect(element.paused).toBe(false);
  const event = new KeyboardEvent('keydown', { key: 'k', bubbles: true, cancelable: true });
  event.preventDefault();
  await doing(() => document.body.dispatchEvent(event));
  expect(element.paused).toBe(false);
  const title = document.body.appendChild(document.createElement('main'));
  await key('k', title);
  expect(element.paused).toBe(true);
  await key('k', player);
  expect(element.paused).toBe(false);
  title.remove();
  elsewhere.remove();
});

test('a key of the film does nothing else on the page; any other key does', async () => {
  await open();
  expect(fireEvent.keyDown(document.body, { key: 'm' })).toBe(false);
  expect(fireEvent.keyDown(document.body, { key: 'x' })).toBe(true);
});

test('keys turn subtitles on, and open picture in picture [WAT-12:picture-in-picture]', async () => {
  const { element, playback } = await open({}, { textFiles: [FRENCH] });
  await key('c');
  expect(playback.store.get().tracks.textTrack).toBe('7');
  element.requestPictureInPicture = jest.fn(async () => ({}) as PictureInPictureWindow);
  await key('i');
  expect(element.requestPictureInPicture).toHaveBeenCalledTimes(1);
});

test('what the viewer waits for is said', async () => {
  const { playback } = await open();
  expect(screen.queryByRole('status')).toBeNull();
  await doing(() => playback.store.set({ buffering: true }));
  expect(screen.getByRole('status').textContent).toBe('Waiting for the film');
  await doing(() => playback.store.set({ loading: true }));
  expect(screen.getByRole('status').textContent).toBe('The film is loading');
});

test('quality, sound and subtitles are chosen in the settings', async () => {
  const { playback } = await open({}, { textFiles: [FRENCH] });
  const textTrack = () => playback.store.get().tracks.textTrack;
  const tracks = {
    qualities: [
      { id: 'high', label: '1080p', height: 1080, lines: 1080 },
      { id: 'low', label: '720p', height: 720, lines: 720 },
    ],
    ...{ quality: undefined, playingHeight: 720 },
    ...{ audio: [PORTUGUESE, ENGLISH], audioTrack: 'pt' },
  };
  await doing(() => fake.reports.onTracks(tracks));
  await press('Settings');
  const menu = within(await screen.findByRole('dialog', { name: 'Settings of the player' }));
  const isChosen = (name: string) => (menu.getByRole('radio', { name }) as HTMLInputElement).checked;
  const choose = (name: string) => doing(() => fireEvent.click(menu.getByRole('radio', { name })));
  expect(['Automatic (720p)', '1080p', 'Portuguese', 'English', 'Off', 'French'].map(isChosen)).toEqual([
    ...[true, false, true, false],
    ...[true, false],
  ]);
  await choose('1080p');
  expect(engine.chooseQuality).toHaveBeenLastCalledWith('high');
  await choose('English');
  expect(engine.chooseAudio).toHaveBeenLastCalledWith('en');
  await choose('French');
  expect(textTrack()).toBe('7');

  await doing(() => fake.reports.onTracks({ ...tracks, quality: 'high' }));
  expect(isChosen('1080p')).toBe(true);
  await choose('Automatic');
  expect(engine.chooseQuality).toHaveBeenLastCalledWith(undefined);
  await choose('Off');
  expect(textTrack()).toBeUndefined();
});

test('one sound is no choice; subtitles have a button that says whether they are on', async () => {
  await open();
  expect(screen.queryByRole('button', { name: 'Subtitles' })).toBeNull();
  cleanup();
  await open({}, { textFiles: [FRENCH] });
  await doing(() => fake.reports.onTracks({ ...NO_ENGINE_TRACKS, audio: [PORTUGUESE] }));
  expect(screen.getByRole('button', { name: 'Subtitles' }).getAttribute('aria-pressed')).toBe('false');
  await press('Subtitles');
  expect(screen.getByRole('button', { name: 'Subtitles' }).getAttribute('aria-pressed')).toBe('true');
  await press('Settings');
  const menu = within(await screen.findByRole('dialog', { name: 'Settings of the player' }));
  expect(menu.queryByRole('group', { name: 'Audio' })).toBeNull();
});

test("the size, colour and contrast of subtitles are the viewer's, also for the next film [WAT-12:subtitles]", async () => {
  const look = ({ dataset: { textSize, textColour, textBackground } }: HTMLVideoElement) => ({
    ...{ textSize, textColour, textBackground },
  });
  const { element } = await open({}, { textFiles: [FRENCH] });
  expect(look(element)).toEqual({ textSize: 'medium', textColour: 'white', textBackground: 'shade' });
  await press('Settings');
  const menu = within(await screen.findByRole('dialog', { name: 'Settings of the player' }));
  for (const name of ['Very large', 'Yellow', 'Black']) {
    await doing(() => fireEvent.click(menu.getByRole('radio', { name })));
  }
  const chosen = { textSize: 'huge', textColour: 'yellow', textBackground: 'solid' };
  expect(look(element)).toEqual(chosen);
  cleanup();
  expect(look((await open({}, { textFiles: [FRENCH] })).element)).toEqual(chosen);
});

test('the sound that was chosen is chosen for the next film too [WAT-12:audio]', async () => {
  const tracks = { ...NO_ENGINE_TRACKS, audio: [PORTUGUESE, ENGLISH], audioTrack: 'pt' };
  const { playback } = await open();
  await doing(() => fake.reports.onTracks(tracks));
  expect(engine.chooseAudio).not.toHaveBeenCalled();
  await doing(() => playback.chooseAudio('en'));
  cleanup();
  engine.chooseAudio.mockClear();
  await open();
  await doing(() => fake.reports.onTracks(tracks));
  expect(engine.chooseAudio.mock.calls).toEqual([['en']]);
  await doing(() => fake.reports.onTracks(tracks));
  expect(engine.chooseAudio).toHaveBeenCalledTimes(1);
});

test('audio description stands in the menu, and the next film that has one begins with it [SET-14:audio-description]', async () => {
  const tracks = { ...NO_ENGINE_TRACKS, audio: [PORTUGUESE, DESCRIBED, ENGLISH], audioTrack: 'pt' };
  const onChosen = jest.fn();
  await open({ playback: new Playback(sourceOf(), { onChosen }) });
  await doing(() => fake.reports.onTracks(tracks));
  expect(engine.chooseAudio).not.toHaveBeenCalled();
  await press('Settings');
  const menu = within(await screen.findByRole('dialog', { name: 'Settings of the player' }));
  const sounds = within(menu.getByRole('group', { name: 'Audio' }));
  await doing(() => fireEvent.click(sounds.getByRole('radio', { name: 'Audio description (Portuguese)' })));
  expect(engine.chooseAudio.mock.calls).toEqual([['pt-described']]);
  expect(onChosen.mock.calls).toEqual([[{ audioLanguage: 'pt', audioDescription: true }]]);
  const begins = async (audio: (typeof ENGLISH)[], audioTrack: string) => {
    cleanup();
    engine.chooseAudio.mockClear();
    const playback = new Playback(sourceOf(), { onChosen });
    await open({ playback });
    await doing(() => fake.reports.onTracks({ ...NO_ENGINE_TRACKS, audio, audioTrack }));
    return { playback, chosen: engine.chooseAudio.mock.calls.flat() };
  };
  expect((await begins([ENGLISH, PORTUGUESE, DESCRIBED], 'en')).chosen).toEqual(['pt-described']);
  const other = { ...DESCRIBED, id: 'en-described', language: 'en' };
  expect((await begins([ENGLISH, other], 'en')).chosen).toEqual(['en-described']);

  // A film without one plays its usual sound, and choosing there says nothing about the next.
  const { playback, chosen } = await begins([ENGLISH, PORTUGUESE], 'pt');
  expect(chosen).toEqual([]);
  await doing(() => playback.chooseAudio('pt'));
  expect(onChosen).toHaveBeenLastCalledWith({ audioLanguage: 'pt' });
  const again = await begins(tracks.audio, 'pt');
  expect(again.chosen).toEqual(['pt-described']);
  await doing(() => again.playback.chooseAudio('pt'));
  expect(onChosen).toHaveBeenLastCalledWith({ audioLanguage: 'pt', audioDescription: false });
  expect((await begins(tracks.audio, 'pt-described')).chosen).toEqual(['pt']);
});

test('audio description neither begins nor ends for want of another sound in the language [SET-14:audio-description]', async () => {
  const other = { ...DESCRIBED, id: 'en-described', language: 'en' };
  const onChosen = jest.fn();
  const begins = async (audio: (typeof ENGLISH)[]) => {
    cleanup();
    engine.chooseAudio.mockClear();
    const playback = new Playback(sourceOf(), { onChosen });
    await open({ playback });
    await doing(() => fake.reports.onTracks({ ...NO_ENGINE_TRACKS, audio, audioTrack: 'pt' }));
    return playback;
  };
  // English was chosen, description never: this film has English as a description alone.
  const first = await begins([PORTUGUESE, ENGLISH]);
  await doing(() => first.chooseAudio('en'));
  await begins([PORTUGUESE, DESCRIBED, other]);
  expect(engine.chooseAudio).not.toHaveBeenCalled();
  // Description was chosen, and then a language that has none.
  const playback = await begins([PORTUGUESE, DESCRIBED, ENGLISH]);
  await doing(() => playback.chooseAudio('pt-described'));
  await doing(() => playback.chooseAudio('en'));
  expect(onChosen).toHaveBeenLastCalledWith({ audioLanguage: 'en' });
  await begins([PORTUGUESE, ENGLISH, other]);
  expect(engine.chooseAudio.mock.calls).toEqual([['en-described']]);
});

const LINES = [2160, 1080, 720, 360];
const qualities = LINES.map((lines) => ({ id: `q${lines}`, label: `${lines}p`, height: lines, lines }));

test.each([
  [1080, LINES, 'q1080'],
  [1080, [2160, 720], 'q720'],
  [360, [2160, 720], 'q720'],
])('the quality of %d lines that was chosen is, of a film with %p, %s [WAT-12:quality]', async (kept, has, id) => {
  const { playback } = await open();
  await doing(() => fake.reports.onTracks({ ...NO_ENGINE_TRACKS, qualities }));
  expect(engine.chooseQuality).not.toHaveBeenCalled();
  await doing(() => playback.chooseQuality(`q${kept}`));
  cleanup();
  engine.chooseQuality.mockClear();
  await open();
  const offered = qualities.filter(({ lines }) => has.includes(lines));
  for (let report = 0; report < 2; report += 1) {
    await doing(() => fake.reports.onTracks({ ...NO_ENGINE_TRACKS, qualities: offered }));
  }
  expect(engine.chooseQuality.mock.calls).toEqual([[id]]);
});

test('what is chosen is reported once, and what a film begins with is not [WAT-12:person]', async () => {
  const onChosen = jest.fn();
  const playback = new Playback(sourceOf({ textFiles: [FRENCH] }), { onChosen });
  const { element } = await open({ playback });
  await doing(() => fake.reports.onTracks({ ...NO_ENGINE_TRACKS, qualities, audio: [PORTUGUESE, ENGLISH] }));
  await doing(() => element.dispatchEvent(new Event('volumechange')));
  expect(onChosen).not.toHaveBeenCalled();
  await doing(() => {
    playback.setRate(1.25);
    playback.chooseQuality('q720');
    playback.chooseQuality(undefined);
    playback.chooseAudio('en');
    playback.chooseText('7');
    playback.chooseText(undefined);
    playback.setTextLook({ size: 'large' });
    playback.setSwitch('previews', false);
    element.volume = 0.4;
    element.dispatchEvent(new Event('volumechange'));
  });
  expect(onChosen.mock.calls.flat()).toEqual([
    ...[{ ratePercent: 125 }, { qualityLines: 720 }, { qualityLines: 0 }, { audioLanguage: 'en' }],
    ...[
      { textLanguage: 'fr', textCaptions: false },
      { textLanguage: '', textCaptions: false },
    ],
    { textSize: TextSize.LARGE, textColour: TextColour.WHITE, textBackground: TextBackground.SHADE },
    ...[{ previews: false }, { volumePercent: 40 }],
  ]);
});

test('keys of one letter are turned off, for who speaks to their device; the others stay, also for the next film [WAT-12:keys]', async () => {
  await open();
  await press('Settings');
  const menu = within(await screen.findByRole('dialog', { name: 'Settings of the player' }));
  await doing(() => fireEvent.click(menu.getByRole('switch', { name: /^Keys of one letter/ })));
  cleanup();
  const { element } = await open();
  for (const name of ['k', 'm', '5', '?', '>']) await key(name);
  expect([element.paused, element.muted, element.currentTime]).toEqual([false, false, 0]);
  await key('ArrowRight');
  expect(element.currentTime).toBe(5);
  await key(' ');
  expect(element.paused).toBe(true);
});

test('pictures over the seek bar are turned off, and then not loaded [WAT-12:previews]', async () => {
  const vtt = 'WEBVTT\n\n00:00:00.000 --> 00:00:10.000\nsheet.jpg#xywh=0,0,160,90\n';
  const loads = jest.fn(async (_address: string) => ({
    ok: true,
    text: async () => vtt,
    blob: async () => new Blob(),
  }));
  const before = globalThis.fetch;
  globalThis.fetch = loads as never;
  atEnd(async () => void Object.assign(globalThis, { fetch: before }));
  const { player } = await open({ trickplayUrl: 'thumbnails.vtt' });
  const look = () => {
    const bar = screen.getByRole('slider', { name: 'Position in the film' }).parentElement as HTMLElement;
    bar.getBoundingClientRect = () => ({ left: 0, width: 300 }) as DOMRect;
    return pointer(bar, 'pointermove', { by: 'mouse', x: 1 });
  };
  await look();
  expect(loads.mock.calls.map(([address]) => address)).toEqual([
    expect.stringContaining('/thumbnails.vtt'),
    expect.stringContaining('/sheet.jpg'),
  ]);
  const pictures = () => player.querySelectorAll('[style*="width: 176px"]').length;
  expect(pictures()).toBe(1);
  await press('Settings');
  const menu = within(await screen.findByRole('dialog', { name: 'Settings of the player' }));
  await doing(() => fireEvent.click(menu.getByRole('switch', { name: 'Pictures on the seek bar' })));
  await look();
  expect(pictures()).toBe(0);
  cleanup();
  loads.mockClear();
  await open({ trickplayUrl: 'thumbnails.vtt' });
  expect(loads).not.toHaveBeenCalled();
});

test.each([
  [0.49, 'lucide-volume-1'],
  [0.5, 'lucide-volume-2'],
  [0, 'lucide-volume-x'],
])('a volume of %d has a picture of its own', async (volume, picture) => {
  const { player, playback } = await open();
  await doing(() => playback.store.set({ volume }));
  expect(player.querySelector(`.${picture}`)).toBeTruthy();
});

test('picture in picture is offered where the browser has it', async () => {
  Object.defineProperty(document, 'pictureInPictureEnabled', { value: true, configurable: true });
  const { element } = await open();
  element.requestPictureInPicture = jest.fn(async () => ({}) as PictureInPictureWindow);
  await press('Picture in picture');
  expect(element.requestPictureInPicture).toHaveBeenCalledTimes(1);
  await doing(() => element.dispatchEvent(new Event('enterpictureinpicture')));
  expect(screen.getByRole('button', { name: 'Leave picture in picture' })).toBeTruthy();
  Reflect.deleteProperty(document, 'pictureInPictureEnabled');
  await open();
  expect(screen.queryByRole('button', { name: 'Picture in picture' })).toBeNull();
});

test('the seek bar shows where the mouse would lead, until it leaves', async () => {
  const { player } = await open();
  const bar = screen.getByRole('slider', { name: 'Position in the film' }).parentElement as HTMLElement;
  bar.getBoundingClientRect = () => ({ left: 100, width: 200 }) as DOMRect;
  const shown = () => player.querySelector('.bottom-full')?.textContent;
  const mark = () => player.querySelector<HTMLElement>('.w-px')?.style.left;
  await pointer(bar, 'pointermove', { by: 'touch', x: 150 });
  expect([shown(), mark()]).toEqual([undefined, undefined]);
  await pointer(bar, 'pointermove', { by: 'mouse', x: 150 });
  expect([shown(), mark()]).toEqual(['2:30', '25%']);
  // While it is dragged, the place that it is dragged to counts.
  const isDragged = () => [player.querySelector('.scale-125') !== null, player.querySelector('.h-1\\.5') !== null];
  expect(isDragged()).toEqual([false, false]);
  const slider = screen.getByRole('slider', { name: 'Position in the film' });
  await doing(() => fireEvent.change(slider, { target: { value: '60' } }));
  expect([shown(), mark(), ...isDragged()]).toEqual(['1:00', undefined, true, true]);
  await doing(() => fireEvent.pointerCancel(slider));
  await pointer(bar, 'pointermove', { by: 'mouse', x: 20 });
  expect(shown()).toBe('0:00');
  await pointer(bar, 'pointermove', { by: 'mouse', x: 500 });
  expect(shown()).toBe('10:00');
  await pointer(bar, 'pointerout', { by: 'mouse', x: 20 });
  expect(shown()).toBeUndefined();
});

test('the seek bar cannot be used before the length is known; a key moves the film when it is released', async () => {
  const { playback, element } = await open();
  const bar = screen.getByRole('slider', { name: 'Position in the film' }) as HTMLInputElement;
  await doing(() => fireEvent.change(bar, { target: { value: '50' } }));
  await doing(() => fireEvent.keyUp(bar));
  expect(element.currentTime).toBe(50);
  await doing(() => fireEvent.change(bar, { target: { value: '70' } }));
  await doing(() => fireEvent.blur(bar));
  expect(element.currentTime).toBe(70);
  await doing(() => playback.seek(10));
  await doing(() => fireEvent.keyUp(bar));
  expect(element.currentTime).toBe(10);
  expect(bar.disabled).toBe(false);
  await doing(() => playback.store.set({ duration: 0 }));
  expect(bar.disabled).toBe(true);
});

test('a player that fills the window has a way back of its own, a framed one has not', async () => {
  await open();
  const back = () => screen.queryAllByRole('link').map((link) => link.getAttribute('href'));
  expect(back()).toContain('/feed/f1');
  await open({ framed: true });
  expect(back()).toEqual([]);
});

/** A browser with screens around, as its Remote Playback API shows them. */
class FakeRemote extends EventTarget {
  state = 'disconnected';
  found: ((available: boolean) => void) | undefined;
  prompt = jest.fn(async () => {});
  watchAvailability = jest.fn(async (found: (available: boolean) => void) => {
    this.found = found;
    return 7;
  });
  cancelWatchAvailability = jest.fn(async () => {});
  becomes(state: string, event: string) {
    this.state = state;
    this.dispatchEvent(new Event(event));
  }
}

describe('another screen', () => {
  const remote = { fake: new FakeRemote() };
  beforeEach(() => {
    remote.fake = new FakeRemote();
    Object.defineProperty(HTMLMediaElement.prototype, 'remote', { configurable: true, get: () => remote.fake });
  });
  afterEach(() => void Reflect.deleteProperty(HTMLMediaElement.prototype, 'remote'));
  const button = (name: string) => screen.queryByRole('button', { name });
  const OFFER = 'Play on another screen';

  test('is offered where the browser has found one, and says where the film plays [WAT-12:casting]', async () => {
    const { playback } = await open();
    expect(button(OFFER)).toBeNull();
    await doing(() => remote.fake.found?.(true));
    await press(OFFER);
    expect(remote.fake.prompt).toHaveBeenCalledTimes(1);
    await doing(() => remote.fake.becomes('connecting', 'connecting'));
    expect(screen.getByText('Connecting to the other screen')).toBeTruthy();
    expect(button(OFFER)?.getAttribute('aria-busy')).toBe('true');
    await doing(() => remote.fake.becomes('connected', 'connect'));
    expect(screen.getByText('Playing on the other screen')).toBeTruthy();
    await press('Change or leave the other screen');
    expect(remote.fake.prompt).toHaveBeenCalledTimes(2);
    await doing(() => remote.fake.becomes('disconnected', 'disconnect'));
    expect(screen.queryByText('Playing on the other screen')).toBeNull();
    await doing(() => remote.fake.found?.(false));
    expect(button(OFFER)).toBeNull();
    await playback.destroy();
    expect(remote.fake.cancelWatchAvailability).toHaveBeenCalledWith(7);
  });

  test('is offered by a browser that only looks for screens when it is asked [WAT-12:casting]', async () => {
    remote.fake.watchAvailability.mockRejectedValueOnce(new DOMException('', 'NotSupportedError'));
    await open();
    expect(button(OFFER)).toBeTruthy();
  });

  test.each([
    ['NotFoundError', 'We found no other screen to play on.'],
    ['NetworkError', 'We could not reach the other screen. The film plays on here.'],
    ['NotAllowedError', undefined],
  ])('that cannot be had by %s says %p', async (name, text) => {
    await open();
    await doing(() => remote.fake.found?.(true));
    remote.fake.prompt.mockRejectedValueOnce(new DOMException('', name));
    await doing(() => void render(<Toaster />));
    await press(OFFER);
    // An urgent toast is in the page again for screen readers.
    const said = screen.queryAllByText(/other screen/).map(({ textContent }) => textContent);
    expect([...new Set(said)]).toEqual(text ? [text] : []);
  });
});

test('a browser without other screens offers none [WAT-12:casting]', async () => {
  await open();
  expect(screen.queryByRole('button', { name: 'Play on another screen' })).toBeNull();
});
