import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { atEnd } from '@marquee/testing/cleanup';
import { untilOneIsThere, untilThere } from './tools-builder.mjs';

const EVERY_MS = 20;
const { PATH, TOOLS_BUILDER } = process.env;
atEnd(() => {
  process.env.PATH = PATH;
  if (TOOLS_BUILDER === undefined) delete process.env.TOOLS_BUILDER;
  else process.env.TOOLS_BUILDER = TOOLS_BUILDER;
});

/** A machine without ffmpeg, and something that seems to build it. */
function machine() {
  const folder = mkdtempSync(join(tmpdir(), 'marquee-tools-'));
  atEnd(() => rmSync(folder, { recursive: true }));
  process.env.PATH = folder;
  const builder = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)'], { stdio: 'ignore' });
  atEnd(() => builder.kill('SIGKILL'));
  process.env.TOOLS_BUILDER = String(builder.pid);
  return {
    built() {
      for (const name of ['ffmpeg', 'ffprobe']) writeFileSync(join(folder, name), '', { mode: 0o755 });
    },
    async died() {
      builder.kill('SIGKILL');
      await once(builder, 'exit');
    },
  };
}

/** Whether a promise has settled by the next look. */
async function isSettled(promise: Promise<unknown>): Promise<boolean> {
  let settled = false;
  promise.then(() => {
    settled = true;
  });
  await untilThere([], EVERY_MS);
  return settled;
}

test('what needs a tool begins when that tool is there, though others are still built', async () => {
  const { built } = machine();
  const [there, one] = [untilThere(['ffmpeg'], EVERY_MS), untilOneIsThere([['nothing'], ['ffmpeg']], EVERY_MS)];
  expect([await isSettled(there), await isSettled(one)]).toEqual([false, false]);
  built();
  expect([await there, await one]).toEqual([undefined, true]);
});

test('what needs a tool that was not built does not wait for a builder that was killed', async () => {
  const { died } = machine();
  const [there, one] = [untilThere(['ffmpeg'], EVERY_MS), untilOneIsThere([['ffmpeg']], EVERY_MS)];
  await died();
  expect([await there, await one]).toEqual(['ffmpeg is not installed (apt-get install ffmpeg)', false]);
});

test('where nothing is built nobody waits', async () => {
  machine();
  delete process.env.TOOLS_BUILDER;
  expect(await untilThere(['ffmpeg'], EVERY_MS)).toBe('ffmpeg is not installed (apt-get install ffmpeg)');
  expect(await untilOneIsThere([['ffmpeg']], EVERY_MS)).toBe(false);
});
