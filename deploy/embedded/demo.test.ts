// @requires ffmpeg
// @inputs deploy scripts demo services gateway web admin packages proto tsconfig.base.json

import { setTimeout as delay } from 'node:timers/promises';
import { films as catalogue } from '@marquee/demo/catalogue/catalogue';
import { demoAccounts } from '@marquee/demo/catalogue/people';
import { importedFilm } from '@marquee/demo/import-shapes';
import { watchableFirst } from '@marquee/demo/seed';
import { eventually } from '@marquee/testing/eventually';
import { type TestBrowser, testBrowser } from './testing/test-browser.ts';
import {
  children,
  newFolder,
  removeInstances,
  start,
  TEST_MS_MAX,
  type TestInstance,
  withDatabase,
} from './testing/test-instance.ts';

const FILMS_MIN = 24;
const PEOPLE_MIN = 12;
const PAGES_MS_MAX = 120_000;
// Samples are made at the lowest priority, so a busy machine makes them slowly.
const VIDEO_MS_MAX = 240_000;
const PAGE_MS_MAX = 5_000;
const ASK_MS = 500;
/** The film whose videos are made first. */
const [firstFilm] = watchableFirst(catalogue);
const VIEWER = 'viewer@example.com';

type Access = { action?: string; valid?: boolean; signedUrl?: string };
type Playback = { access: Access; hlsManifest: string; durationMs: number };
type Films = { films?: { id: string; filmTitle: string }[] };

const listed = async (browser: TestBrowser) =>
  (await browser.call<Films>('film.v1.CatalogueService/ListFilms', { pageSize: 50 })).films ?? [];

async function untilListed(browser: TestBrowser) {
  return eventually(async () => {
    const films = await listed(browser);
    if (films.length >= FILMS_MIN) return films;
    await delay(ASK_MS);
    return false;
  }, PAGES_MS_MAX);
}

/** Waits until a film can be watched, within the rate limit of a page. */
async function untilPlayable(browser: TestBrowser, filmId: string): Promise<void> {
  await eventually(async () => {
    const { access } = await browser.call<{ access: Access }>('film.v1.WatchService/GetFilmAccess', { filmId });
    if (access.action === 'PRIMARY_ACTION_WATCH' || access.action === 'PRIMARY_ACTION_UNLOCK') return true;
    await delay(ASK_MS);
    return false;
  }, VIDEO_MS_MAX);
}

/** Fetches a film as a player would: manifest, one rendition, its segments. Returns the number of bytes. */
async function fetchFilm(browser: TestBrowser, { access, hlsManifest }: Playback): Promise<number> {
  const text = async (path: string) => {
    const response = await browser.request(path);
    expect(response.status).toBe(200);
    return response.text();
  };
  const folder = access.signedUrl ?? '';
  const master = await text(folder + hlsManifest);
  const rendition = /^[^#\s].*\.m3u8$/m.exec(master)?.[0] ?? '';
  const playlist = await text(folder + rendition);
  const init = /#EXT-X-MAP:URI="([^"]+)"/.exec(playlist)?.[1] ?? '';
  const segments = playlist.split('\n').filter((line) => line !== '' && !line.startsWith('#'));
  expect(segments.length).toBeGreaterThan(0);
  const base = rendition.includes('/') ? rendition.slice(0, rendition.lastIndexOf('/') + 1) : '';
  let bytes = 0;
  for (const name of [init, ...segments]) {
    const response = await browser.request(folder + base + name);
    expect(response.status).toBe(200);
    bytes += (await response.arrayBuffer()).byteLength;
  }
  return bytes;
}

// Both tests are of one site: making its samples twice would take a minute of CPU.
let dir: string;
let instance: TestInstance;

beforeAll(async () => {
  dir = await newFolder();
  instance = await start(dir, { SEED: '1' });
}, TEST_MS_MAX);

afterAll(removeInstances, TEST_MS_MAX);

test(
  'an empty folder becomes a site with its own database and sample films with pictures, all of which play in the end [SYS-01]',
  async () => {
    for (const { email } of demoAccounts) expect(instance.output()).toContain(email);
    const visitor = testBrowser(instance.url);
    // The site is usable before the films are there.
    expect(await visitor.page('/')).toBe(200);

    const films = await untilListed(visitor);
    const pictures = await eventually(async () => {
      const html = await (await visitor.request('/')).text();
      const shown = films.filter(({ id }) => html.includes(`/feed/${id}`));
      const found = new Set([...html.matchAll(/<img\b[^>]*?\bsrc="([^"]+)"/g)].map(([, src]) => src ?? ''));
      if (shown.length >= FILMS_MIN && found.size >= FILMS_MIN) return found;
      await delay(ASK_MS);
      return false;
    }, PAGES_MS_MAX);
    for (const src of pictures) {
      const response = await visitor.request(src.replaceAll('&amp;', '&'));
      expect([response.status, response.headers.get('content-type')]).toEqual([
        200,
        expect.stringMatching(/^image\/(avif|webp|jpeg)$/),
      ]);
      await response.arrayBuffer();
    }
    const people = await withDatabase(dir, (client) => client.query('SELECT 1 FROM accounts'), 'identity');
    expect(people.rows.length).toBeGreaterThanOrEqual(PEOPLE_MIN);

    const viewer = testBrowser(instance.url);
    await viewer.signIn(VIEWER);
    if (!firstFilm) throw new Error('the catalogue is empty');
    const filmId = importedFilm(firstFilm, [], new Date()).id;
    await untilPlayable(viewer, filmId);
    // Pages answer while the other films are made.
    const asked = performance.now();
    expect(await visitor.page(`/feed/${filmId}`)).toBe(200);
    expect(performance.now() - asked).toBeLessThan(PAGE_MS_MAX);
    await viewer.call('film.v1.WatchService/UnlockFilm', { requestId: 'unlock', filmId });
    const playback = await viewer.call<Playback>('film.v1.WatchService/StartPlayback', { requestId: 'play', filmId });
    expect(playback.access.valid).toBe(true);
    expect(playback.durationMs).toBeGreaterThan(1_000);
    expect(await fetchFilm(viewer, playback)).toBeGreaterThan(10_000);
  },
  PAGES_MS_MAX + VIDEO_MS_MAX + TEST_MS_MAX,
);

type TranscodeRow = { id: string; asset: string; status: string };

test(
  'kill -9 during a transcode: the next start ends the encoder, transcodes once and lists no film twice [SYS-01:kill-transcode]',
  async () => {
    const transcodes = (status: string) =>
      withDatabase(
        dir,
        async (client) => {
          const sql = 'SELECT id, asset_id AS asset, status FROM transcodes WHERE status = $1';
          return (await client.query<TranscodeRow>(sql, [status])).rows;
        },
        'media',
      );
    // The table has the beginning of each command: the launcher of media's children, then the program.
    const isEncoding = () => children(dir).some(({ command }) => /^\/bin\/sh .*\/ffmpeg -v error/s.test(command));
    await eventually(async () => {
      if (isEncoding() && (await transcodes('RUNNING')).length > 0) return true;
      await delay(ASK_MS / 5);
      return false;
    }, VIDEO_MS_MAX);
    const [running] = await transcodes('RUNNING');
    await instance.kill();
    const left = children(dir).map(({ pid }) => pid);

    const second = await start(dir, { SEED: '1' });
    const now = children(dir).map(({ pid }) => pid);
    expect(left.filter((pid) => now.includes(pid))).toEqual([]);
    const done = await eventually(async () => {
      const complete = await transcodes('COMPLETE');
      if (complete.some(({ id }) => id === running?.id)) return complete;
      await delay(ASK_MS);
      return false;
    }, VIDEO_MS_MAX);
    const ofAsset = done.filter(({ asset }) => asset === running?.asset);
    expect(ofAsset).toHaveLength(1);
    const events = await withDatabase(
      dir,
      (client) =>
        client.query("SELECT 1 FROM outbox WHERE key = $1 AND type = 'events.v1.TranscodeCompleted'", [running?.asset]),
      'media',
    );
    expect(events.rows).toHaveLength(1);
    const films = await untilListed(testBrowser(second.url));
    expect(new Set(films.map(({ filmTitle }) => filmTitle)).size).toBe(films.length);
    expect(await second.stop()).toBe(0);
    expect(children(dir)).toEqual([]);
  },
  PAGES_MS_MAX + 2 * VIDEO_MS_MAX + TEST_MS_MAX,
);
