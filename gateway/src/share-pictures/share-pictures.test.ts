import { existsSync } from 'node:fs';
import { createServer } from 'node:http';
import { Code, ConnectError } from '@connectrpc/connect';
import { jest } from '@jest/globals';
import { memoryRateLimits } from '@marquee/runtime/rate-limits';
import { atEnd } from '@marquee/testing/cleanup';
import { aFilm, anImage, aProfile } from '@marquee/testing/contract-messages';
import { eventually } from '@marquee/testing/eventually';
import { listenLocally } from '@marquee/testing/listen-locally';
import { recordingLog } from '@marquee/testing/recording-log';
import express from 'express';
import { type ShareContent, sharePictureComposer } from './compose-picture.ts';
import { openFontFolder } from './font-files.ts';
import { DrawerBusy, sharePictureDrawer } from './share-picture-drawer.ts';
import { SHARE_PICTURES, sharePictures } from './share-pictures.ts';

const STILL = anImage({ uri: '/media/images/still', widths: [640, 1280, 2560] });

/** The size in the header of a PNG. */
const sizeOf = (png: Buffer) => [png.toString('latin1', 1, 4), png.readUInt32BE(16), png.readUInt32BE(20)];

async function listen(app: ReturnType<typeof express>): Promise<string> {
  const server = createServer(app);
  const url = `http://127.0.0.1:${await listenLocally(server)}`;
  atEnd(() => {
    server.closeAllConnections();
    server.close();
  });
  return url;
}

function setUpComposer() {
  const folder = openFontFolder();
  atEnd(folder.remove);
  return sharePictureComposer(folder.path).compose;
}

async function setUp() {
  const state = {
    film: aFilm({ version: 1n, trailerThumbnail: STILL }) as ReturnType<typeof aFilm> | undefined,
    profile: undefined as ReturnType<typeof aProfile> | undefined,
    error: undefined as unknown,
    drawn: [] as ShareContent[],
    imagePaths: [] as string[],
    imageStatus: 200,
    image: Buffer.from('jpeg'),
    asked: 0,
    address: '192.0.2.1',
    drawError: undefined as Error | undefined,
  };
  const { log, said } = recordingLog();
  const media = express();
  media.use((request, response) => {
    state.imagePaths.push(request.url);
    response.status(state.imageStatus).end(state.image);
  });
  const pictures = sharePictures({
    things: {
      catalogue: {
        getFilm: async () => {
          state.asked += 1;
          if (state.error) throw state.error;
          return { $typeName: 'film.v1.GetFilmResponse', ...(state.film && { film: state.film }) };
        },
      },
      people: {
        getProfile: async () => ({
          $typeName: 'identity.v1.GetProfileResponse',
          ...(state.profile && { profile: state.profile }),
        }),
      },
    },
    drawer: {
      draw: async (content) => {
        if (state.drawError) throw state.drawError;
        state.drawn.push(content);
        return Buffer.from('png');
      },
    },
    mediaUrl: await listen(media),
    limits: memoryRateLimits(),
    addressOf: () => state.address,
    log,
  });
  const app = express();
  app.get(SHARE_PICTURES, (request, response, next) => void pictures(request, response).catch(next));
  const url = await listen(app);
  const get = (path = '/share/films/f1.png', headers: Record<string, string> = {}) => fetch(url + path, { headers });
  return { state, get, said };
}

test('a film’s picture shows its still, title, director and year; it is drawn once for each version [PRO-19:pictures]', async () => {
  const { state, get } = await setUp();
  const answers = await Promise.all([get(), get(), get()]);
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
  expect(answers[0]?.headers.get('content-type')).toBe('image/png');
  expect(state.imagePaths).toEqual(['/media/images/still/1280.jpg']);
  expect(state.drawn).toHaveLength(1);
  expect(state.drawn[0]).toMatchObject({ title: 'Salt', line: 'Ana Souto · 2026', image: { shape: 'still' } });

  await get();
  const etag = answers[0]?.headers.get('etag') ?? '';
  expect((await get(undefined, { 'if-none-match': etag })).status).toBe(304);
  expect(state.drawn).toHaveLength(1);
  state.film = aFilm({ version: 2n, filmTitle: 'Sal', trailerThumbnail: STILL });
  expect((await get(undefined, { 'if-none-match': etag })).status).toBe(200);
  expect(state.drawn[1]?.title).toBe('Sal');
});

test('a profile’s picture shows its portrait, name, talents and place, a film’s without a still its poster [PRO-19:pictures]', async () => {
  const { state, get } = await setUp();
  state.profile = aProfile({ version: 1n });
  expect((await get('/share/profiles/p1.png')).status).toBe(200);
  expect(state.imagePaths).toEqual(['/media/images/p1/320.jpg']);
  expect(state.drawn[0]).toEqual({
    ...{ kind: 'profile', title: 'Inês Carvalho', line: 'Director, Editor · Porto, Portugal' },
    image: { shape: 'portrait', jpeg: Buffer.from('jpeg') },
  });
  state.profile = aProfile({ version: 2n, profilePicture: '', country: '', talents: [] });
  const answer = await get('/share/profiles/p1.png');
  expect(answer.headers.get('cache-control')).toBe('public, max-age=300');
  expect(state.drawn[1]).toEqual({ kind: 'profile', title: 'Inês Carvalho', line: 'Porto' });

  const poster = anImage({ uri: '/media/images/poster', widths: [1920, 2560] });
  state.film = aFilm({ version: 2n, trailerThumbnail: anImage({ widths: [] }), poster });
  await get();
  expect(state.drawn[2]?.image?.shape).toBe('poster');
  // The smallest, where none is as small as the picture.
  expect(state.imagePaths.at(-1)).toBe('/media/images/poster/1920.jpg');
  state.film = undefined;
  expect((await get()).status).toBe(404);
});

test('a still of more than 2 MiB or of another place is left out', async () => {
  const { state, get } = await setUp();
  const mebibytes = 2 * 1024 * 1024;
  for (const [version, bytes] of [mebibytes, mebibytes + 1].entries()) {
    state.image = Buffer.alloc(bytes);
    state.film = aFilm({ version: BigInt(version), trailerThumbnail: STILL });
    expect((await get()).status).toBe(200);
  }
  expect(state.drawn.map(({ image }) => image?.jpeg.length)).toEqual([mebibytes, undefined]);
  state.film = aFilm({ version: 3n, trailerThumbnail: anImage({ uri: '/elsewhere', widths: [640] }) });
  expect((await get()).headers.get('cache-control')).toBe('no-store');
  expect(state.imagePaths).toHaveLength(2);
});

test('what a visitor cannot see has no picture: an unpublished film, a private profile, another kind [PRO-19:pictures]', async () => {
  const { state, get } = await setUp();
  expect((await get()).status).toBe(200);
  for (const code of [Code.NotFound, Code.FailedPrecondition, Code.PermissionDenied, Code.InvalidArgument]) {
    state.error = new ConnectError('not for visitors', code);
    const answer = await get();
    expect([answer.status, answer.headers.get('cache-control')]).toEqual([404, 'no-store']);
  }
  state.error = undefined;
  expect((await get('/share/profiles/p1.png')).status).toBe(404);
  expect((await get('/share/constructor/p1.png')).status).toBe(404);
  state.error = new ConnectError('down', Code.Unavailable);
  expect((await get()).status).toBe(503);
});

test('without its still a picture is drawn all the same, and drawn again once the still is there', async () => {
  const { state, get } = await setUp();
  state.imageStatus = 503;
  const answer = await get();
  expect([answer.status, answer.headers.get('cache-control')]).toEqual([200, 'no-store']);
  expect(state.drawn[0]?.image).toBeUndefined();
  state.imageStatus = 200;
  await get();
  expect(state.drawn[1]?.image).toBeDefined();
});

test('an address has 30 drawings a minute, and nobody waits behind a long line', async () => {
  const { state, get } = await setUp();
  for (let version = 1n; version <= 30n; version += 1n) {
    state.film = aFilm({ version });
    expect((await get()).status).toBe(200);
  }
  state.film = aFilm({ version: 31n });
  expect((await get()).status).toBe(429);
  for (let version = 31n; version <= 61n; version += 1n) {
    state.address = `2001:db8::${version}`;
    state.film = aFilm({ version });
    expect([version, (await get()).status]).toEqual([version, version <= 60n ? 200 : 429]);
  }
  // What is drawn already costs nothing.
  state.film = aFilm({ version: 30n });
  expect((await get()).status).toBe(200);

  const other = await setUp();
  other.state.drawError = new DrawerBusy();
  const busy = await other.get();
  expect([busy.status, busy.headers.get('retry-after')]).toEqual([503, '5']);
  expect(other.said()).toEqual([]);
  other.state.drawError = new Error('no fonts');
  expect((await other.get()).status).toBe(503);
  expect(other.said()).toEqual(['a share picture could not be drawn']);
});

test('an address asks 120 times a minute, also for what there is not; its services are not asked more often', async () => {
  const { state, get } = await setUp();
  state.error = new ConnectError('no film', Code.NotFound);
  const ofLine = async (host: number) => {
    state.address = `2001:db8::${host.toString(16)}`;
    return (await get(`/share/films/f${host}.png`)).status;
  };
  for (let host = 1; host <= 120; host += 1) expect([host, await ofLine(host)]).toEqual([host, 404]);
  expect([await ofLine(121), state.asked]).toEqual([429, 120]);
  state.address = '192.0.2.2';
  expect((await get()).status).toBe(404);
});

test('a picture is a PNG of 1200 by 630 pixels, drawn in a thread; more than 16 do not wait [PRO-19:pictures]', async () => {
  const drawer = sharePictureDrawer();
  atEnd(() => drawer.close());
  const content = { kind: 'film', title: 'حارس المنارة 日本 🎬 <&"', line: 'A & B · 2026' } as const;
  const png = Buffer.from(await drawer.draw(content));
  expect(sizeOf(png)).toEqual(['PNG', 1200, 630]);
  const many = await Promise.allSettled(Array.from({ length: 17 }, () => drawer.draw(content)));
  expect(many.filter(({ status }) => status === 'rejected')).toHaveLength(1);
}, 30_000);

/** Timeouts pass when a test says so: a machine that does much else starts threads late. */
function stillTimeouts() {
  jest.useFakeTimers({ doNotFake: ['nextTick', 'setImmediate', 'queueMicrotask', 'performance', 'Date'] });
}
afterEach(() => void jest.useRealTimers());

test('a thread that hangs or fails is replaced, and the picture after it is drawn', async () => {
  const script = `
    import { parentPort } from 'node:worker_threads';
    parentPort.on('message', ({ id, content }) => {
      if (content.title === 'hang') for (;;) {}
      if (content.title === 'fail') process.exit(1);
      if (content.title === 'throw') throw new Error('no fonts');
      parentPort.postMessage({ id, png: new Uint8Array([1]) });
    });`;
  const drawer = sharePictureDrawer(new URL(`data:text/javascript,${encodeURIComponent(script)}`));
  atEnd(() => drawer.close());
  const draw = (title: string) => drawer.draw({ kind: 'film', title, line: '' });
  stillTimeouts();
  const two = Promise.allSettled([draw('hang'), draw('Salt')]);
  jest.advanceTimersByTime(10_000);
  const [hung, drawn] = await two;
  expect([hung.status, drawn.status]).toEqual(['rejected', 'fulfilled']);
  const [failed, after] = await Promise.allSettled([draw('fail'), draw('Salt')]);
  expect([failed.status, after.status]).toEqual(['rejected', 'fulfilled']);
  await expect(draw('throw')).rejects.toThrow('no fonts');
  const left = Promise.allSettled([draw('hang'), draw('Salt')]);
  await drawer.close();
  expect(await left).toMatchObject([{ reason: expect.any(DrawerBusy) }, { reason: expect.any(DrawerBusy) }]);
}, 30_000);

test('the folder of a thread’s fonts is removed when the thread fails, hangs or is no longer needed', async () => {
  const script = `
    import { parentPort, workerData } from 'node:worker_threads';
    parentPort.on('message', ({ id, content }) => {
      if (content.title === 'hang') for (;;) {}
      if (content.title === 'fail') process.exit(1);
      parentPort.postMessage({ id, png: new TextEncoder().encode(workerData.fontFolder) });
    });`;
  const drawer = sharePictureDrawer(new URL(`data:text/javascript,${encodeURIComponent(script)}`));
  atEnd(() => drawer.close());
  const draw = async (title: string) => new TextDecoder().decode(await drawer.draw({ kind: 'film', title, line: '' }));
  const hang = () => {
    const hung = draw('hang').catch(() => {});
    jest.advanceTimersByTime(10_000);
    return hung;
  };
  for (const end of [hang, () => draw('fail').catch(() => {}), () => drawer.close()]) {
    stillTimeouts();
    const folder = await draw('Salt');
    expect(existsSync(folder)).toBe(true);
    await end();
    jest.useRealTimers();
    await eventually(() => !existsSync(folder));
  }
}, 30_000);

test('a picture has ten seconds of its own, and a thread ends after a minute without one', async () => {
  const script = `
    import { parentPort, workerData } from 'node:worker_threads';
    parentPort.on('message', ({ id, content }) => {
      if (content.title !== 'wait') parentPort.postMessage({ id, png: new TextEncoder().encode(workerData.fontFolder) });
    });`;
  const drawer = sharePictureDrawer(new URL(`data:text/javascript,${encodeURIComponent(script)}`));
  atEnd(() => drawer.close());
  const draw = async (title: string) => new TextDecoder().decode(await drawer.draw({ kind: 'film', title, line: '' }));
  stillTimeouts();
  const folder = await draw('Salt');
  jest.advanceTimersByTime(9_999);
  const late = draw('wait').catch((error: Error) => error.message);
  jest.advanceTimersByTime(9_999);
  expect(existsSync(folder)).toBe(true);
  jest.advanceTimersByTime(1);
  expect(await late).toBe('a share picture took too long');
  const last = await draw('Salt');
  jest.advanceTimersByTime(60_000);
  jest.useRealTimers();
  await eventually(() => !existsSync(folder) && !existsSync(last));
}, 30_000);

test('a still fills the picture; a poster and a portrait stand whole on the right, beside the texts', () => {
  const compose = setUpComposer();
  const composed = (shape: 'still' | 'poster' | 'portrait') => {
    const svg = compose({
      ...{ kind: 'film', title: 'Wonderful '.repeat(60), line: '', image: { shape, jpeg: Buffer.from('x') } },
    });
    const [, x, y, width, height] =
      /<image x="([\d.]+)" y="([\d.]+)" width="([\d.]+)" height="([\d.]+)"/.exec(svg) ?? [];
    const texts = [...svg.matchAll(/<text x="([\d.]+)"[^>]*fill="#f5eee3"/g)].map(([, left]) => Number(left));
    return { image: [x, y, width, height].map(Number), left: Math.min(...texts), right: Math.max(...texts) };
  };
  expect(composed('still')).toMatchObject({ image: [0, 0, 1200, 630], left: 72 });
  for (const shape of ['poster', 'portrait'] as const) {
    const { image, left, right } = composed(shape);
    const [x = 0, y = 0, width = 0, height = 0] = image;
    expect([shape, x + width, left]).toEqual([shape, 1128, 72]);
    expect(y).toBeGreaterThanOrEqual(0);
    expect(y + height).toBeLessThanOrEqual(630);
    expect(width / height).toBeCloseTo(shape === 'poster' ? 2 / 3 : 1);
    expect(right).toBeLessThan(x - 72);
  }
});

test('letters of several scripts come from the fonts that have them; what none has is not drawn as boxes', () => {
  const compose = setUpComposer();
  const familiesOf = (title: string) => {
    const svg = compose({ kind: 'profile', title, line: '' });
    return [...svg.matchAll(/font-family="([\w-]+)" font-size="[\d.]+" fill="#f5eee3"/g)].map(([, family]) => family);
  };
  expect(familiesOf('Zoë')).toEqual(['fraunces-latin']);
  expect(new Set(familiesOf('Nguyễn Ő'))).toEqual(
    new Set(['fraunces-latin', 'fraunces-vietnamese', 'fraunces-latin-ext']),
  );
  expect(familiesOf('Ελλάδα')).toEqual(['inter-greek']);
  expect(familiesOf('Хранитель')).toEqual(['inter-cyrillic']);
  expect(familiesOf('حارس')).toEqual(['noto-sans-arabic-arabic']);
  expect(familiesOf('😀 Zoë 👩🏽‍🎤')).toEqual(['fraunces-latin']);
  expect(familiesOf('山田太郎')).toEqual([]);
  expect(familiesOf('Zoë 山田')).toEqual([]);
  expect(familiesOf('😀')).toEqual([]);
});

test('a title stays within the picture, however long it is; right-to-left texts begin on the right', () => {
  const compose = setUpComposer();
  const placesOf = (title: string) => {
    const svg = compose({ kind: 'film', title, line: '' });
    return [...svg.matchAll(/<text x="([\d.-]+)" y="([\d.]+)"[^>]*fill="#f5eee3">([^<]*)/g)].map(([, x, y, text]) => ({
      ...{ x: Number(x), y: Number(y), text },
    }));
  };
  for (const title of ['W'.repeat(200), 'a '.repeat(400), 'Wonderful '.repeat(60)]) {
    const places = placesOf(title);
    expect(places.length).toBeGreaterThan(0);
    for (const { x, y } of places) {
      expect(x).toBeGreaterThanOrEqual(72);
      expect(x).toBeLessThan(1128);
      expect(y).toBeLessThan(622);
    }
  }
  const [first, second] = placesOf('حارس المنارة');
  expect([first?.text, second?.text]).toEqual(['حارس', 'المنارة']);
  expect(first?.x).toBeGreaterThan(second?.x ?? 0);
  // A name of the other direction keeps its own order.
  const mixed = placesOf('حارس Ana Sousa').toSorted((a, b) => a.x - b.x);
  expect(mixed.map(({ text }) => text)).toEqual(['Ana', 'Sousa', 'حارس']);
});
