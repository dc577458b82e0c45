// `telemetry`: GetFilm through the gateway's proxy and film, with metrics on and one trace in twenty recorded and sent,
// against neither. What is compared is the CPU of the serving process per call, in turns: what else runs on the machine
// takes time from both, but no CPU of theirs. Two processes of the same code differ by some hundredths for as long as they
// live, so there are several of each. Sending is counted, receiving and asking are not.
import { type ChildProcess, fork } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { openDatabase } from '@marquee/data/database';
import { migrate } from '@marquee/data/migrations';
import { createOutbox } from '@marquee/events/outbox';
import { importFilm } from '@marquee/film/seed/import-film';
import { migrations } from '@marquee/film/service';
import { median, printFigure } from '@marquee/runtime/bench/figure';
import { systemClock } from '@marquee/runtime/clock';
import { createLogger } from '@marquee/runtime/log';
import { startTestPostgres } from '@marquee/testing/test-postgres';
import type { Asked, Told } from './get-film-load.ts';

const PROCESSES = 3;
const ROUNDS = 12;
const CALLS = 600;
const WARM_UP_CALLS = 4_000;
const SAMPLED = 0.05;

const log = createLogger({ service: 'bench', level: 'silent' });
const postgres = await startTestPostgres();
await migrate({ url: postgres.url, dirs: migrations, log });
const db = openDatabase({ url: postgres.url, log, applicationName: 'bench' });
const filmId = randomUUID();
await importFilm(
  { db, outbox: createOutbox({ clock: systemClock }), clock: systemClock },
  {
    ...{ id: filmId, createdBy: randomUUID(), createdAt: new Date(), published: true, isApproved: true },
    fields: {
      ...{ filmTitle: 'The Quiet of Long Rivers', projectType: 'FEATURE', country: 'PT', language: 'pt' },
      ...{ languages: ['pt', 'en'], genres: ['Drama', 'Mystery'], rating: 'PG-13', releaseDate: '2026-03-14' },
      ...{ logLine: 'A ferryman carries letters that nobody sent.', resolution: '4K' },
      ...{ isStudentFilm: false, isFirstTimeFilmMaker: false, hasSubtitles: true },
    },
  },
);
await db.close();

const children: ChildProcess[] = [];

function start(name: string, args: string[] = []): ChildProcess {
  const child = fork(fileURLToPath(new URL(name, import.meta.url)), args);
  children.push(child);
  return child;
}

const hear = async <T>(child: ChildProcess) => (await once(child, 'message'))[0] as T;

const load = start('get-film-load.ts');
const { otlpPort } = await hear<{ otlpPort: number }>(load);
let spanBytes = 0;

type Side = { child: ChildProcess; port: number; micros: number[] };

async function startSide(args: string[]): Promise<Side> {
  const child = start('get-film-server.ts', [postgres.url, ...args]);
  const { port } = await hear<{ port: number }>(child);
  const side = { child, port, micros: [] };
  await ask(side, WARM_UP_CALLS);
  return side;
}

async function cpuMicros({ child }: Side): Promise<number> {
  const said = hear<{ cpuMicros: number }>(child);
  child.send('cpu');
  return (await said).cpuMicros;
}

/** Microseconds of CPU per call. */
async function ask(side: Side, calls = CALLS): Promise<number> {
  const before = await cpuMicros(side);
  const told = hear<Extract<Told, { done: true }>>(load);
  load.send({ port: side.port, filmId, calls } satisfies Asked);
  spanBytes = (await told).spanBytes;
  return ((await cpuMicros(side)) - before) / calls;
}

/** Of processes of one kind: the mean of what a call usually takes in each. */
const mean = (sides: Side[]) => sides.reduce((sum, { micros }) => sum + median(micros), 0) / sides.length;

try {
  const [on, off]: [Side[], Side[]] = [[], []];
  for (let count = 0; count < PROCESSES; count += 1) {
    on.push(await startSide([`http://127.0.0.1:${otlpPort}`, String(SAMPLED)]));
    off.push(await startSide([]));
  }
  const sides = on.flatMap((side, index) => [side, ...off.slice(index, index + 1)]);
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const side of round % 2 === 0 ? sides : sides.toReversed()) side.micros.push(await ask(side));
  }
  if (spanBytes === 0) throw new Error('no span was received');
  const [withIt, without] = [mean(on), mean(off)];
  const say = (kind: Side[]) => kind.map(({ micros }) => median(micros).toFixed(0)).join(', ');
  console.error(`µs a call, by process: with ${say(on)}; without ${say(off)}`);
  printFigure({ name: 'telemetry', value: 1e6 / withIt, unit: 'calls/s of CPU', baseline: 1e6 / without });
} finally {
  for (const child of children) child.kill();
  await postgres.stop();
}
