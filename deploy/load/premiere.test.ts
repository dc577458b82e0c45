// @requires k6

import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { atEnd } from '@marquee/testing/cleanup';
import { listenLocally } from '@marquee/testing/listen-locally';
import { findProgram } from '@marquee/testing/test-components';

const script = join(import.meta.dirname, '../../load-tests/premiere.js');
const SESSION = { cookie: 'session', filmId: 'a-film', viewers: ['one', 'two'], makers: [] };

/** A site that answers whatever it is asked, and that no film begins on. */
async function closedHouse(): Promise<string> {
  const server = createServer((request, response) => {
    request.resume();
    const isCall = request.method === 'POST';
    response.writeHead(200, { 'content-type': isCall ? 'application/json' : 'text/html' });
    response.end(isCall ? JSON.stringify({ access: { valid: false } }) : '<html></html>');
  });
  atEnd(() => server.close());
  return `http://127.0.0.1:${await listenLocally(server)}`;
}

test('an evening on which no film begins breaks its promises, though all was answered [SYS-05:premiere]', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'premiere-'));
  atEnd(() => rm(folder, { recursive: true, force: true }));
  const [prepared, summary] = [join(folder, 'prepared.json'), join(folder, 'summary.json')];
  await writeFile(prepared, JSON.stringify(SESSION));
  const settings = { BASE_URL: await closedHouse(), VIEWERS: '2', ARRIVE_S: '1', STAY_S: '1' };
  const env = { PATH: process.env.PATH, HOME: folder, PREPARED: prepared, SUMMARY: summary, ...settings };
  const said = await new Promise<{ code: number; text: string }>((resolve) => {
    execFile(findProgram('k6') ?? 'k6', ['run', '--quiet', script], { env }, (error, text) =>
      resolve({ code: Number(error?.code ?? 0), text }),
    );
  });
  expect(said.code).toBe(99);
  expect(said.text).toMatch(/BROKEN film_begun rate>=0.999: 0.000% of \d/);
  const { promises } = JSON.parse(await readFile(summary, 'utf8'));
  expect(promises).toEqual(
    expect.arrayContaining([
      expect.objectContaining({ metric: 'availability', ok: true }),
      expect.objectContaining({ metric: 'playback_start', ok: false, measured: 'never measured' }),
      expect.objectContaining({ metric: 'segment_share', ok: false, measured: 'never measured' }),
    ]),
  );
});
