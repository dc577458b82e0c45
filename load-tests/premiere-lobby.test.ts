// @requires k6
// @inputs load-tests

import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer, type ServerResponse } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer, text } from 'node:stream/consumers';
import { atEnd } from '@marquee/testing/cleanup';
import { eventually } from '@marquee/testing/eventually';
import { listenLocally } from '@marquee/testing/listen-locally';
import { findProgram } from '@marquee/testing/test-components';
import { listenToPremiere } from './premiere-listeners.ts';

const script = join(import.meta.dirname, 'premiere-lobby.js');
const VIEWERS = Array.from({ length: 4 }, (_, index) => `viewer ${index}`);

type Site = {
  here: number;
  access: object;
  heard: (reactions: number) => number;
  ended?: number;
  startsInMs?: number;
};

/** Runs the scenario with four people against a site whose premiere starts in some seconds. */
async function lobby({ here, access, heard, ended = 0, startsInMs = 8_000 }: Site) {
  const asked: Record<string, number> = {};
  const startsAt = Date.now() + startsInMs;
  let early = 0;
  const server = createServer(async (request, response) => {
    const sent = await text(request);
    const method = (request.url ?? '').split('/').at(-1) ?? '';
    asked[method] = (asked[method] ?? 0) + 1;
    if (method === 'StartPlayback' && Date.now() < startsAt) early += 1;
    const answers: Record<string, object> = {
      '': { reactionsMin: heard(asked.ReactToPremiere ?? 0), endedBy: { unavailable: ended } },
      AttendPremiere: { access, here, askAgainMs: 1_000 },
      // Alone nobody watches a film while it has its premiere.
      StartPlayback: {
        access: { valid: sent.includes('"inStep":true') },
        playbackSessionId: 'p',
        heartbeatIntervalMs: 1_000,
      },
    };
    const body = answers[method] ?? { access: { valid: true, signedUrl: '/v/' } };
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(body));
  });
  atEnd(() => server.close());
  const url = `http://127.0.0.1:${await listenLocally(server)}`;
  const folder = await mkdtemp(join(tmpdir(), 'premiere-lobby-'));
  atEnd(() => rm(folder, { recursive: true, force: true }));
  const [prepared, summary] = [join(folder, 'prepared.json'), join(folder, 'summary.json')];
  const premiere = { filmId: 'a-film', startsAt, seconds: 60 };
  await writeFile(prepared, JSON.stringify({ cookie: 'session', filmId: 'f', viewers: VIEWERS, makers: [], premiere }));
  const settings = { VIEWERS: '4', ARRIVE_S: '1', STAY_S: '2', REACT_S: '1', HEARD_URL: `${url}/` };
  const env = {
    PATH: process.env.PATH,
    HOME: folder,
    PREPARED: prepared,
    SUMMARY: summary,
    BASE_URL: url,
    ...settings,
  };
  await new Promise<void>((resolve) => {
    execFile(findProgram('k6') ?? 'k6', ['run', '--quiet', script], { env }, () => resolve());
  });
  const { promises } = JSON.parse(await readFile(summary, 'utf8')) as { promises: { metric: string; ok: boolean }[] };
  return { asked, early, kept: Object.fromEntries(promises.map(({ metric, ok }) => [metric, ok])) };
}

const FREE = { valid: false, reason: 'UNLOCK_REQUIRED' };

test('people in a lobby say that they are there, react, and play the film from its start [SYS-05:premiere]', async () => {
  const { asked, kept, early } = await lobby({
    ...{ here: 4, access: FREE, heard: (reactions) => reactions },
    // Time to open the film before.
    startsInMs: 14_000,
  });
  expect(early).toBeGreaterThanOrEqual(4);
  expect(kept).toMatchObject({
    ...{
      lobby_refused: true,
      here_off: true,
      here_seen: true,
      reactions_unheard: true,
      streams_ended: true,
      film_begun: true,
      availability: true,
    },
  });
  const { StartPlayback = 0, Heartbeat = 0, AttendPremiere = 0, ReactToPremiere = 0 } = asked;
  expect(StartPlayback).toBeGreaterThanOrEqual(4);
  expect(Heartbeat).toBeGreaterThanOrEqual(StartPlayback);
  expect(Math.min(AttendPremiere, ReactToPremiere)).toBeGreaterThan(2 * StartPlayback);
}, 60_000);

test('a wrong number of people, a lost reaction and a closed door break the promises of a lobby [SYS-05:premiere]', async () => {
  const [off, closed, late] = await Promise.all([
    lobby({ here: 3, access: FREE, heard: (reactions) => reactions - 1, ended: 2 }),
    lobby({ here: 4, access: { valid: false, reason: 'TICKET_REQUIRED' }, heard: (reactions) => reactions }),
    // It begins before the lobby is full.
    lobby({ here: 4, access: FREE, heard: (reactions) => reactions, startsInMs: 1_000 }),
  ]);
  expect(off.kept).toMatchObject({
    ...{ here_off: false, reactions_unheard: false, streams_ended: false, lobby_refused: true },
  });
  expect(closed.kept).toMatchObject({ here_off: true, reactions_unheard: true, lobby_refused: false });
  expect(late.kept).toMatchObject({ here_seen: false, film_begun: true });
}, 60_000);

test('listeners count what each stream of a premiere is shown, in whatever parts it comes', async () => {
  const open: ServerResponse[] = [];
  const subscribed: string[] = [];
  const message = (data: object) => {
    const body = Buffer.from(JSON.stringify({ topic: 'premiere:f', version: '3', data }));
    return Buffer.concat([Buffer.from([0, 0, 0, 0, body.length]), body]);
  };
  const server = createServer(async (request, response) => {
    subscribed.push((await buffer(request)).subarray(5).toString());
    response.writeHead(200, { 'content-type': 'application/connect+json' });
    // The first message says that the viewer may follow.
    response.write(message({}));
    open.push(response);
  });
  atEnd(() => server.close());
  const url = `http://127.0.0.1:${await listenLocally(server)}`;
  const listeners = await listenToPremiere({ url, filmId: 'f', cookies: ['session=one', 'session=two'] });
  expect(subscribed).toEqual(Array(2).fill('{"topics":["premiere:f"]}'));
  const all = Buffer.concat([
    message({ here: '7', LOVE: '2', WOW: '1' }),
    message({ startsAt: '2026-11-30T20:00:00Z' }),
    message({ here: '8', LOVE: '4' }),
  ]);
  for (const at of all.keys()) open[0]?.write(all.subarray(at, at + 1));
  open[1]?.write(message({ here: '7', LOVE: '2' }));
  await eventually(() => {
    const expected = { streams: 2, reactionsMin: 2, reactionsMax: 7, hereMin: 7, hereMax: 8 };
    expect(listeners.heard()).toMatchObject(expected);
  });
  // Of a change they say when each was shown it.
  expect([listeners.heardChange('3').length, listeners.heardChange('4')]).toEqual([1, []]);
  // A stream that breaks is opened again, as pages do it, and one whose person was signed out is not.
  const end = (code: string) => {
    const ended = Buffer.from(JSON.stringify({ error: { code, message: `It is ${code}.` } }));
    return Buffer.concat([Buffer.from([2, 0, 0, 0, ended.length]), ended]);
  };
  open[0]?.end(end('unavailable'));
  await eventually(() => open.length === 3);
  open[2]?.destroy();
  await eventually(() => open.length === 4);
  open[3]?.write(message({ here: '8', LOVE: '1' }));
  open[1]?.end(end('unauthenticated'));
  await eventually(() => {
    const endedBy = { 'It is unavailable.': 1, '': 1, 'It is unauthenticated.': 1 };
    expect(listeners.heard()).toMatchObject({ streams: 1, reactionsMin: 2, reactionsMax: 8, endedBy });
  });
  listeners.close();
});
