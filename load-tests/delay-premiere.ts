// `node load-tests/delay-premiere.ts [--streams 100] [--times 10] [--prepared FILE]` delays the prepared premiere again and again
// as its maker, and in the end stops it, while so many viewers follow it. It says how long it took from the maker's click until
// the last of them was shown the change, and fails where that was longer than a second [WAT-13:premiere].
import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { listenToPremiere } from './premiere-listeners.ts';

const { values } = parseArgs({
  options: {
    streams: { type: 'string', default: '100' },
    times: { type: 'string', default: '10' },
    prepared: { type: 'string', default: join(import.meta.dirname, 'prepared.json') },
  },
});
type Prepared = { cookie: string; viewers: string[]; makers: string[]; premiere?: { filmId: string } };

const PROMISED_MS = 1_000;
const WAIT_MS_MAX = 30_000;
const BETWEEN_MS = 500;

const url = process.env.BASE_URL ?? 'http://localhost:3000';
const { cookie, viewers, makers, premiere } = JSON.parse(await readFile(values.prepared, 'utf8')) as Prepared;
if (!premiere) throw new Error('no premiere is prepared: npm run load:prepare -- --premiere-in 120');
const { filmId } = premiere;
const cookies = viewers.slice(0, Number(values.streams)).map((token) => `${cookie}=${token}`);
const listeners = await listenToPremiere({ url, filmId, cookies });

/** Changes the premiere as its maker; gives how long it took until each stream was shown it, in ms. */
async function change(method: string, message: object): Promise<number[]> {
  const clickedAt = Date.now();
  const response = await fetch(`${url}/rpc/film.v1.PremiereService/${method}`, {
    method: 'POST',
    headers: {
      ...{ cookie: `${cookie}=${makers[0]}`, origin: new URL(url).origin, 'sec-fetch-site': 'same-origin' },
      'content-type': 'application/json',
    },
    body: JSON.stringify({ requestId: randomUUID(), filmId, ...message }),
  });
  const body = await response.text();
  if (response.status !== 200) throw new Error(`${method} was answered ${response.status}: ${body}`);
  const { version } = JSON.parse(body) as { version: string };
  const deadline = clickedAt + WAIT_MS_MAX;
  while (listeners.heardChange(version).length < cookies.length && Date.now() < deadline) await pause(1);
  const heard = listeners.heardChange(version);
  if (heard.length < cookies.length)
    throw new Error(`${heard.length} of ${cookies.length} viewers were shown a change`);
  return heard.map((at) => at - clickedAt);
}

const took: number[][] = [];
for (let time = 0; time < Number(values.times); time += 1) {
  took.push(await change('DelayPremiere', { minutes: 1 }));
  await pause(BETWEEN_MS);
}
took.push(await change('StopPremiere', {}));
listeners.close();

const all = took.flat().toSorted((a, b) => a - b);
const part = (share: number) => all[Math.min(all.length - 1, Math.floor(all.length * share))] ?? 0;
const slowest = part(1);
process.stdout.write(
  `${cookies.length} viewers, ${took.length} changes: shown after ${part(0.5)} ms at the median, ${part(0.95)} at the 95th percentile, ${slowest} at the most\n`,
);
process.exitCode = slowest <= PROMISED_MS ? 0 : 1;
