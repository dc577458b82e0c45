// `contended write`: how long the writes of other accounts take by the clock beside five makers, each of whom sends 110
// updates of one film of their own at once, against the same writes alone. Quiet and contended rounds alternate. All
// goes by gRPC to one film process with its real database; the load is part of the same process.
import { loadavg } from 'node:os';
import { Code } from '@connectrpc/connect';
import { newId } from '@marquee/data/ids';
import { printFigure, quantile } from '@marquee/runtime/bench/figure';
import { cleanUp } from '@marquee/testing/cleanup';
import type { RpcError } from '@marquee/testing/client-for';
import { startTestPostgres } from '@marquee/testing/test-postgres';
import { completeFields, type FilmHarness, filmService, type Maker } from '../src/testing/film-service.ts';

const ROUNDS = Number(process.env.BENCH_ROUNDS ?? 5);
const WRITERS = 5;
/** Fewer than an account may send in a minute. */
const UPDATES_AT_ONCE = 110;
const OTHERS = 10;
const UPDATES_OF_OTHERS = 20;

type Author = { maker: Maker; filmId: string };

/** Each account is new, so that no limit of writes in a minute is reached. */
async function authors(harness: FilmHarness, count: number): Promise<Author[]> {
  const create = async () => {
    const maker = harness.maker();
    const { film } = await maker.studio.createFilm({ requestId: newId(), ...completeFields });
    return { maker, filmId: film?.film?.id ?? '' };
  };
  return Promise.all(Array.from({ length: count }, create));
}

const update = ({ maker, filmId }: Author, number: number) =>
  maker.studio.updateFilm({ requestId: newId(), filmId, filmTitle: `Title ${number}` });

/** Milliseconds of each write of the others, who write one thing after the other. */
async function writesOf(others: Author[]): Promise<number[]> {
  const tookMs: number[] = [];
  const writes = async (author: Author) => {
    for (let number = 0; number < UPDATES_OF_OTHERS; number += 1) {
      const startedAt = performance.now();
      await update(author, number);
      tookMs.push(performance.now() - startedAt);
    }
  };
  await Promise.all(others.map(writes));
  return tookMs;
}

async function contended(harness: FilmHarness): Promise<number[]> {
  const [writers, others] = [await authors(harness, WRITERS), await authors(harness, OTHERS)];
  let written = 0;
  const crowd = writers.flatMap((writer) =>
    Array.from({ length: UPDATES_AT_ONCE }, async (_, number) => {
      await update(writer, number);
      written += 1;
    }),
  );
  const outcomes = Promise.allSettled(crowd);
  const tookMs = await writesOf(others);
  const writtenBeside = written;
  const failures: Record<string, number> = {};
  for (const outcome of await outcomes) {
    if (outcome.status === 'fulfilled') continue;
    const code = Code[(outcome.reason as RpcError).code];
    failures[code] = (failures[code] ?? 0) + 1;
  }
  const failed = JSON.stringify(failures);
  console.error(`${crowd.length} updates of the five, ${writtenBeside} beside the others, failed: ${failed}`);
  return tookMs;
}

const postgres = await startTestPostgres();
process.env.TEST_POSTGRES_URL = postgres.url;
try {
  const harness = await filmService();
  const [ours, quiet]: [number[], number[]] = [[], []];
  await writesOf(await authors(harness, OTHERS));
  await contended(harness);
  for (let round = 0; round < ROUNDS; round += 1) {
    quiet.push(...(await writesOf(await authors(harness, OTHERS))));
    ours.push(...(await contended(harness)));
  }
  const print = (name: string, share: number, unit: string) =>
    printFigure({ name, value: quantile(ours, share), unit, baseline: quantile(quiet, share), digits: 1 });
  print('contended write', 0.99, 'ms, p99');
  print('contended write median', 0.5, 'ms');
  console.error(`load average ${loadavg()[0]?.toFixed(1)}`);
} finally {
  await cleanUp();
  await postgres.stop();
}
