// `telemetry`: GetFilm through the gateway's proxy and film, with metrics and one trace in fifty recorded and sent, against
// the same without telemetry. It compares the CPU of the serving process per call, which other load on the machine does
// not change. Each process turns its telemetry on and off round by round and is compared with itself: two processes of the
// same code differ by more than telemetry costs. Sending traces is measured; receiving them and the load are not.
import { type ChildProcess, fork } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { openDatabase } from '@marquee/data/database';
import { migrate } from '@marquee/data/migrations';
import { createOutbox } from '@marquee/events/outbox';
import { importFilm } from '@marquee/film/seed/import-film';
import { film } from '@marquee/film/service';
import { printFigure } from '@marquee/runtime/bench/figure';
import { systemClock } from '@marquee/runtime/clock';
import { createLogger } from '@marquee/runtime/log';
import { memorySignals } from '@marquee/runtime/signals';
import { startTestPostgres } from '@marquee/testing/test-postgres';
import type { Asked, LoadMessage } from './get-film-load.ts';
import type { ServerCommand } from './get-film-server.ts';

const PROCESSES = 4;
const BLOCKS = 20;
const CALLS = 600;
const SETTLE_CALLS = 50;
const WARM_UP_CALLS = 20_000;
const SAMPLED = 0.02;

const log = createLogger({ service: 'bench', level: 'silent' });
const postgres = await startTestPostgres();
await migrate({ url: postgres.url, dirs: film.database?.migrations ?? [], log });
const db = openDatabase({ url: postgres.url, log, applicationName: 'bench' });
const filmId = randomUUID();
await importFilm(
  { db, outbox: createOutbox({ clock: systemClock }), signals: memorySignals(), clock: systemClock },
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

type Server = { child: ChildProcess; port: number };

async function startServer(): Promise<Server> {
  const child = start('get-film-server.ts', [postgres.url, `http://127.0.0.1:${otlpPort}`, String(SAMPLED)]);
  const { port } = await hear<{ port: number }>(child);
  return { child, port };
}

async function say<T>(child: ChildProcess, command: ServerCommand): Promise<T> {
  const said = hear<T>(child);
  child.send(command);
  return said;
}

/** Microseconds of CPU per call. */
async function ask({ child, port }: Server, calls = CALLS): Promise<number> {
  const before = await say<{ cpuMicros: number }>(child, 'cpu');
  const done = hear<Extract<LoadMessage, { done: true }>>(load);
  load.send({ port, filmId, calls } satisfies Asked);
  spanBytes = (await done).spanBytes;
  const after = await say<{ cpuMicros: number }>(child, 'cpu');
  return (after.cpuMicros - before.cpuMicros) / calls;
}

/** Microseconds of CPU per call with telemetry and without, in adjacent rounds. */
type Block = { on: number; off: number };

async function compare(server: Server): Promise<Block[]> {
  const blocks: Block[] = [];
  await say(server.child, 'on');
  await ask(server, WARM_UP_CALLS);
  while (blocks.length < BLOCKS) {
    const block: Block = { on: 0, off: 0 };
    // In this order a process that becomes faster or slower does so for both.
    const order =
      blocks.length % 2 === 0 ? (['on', 'off', 'off', 'on'] as const) : (['off', 'on', 'on', 'off'] as const);
    for (const state of order) {
      await say(server.child, state);
      await ask(server, SETTLE_CALLS);
      block[state] += (await ask(server)) / 2;
    }
    blocks.push(block);
  }
  return blocks;
}

const sum = (blocks: Block[], side: keyof Block) => blocks.reduce((all, block) => all + block[side], 0);

try {
  const all: Block[] = [];
  for (let count = 0; count < PROCESSES; count += 1) {
    const server = await startServer();
    const blocks = await compare(server);
    server.child.kill();
    const mean = (side: keyof Block) => (sum(blocks, side) / BLOCKS).toFixed(0);
    console.error(`µs a call: with ${mean('on')}, without ${mean('off')}`);
    all.push(...blocks);
  }
  if (spanBytes === 0) throw new Error('no span was received');
  const callsOf = (side: keyof Block) => (1e6 * all.length) / sum(all, side);
  printFigure({ name: 'telemetry', value: callsOf('on'), unit: 'calls/s of CPU', baseline: callsOf('off') });
} finally {
  for (const child of children) child.kill();
  await postgres.stop();
}
