import { jest } from '@jest/globals';
import { FILM_ID } from '@marquee/testing/contract-messages';
import { waitFor } from '@testing-library/react';
import { keepSource } from '../film/film-source.ts';
import { startScript, takeEarlyStart } from './early-start.ts';

type Asked = { address: string; body?: Record<string, unknown> };

/** Runs the script as the page's HTML does, with this answer of the gateway. */
async function run(answer: Response, filmId = FILM_ID, manifest = ''): Promise<Asked[]> {
  const asked: Asked[] = [];
  const fetched = async (address: string, init?: RequestInit) => {
    asked.push({ address, ...(init?.body && { body: JSON.parse(String(init.body)) }) });
    return address.endsWith('.mpd') ? new Response(manifest) : answer.clone();
  };
  const random = { randomUUID: () => 'a-request' };
  new Function('fetch', 'crypto', startScript(filmId))(fetched, random);
  await globalThis.earlyStart?.answer.catch(() => {});
  return asked;
}

const VALID = { valid: true, signedUrl: '/v/token/f1/' };
const started = { playbackSessionId: 's1', access: VALID, dashManifest: 'manifest.mpd', durationMs: '90000' };

beforeEach(() => {
  Object.assign(window, { MediaSource: class {} });
});
afterEach(() => {
  Reflect.deleteProperty(window, 'MediaSource');
  globalThis.earlyStart = undefined;
});

test('the session is asked for before any module runs, and its manifest as soon as its address is known', async () => {
  expect(await run(Response.json(started))).toEqual([
    {
      address: '/rpc/film.v1.WatchService/StartPlayback',
      body: { requestId: 'a-request', filmId: FILM_ID, nativeHls: false, source: 'PLAY_SOURCE_DIRECT' },
    },
    { address: '/v/token/f1/manifest.mpd' },
  ]);
  expect(await takeEarlyStart(FILM_ID)).toMatchObject({ playbackSessionId: 's1', access: VALID });
});

const MANIFEST = `<MPD xmlns="urn:mpeg:dash:schema:mpd:2011"><AdaptationSet contentType="video"><Representation
  bandwidth="700000"><SegmentTemplate initialization="init.mp4" media="$Number%05d$.m4s"/></Representation></AdaptationSet></MPD>`;

test.each([
  ['the first files of a film', {}, ['manifest.mpd', 'init.mp4', '00001.m4s']],
  ['no file of a film that continues', { resumePositionMs: 1_000 }, ['manifest.mpd']],
  ['no file of a film that begins with an ad', { adTagUrl: '/ads' }, ['manifest.mpd']],
  ['no file of a film behind a pre-roll', { preRollVideoUri: '/pre-roll' }, ['manifest.mpd']],
])('it reads %s ahead', async (_what, part, files) => {
  const asked = await run(Response.json({ ...started, ...part }), FILM_ID, MANIFEST);
  const expected = files.map((name) => `/v/token/f1/${name}`);
  await waitFor(() => expect(asked.slice(1).map(({ address }) => address)).toEqual(expected));
});

test('it reads no file ahead of a film whose quality its viewer has chosen', async () => {
  for (const [kept, files] of [
    ['360', 1],
    ['0', 3],
  ] as const) {
    localStorage.setItem('marquee.quality', kept);
    const asked = await run(Response.json(started), FILM_ID, MANIFEST);
    await waitFor(() => expect(asked.slice(1)).toHaveLength(files));
  }
  localStorage.removeItem('marquee.quality');
});

test('it says what led to the film, as its page has kept it or as it is entered [STU-13:sources]', async () => {
  const before = jest.spyOn(document, 'referrer', 'get').mockReturnValue(`${location.origin}/feed/${FILM_ID}`);
  keepSource(`/feed/${FILM_ID}`, `${location.origin}/profile/p1`);
  const [kept] = await run(Response.json(started));
  expect(kept?.body?.source).toBe('PLAY_SOURCE_PROFILE');
  before.mockReturnValue('https://news.example/');
  const [entered] = await run(Response.json(started));
  expect(entered?.body?.source).toBe('PLAY_SOURCE_EXTERNAL');
  before.mockReturnValue(`${location.origin}/feed/${FILM_ID}`);
  sessionStorage.clear();
  const [unknown] = await run(Response.json(started));
  expect(unknown?.body).not.toHaveProperty('source');
  before.mockRestore();
});

test('it is taken once, and for its film alone', async () => {
  await run(Response.json(started));
  expect(takeEarlyStart('another')).toBeUndefined();
  expect(takeEarlyStart(FILM_ID)).toBeUndefined();
  await run(Response.json(started));
  expect(takeEarlyStart(FILM_ID)).toBeDefined();
  expect(takeEarlyStart(FILM_ID)).toBeUndefined();
});

test('without access no manifest is asked for, and a refusal is left to the page', async () => {
  expect(await run(Response.json({ access: { valid: false } }))).toHaveLength(1);
  expect(await takeEarlyStart(FILM_ID)).toMatchObject({ access: { valid: false } });
  expect(await run(new Response(null, { status: 403 }))).toHaveLength(1);
  await expect(takeEarlyStart(FILM_ID)).rejects.toThrow('403');
});

test('an address cannot end the script', () => {
  expect(startScript('</script><script>alert(1)')).not.toContain('</script>');
});
