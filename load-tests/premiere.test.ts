// @requires k6
// @inputs load-tests

import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { fromJsonString } from '@bufbuild/protobuf';
import { type HeartbeatRequest, HeartbeatRequestSchema } from '@marquee/contracts/film/v1/watch_pb';
import { atEnd } from '@marquee/testing/cleanup';
import { listenLocally } from '@marquee/testing/listen-locally';
import { findProgram } from '@marquee/testing/test-components';

const script = join(import.meta.dirname, 'premiere.js');
const SESSION = { cookie: 'session', filmId: 'a-film', viewers: ['one', 'two'], makers: [] };

/** The answer to a call, by its method, or to a file, by its name. */
type Answer = (asked: string, body: string) => object | string;

/** Starts a site that answers every request; returns its address. */
async function startSite(answer: Answer): Promise<string> {
  const server = createServer(async (request, response) => {
    const path = request.url ?? '';
    const isCall = request.method === 'POST';
    const body = answer(path.slice(path.lastIndexOf('/') + 1), await text(request));
    response.writeHead(200, { 'content-type': isCall ? 'application/json' : 'text/html' });
    response.end(isCall ? JSON.stringify(body) : body);
  });
  atEnd(() => server.close());
  return `http://127.0.0.1:${await listenLocally(server)}`;
}

/** Runs the scenario with two viewers; returns k6's exit code, its output and the result of each promise. */
async function premiere(answer: Answer) {
  const folder = await mkdtemp(join(tmpdir(), 'premiere-'));
  atEnd(() => rm(folder, { recursive: true, force: true }));
  const [prepared, summary] = [join(folder, 'prepared.json'), join(folder, 'summary.json')];
  await writeFile(prepared, JSON.stringify(SESSION));
  const settings = { BASE_URL: await startSite(answer), VIEWERS: '2', ARRIVE_S: '1', STAY_S: '1' };
  const env = { PATH: process.env.PATH, HOME: folder, PREPARED: prepared, SUMMARY: summary, ...settings };
  const ended = await new Promise<{ code: number; output: string }>((resolve) => {
    execFile(findProgram('k6') ?? 'k6', ['run', '--quiet', script], { env }, (error, output) =>
      resolve({ code: Number(error?.code ?? 0), output }),
    );
  });
  return { ...ended, promises: JSON.parse(await readFile(summary, 'utf8')).promises };
}

const MANIFEST = `<MPD><Period><AdaptationSet contentType="video">
  <SegmentTemplate timescale="1" initialization="init.mp4" media="$Number$.m4s">
    <SegmentTimeline><S d="4" r="9"/></SegmentTimeline>
  </SegmentTemplate>
  <Representation id="v" bandwidth="1"></Representation>
</AdaptationSet></Period></MPD>`;

test('a premiere at which no film starts breaks its promises, although every request was answered [SYS-05:premiere]', async () => {
  const { promises, ...ended } = await premiere((asked) =>
    asked === 'a-film' ? '<html></html>' : { access: { valid: false } },
  );
  expect(ended.code).toBe(99);
  expect(ended.output).toMatch(/BROKEN film_begun rate>=0.999: 0.000% of \d/);
  expect(promises).toEqual(
    expect.arrayContaining([
      expect.objectContaining({ metric: 'availability', ok: true }),
      expect.objectContaining({ metric: 'playback_start', ok: false, measured: 'never measured' }),
      expect.objectContaining({ metric: 'segment_share', ok: false, measured: 'never measured' }),
    ]),
  );
});

test('a film that has started sends its quality in the first heartbeat, at once and only once [SYS-05:premiere]', async () => {
  const beats: HeartbeatRequest[] = [];
  const access = { valid: true, signedUrl: '/v/token/version/' };
  const { code, output } = await premiere((asked, body) => {
    if (asked === 'manifest.mpd') return MANIFEST;
    if (asked === 'Heartbeat') beats.push(fromJsonString(HeartbeatRequestSchema, body));
    return asked.includes('.') || asked === 'a-film'
      ? 'bytes'
      : { access, playbackSessionId: JSON.parse(body).requestId, dashManifest: 'manifest.mpd' };
  });
  expect([code, output]).toEqual([0, expect.stringContaining('kept   film_begun')]);
  const sessions = Object.values(Object.groupBy(beats, ({ playbackSessionId }) => playbackSessionId));
  expect(sessions.length).toBeGreaterThanOrEqual(2);
  for (const session of sessions) {
    const [first, ...later] = session ?? [];
    expect(first).toMatchObject({ positionMs: 0, playedMs: 0, quality: { rebufferedMs: 0, errors: [] } });
    expect(first?.quality?.startMs).toBeGreaterThanOrEqual(0);
    expect(later.map(({ quality }) => quality)).toEqual([undefined]);
  }
});
