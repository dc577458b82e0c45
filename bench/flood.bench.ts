// `flood`: what other visitors see of `npm start` beside a flood of pages that no cache has, by the clock, against quiet in
// the same run; how fast the flood is refused, and what memory it takes. The flood is an open loop, by default of ten times
// the pages that a core renders, from one address and then from 500. Each visitor comes from a network of their own on new
// connections, opens /films, and searches for what nobody searched for. The load shares the machine with the site: its CPU
// and the load of the machine are on stderr.
import { fork } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { get } from 'node:http';
import { loadavg } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { importFilm } from '@marquee/film/seed/import-film';
import { ownerOfFolder } from '@marquee/load-tests/site-owner';
import { median, printFigure, quantile } from '@marquee/runtime/bench/figure';
import { cpuSeconds, processTree } from '@marquee/runtime/bench/process-tree';
import type { FloodAsked, FloodSent } from './flood-load.ts';
import { isProduct, startProduct, withFolder } from './instance-process.ts';

const PER_SECOND = Number(process.env.BENCH_PER_SECOND ?? 1_000);
const SECONDS = Number(process.env.BENCH_SECONDS ?? 20);
const CROWDS = [1, 500];
const FILMS = 50;
const VISITOR_EVERY_MS = 500;
const MEMORY_EVERY_MS = 1_000;

/** What visitors saw: milliseconds until the last byte of each page that they were shown, and how many they were not shown. */
type Seen = { cachedMs: number[]; uncachedMs: number[]; missing: number };

async function importFilms(folder: string): Promise<void> {
  const owner = await ownerOfFolder(folder);
  const createdBy = randomUUID();
  for (let number = 1; number <= FILMS; number += 1) {
    await importFilm(owner.film, {
      ...{ id: randomUUID(), createdBy, createdAt: new Date(), published: true, isApproved: true },
      fields: {
        ...{ filmTitle: `The Quiet of Long Rivers ${number}`, projectType: 'FEATURE', country: 'PT', language: 'pt' },
        ...{ languages: ['pt', 'en'], genres: ['Drama', 'Mystery'], rating: 'PG-13', releaseDate: '2026-03-14' },
        ...{ logLine: 'A ferryman carries letters that nobody sent.', resolution: '4K' },
        ...{ isStudentFilm: false, isFirstTimeFilmMaker: false, hasSubtitles: true },
      },
    });
  }
  await owner.close();
}

/** The status of a page for a visitor, undefined without an answer. */
function open(port: number, visitor: number, path: string): Promise<number | undefined> {
  const from = { 'x-forwarded-for': `10.${(visitor >> 8) & 255}.${visitor & 255}.1` };
  const headers = { ...from, host: `localhost:${port}`, 'accept-language': 'en', 'user-agent': 'Mozilla/5.0' };
  return new Promise((resolve) => {
    get({ agent: false, host: '127.0.0.1', port, path, headers }, (response) => {
      response.resume().once('close', () => resolve(response.complete ? response.statusCode : undefined));
    }).once('error', () => resolve(undefined));
  });
}

let visitors = 0;

async function visit(port: number, seconds: number): Promise<Seen> {
  const seen: Seen = { cachedMs: [], uncachedMs: [], missing: 0 };
  const timed = async (visitor: number, path: string, times: number[]) => {
    const startedAt = performance.now();
    if ((await open(port, visitor, path)) === 200) times.push(performance.now() - startedAt);
    else seen.missing += 1;
  };
  const one = async (visitor: number) => {
    await timed(visitor, '/films', seen.cachedMs);
    await timed(visitor, `/films?q=${randomUUID()}`, seen.uncachedMs);
  };
  const all: Promise<void>[] = [];
  const end = performance.now() + seconds * 1_000;
  while (performance.now() < end) {
    all.push(one(visitors++));
    await delay(VISITOR_EVERY_MS);
  }
  await Promise.all(all);
  return seen;
}

const megabytesOf = (pid: number) =>
  processTree(pid)
    .filter(isProduct)
    .reduce((sum, { pssBytes }) => sum + pssBytes, 0) / 1e6;

async function flood(pid: number, asked: FloodAsked): Promise<{ seen: Seen; sent: FloodSent; megabytesMax: number }> {
  const load = fork(join(import.meta.dirname, 'flood-load.ts'));
  await once(load, 'spawn');
  const cpuBefore = cpuSeconds(pid);
  let megabytesMax = 0;
  const weigh = setInterval(() => {
    megabytesMax = Math.max(megabytesMax, megabytesOf(pid));
  }, MEMORY_EVERY_MS);
  const answered = once(load, 'message');
  load.send(asked);
  const seen = await visit(asked.port, asked.seconds);
  const [sent] = (await answered) as [FloodSent];
  clearInterval(weigh);
  console.error(
    `${sent.rendered} rendered, ${sent.refusedMs.length} refused in p50 ${median(sent.refusedMs).toFixed(0)} ms,`,
    `other answers ${JSON.stringify(sent.wrong)}, ${sent.connections} connections;`,
    `CPU of the site ${(cpuSeconds(pid) - cpuBefore).toFixed(1)} s, of the load ${sent.cpuS.toFixed(1)} s;`,
    `load average ${loadavg()[0]?.toFixed(1)}`,
  );
  return { seen, sent, megabytesMax };
}

const shown = ({ cachedMs, uncachedMs, missing }: Seen) => {
  const count = cachedMs.length + uncachedMs.length;
  return (100 * count) / (count + missing);
};

await withFolder(async (folder) => {
  const product = await startProduct(folder, { TRUSTED_PROXIES: '1' });
  try {
    const port = Number(new URL(product.url).port);
    await importFilms(folder);
    await visit(port, SECONDS / 4);
    const quiet = await visit(port, SECONDS);
    const idle = megabytesOf(product.pid);
    for (const addresses of CROWDS) {
      const asked = { port, perSecond: PER_SECOND, seconds: SECONDS, addresses };
      const { seen, sent, megabytesMax } = await flood(product.pid, asked);
      const name = `flood ${addresses}`;
      const print = (what: string, value: number, unit: string, baseline?: number) =>
        printFigure({ name: `${name} ${what}`, value, unit, digits: 1, ...(baseline !== undefined && { baseline }) });
      print('cached', median(seen.cachedMs), 'ms, median', median(quiet.cachedMs));
      print('uncached', median(seen.uncachedMs), 'ms, median', median(quiet.uncachedMs));
      print('shown', shown(seen), '% of the pages of other visitors', shown(quiet));
      print('refusal', quantile(sent.refusedMs, 0.99), 'ms, p99');
      print('memory', megabytesMax, 'MB of Node at most', idle);
    }
  } finally {
    await product.stop();
  }
});
