import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { atEnd } from './cleanup.ts';
import { openClocks } from './clocks.ts';
import { eventually } from './eventually.ts';

const HOUR_MS = 3_600_000;
const TELL = `process.stdin.on('data', () => {
  const made = new Date();
  console.log(JSON.stringify({
    now: Date.now(), made: made.getTime(), text: Date.parse(Date()), isDate: made instanceof Date,
    given: new Date(5).getTime(), utc: Date.UTC(2026, 0), elapsed: performance.now() }));
})`;

type Clock = { now: number; made: number; text: number; isDate: boolean; given: number; utc: number; elapsed: number };

async function ask(child: ChildProcess): Promise<Clock> {
  const lines = createInterface({ input: child.stdout as NodeJS.ReadableStream });
  const answer = once(lines, 'line');
  child.stdin?.write('?\n');
  const [line] = await answer;
  lines.close();
  return JSON.parse(line as string) as Clock;
}

test('the clock of one process is set ahead and right again while it runs, and its timers do not notice', async () => {
  const dir = await mkdtemp(join(tmpdir(), 'marquee-clocks-'));
  atEnd(() => rm(dir, { recursive: true, force: true }));
  const clocks = openClocks(dir);
  const start = (name: string) => {
    const env = { PATH: process.env.PATH, ...clocks.environment(name) };
    const child = spawn(process.execPath, ['-e', TELL], { env, stdio: ['pipe', 'pipe', 'inherit'] });
    atEnd(async () => void child.kill());
    return child;
  };
  const [film, media] = [start('film'), start('media')];
  const hoursOff = async (child: ChildProcess) => {
    const { now, made, text } = await ask(child);
    return [now, made, text].map((time) => Math.abs(Math.round((time - Date.now()) / HOUR_MS)));
  };
  expect(await hoursOff(film)).toEqual([0, 0, 0]);
  const before = await ask(film);
  clocks.shift('film', HOUR_MS);
  await eventually(async () => expect(await hoursOff(film)).toEqual([1, 1, 1]));
  const shifted = await ask(film);
  expect(shifted).toMatchObject({ isDate: true, given: 5, utc: Date.UTC(2026, 0) });
  expect(shifted.elapsed - before.elapsed).toBeLessThan(HOUR_MS);
  expect(await hoursOff(media)).toEqual([0, 0, 0]);
  clocks.correct('film');
  await eventually(async () => expect(await hoursOff(film)).toEqual([0, 0, 0]));
});
