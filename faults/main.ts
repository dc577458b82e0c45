// `npm run faults [-- NAMES…]`: runs a scaled site under load while each component fails in each way. A full run writes
// docs/faults.md. Names choose components and faults: `film`, `killed`, `film:killed`. `--ci` runs the four faults that
// find most, and writes reports/faults.xml. What follows `--` is a command that runs on the site before anything fails,
// such as `-- node scripts/on-scaled-site.mjs journeys load`: one start of the site serves all. With `--during` the command
// runs while the named faults happen, from when it has made the file that FAULTS_GO names, and judges them alone.
import { execFile } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { runOnSite } from '@marquee/deploy/scaled/run-on-site';
import { s3Blobs } from '@marquee/storage/s3-blobs';
import { writeJunit } from '../scripts/junit.mjs';
import { newClaims } from './claims.ts';
import { addClients, type Cast } from './clients.ts';
import { type OrderVerdict, openOrderJudge } from './event-order.ts';
import { failDuring } from './fail-during.ts';
import { COMPONENTS, type ComponentName, type FaultName, faultsOf } from './faults.ts';
import { addFestivalGoers, newFestival } from './festival.ts';
import { addFilmBuyers, priceFilm } from './film-sales.ts';
import { makeFiles, newFilm } from './films.ts';
import { openLoad } from './load.ts';
import { openOwners } from './owners.ts';
import { newPerson } from './people.ts';
import { newRecords } from './records.ts';
import { renderReport } from './report.ts';
import { type Cell, isGood, runFault, type Scene } from './run-fault.ts';
import { openSite, type Site } from './site.ts';

const root = join(import.meta.dirname, '..');
const say = (line: string) => process.stdout.write(`${line}\n`);
const CI: Record<string, string> = {
  'film:killed': 'film crashes and restarts: no acknowledged write is lost or doubled [SYS-03:film]',
  'media-worker:killed':
    'a media worker crashes in the middle of a job: the film is transcoded nevertheless [SYS-03:media-worker]',
  'broker:killed': 'the broker crashes and restarts: every event takes effect once and in order [SYS-03:broker-lost]',
  'database:killed': 'the database crashes and restarts: no acknowledged write is lost [SYS-03:database-lost]',
};
const ORDER = 'after all faults the bus holds every event, those of each aggregate in order [SYS-03:order]';

type Pair = [ComponentName, FaultName];

function chosen(names: readonly string[]): Pair[] {
  const all = COMPONENTS.flatMap((component) => faultsOf(component).map((fault): Pair => [component, fault]));
  if (names.includes('--ci')) return all.filter((pair) => pair.join(':') in CI);
  const found = names.flatMap((name) =>
    all.filter(([component, fault]) => name === component || name === fault || name === `${component}:${fault}`),
  );
  if (names.length > 0 && found.length === 0) throw new Error(`there is no fault called ${names.join(', ')}`);
  return names.length === 0 ? all : found;
}

async function approve(site: Site, cast: { email: string; browser: Cast['maker']['browser'] }, films: string[]) {
  await promisify(execFile)(process.execPath, ['deploy/staff/main.ts', 'add', cast.email], {
    cwd: root,
    env: { PATH: process.env.PATH, DATABASE_URL_IDENTITY: site.components.databaseUrl('identity') },
  });
  for (const filmId of films) {
    const body = { requestId: crypto.randomUUID(), filmId, isApproved: true };
    await cast.browser.persist('publish', 'film.v1.FilmBackOfficeService/SetFilmFlags', body);
  }
}

/** Prepares the site: a film to watch, one to edit, and everybody who uses it. */
async function prepare(site: Site): Promise<Scene> {
  const { url } = site.processes;
  const records = newRecords();
  const person = (name: string, pro = false) => newPerson(url, records, name, pro);
  const files = await makeFiles(site.dir);
  const [maker, uploader, staff] = [await person('maker', true), await person('uploader', true), await person('staff')];
  const title = 'The Ferryman of Lake Sorrow';
  const watched = await newFilm(maker.browser, files, title);
  const edited = await newFilm(maker.browser, files, 'A Film That Is Never Done');
  const sold = await newFilm(maker.browser, files, 'The Price of the Crossing');
  await priceFilm(maker.browser, sold.id);
  await approve(site, staff, [watched.id, edited.id, sold.id]);
  const people = await Promise.all(
    ['viewer 1', 'viewer 2', 'viewer 3', 'viewer 4', 'reviewer 1', 'reviewer 2'].map((name) => person(name)),
  );
  const claims = newClaims();
  claims.uploads.push(...watched.files, ...edited.files, ...sold.files);
  const cast: Cast = {
    ...{ url, records, claims, files, maker, uploader },
    watched: { id: watched.id, title },
    edited: edited.id,
    viewers: people.slice(0, 4),
    reviewers: people.slice(4),
  };
  const load = openLoad(records);
  addClients(load, cast);
  addFilmBuyers(load, claims, sold.id);
  addFestivalGoers(load, claims, await newFestival(site.dir, maker.accountId, cast.watched), maker);
  const blobs = s3Blobs(site.components.s3.connection);
  const owners = await openOwners(join(site.dir, 'socket'));
  const order = openOrderJudge(owners, site.components.kafka.brokers);
  return { site, load, cast, owners, order, blobs };
}

/** Runs the command before anything fails, and says how it ended. */
async function runFirst(command: readonly string[], site: Site): Promise<void> {
  if (command.length === 0) return;
  const { dir, processes, components } = site;
  const code = await runOnSite(command, { dir, site: processes, components }).code;
  if (code === 0) return;
  say(`BAD  ${command.join(' ')} ended with ${code}`);
  process.exitCode = 1;
}

async function run(
  pairs: readonly Pair[],
  command: readonly string[],
): Promise<{ cells: Cell[]; order: OrderVerdict }> {
  const site = await openSite(say);
  try {
    // First, so that it costs no time of the quiet machine that the command waits for.
    const scene = await prepare(site);
    await runFirst(command, site);
    say(`The site is prepared; logs in ${join(site.dir, 'logs')}`);
    const cells: Cell[] = [];
    for (const [component, fault] of pairs) {
      const startedAt = performance.now();
      const cell = await runFault(scene, component, fault);
      cells.push(cell);
      sayCell(cell, performance.now() - startedAt);
    }
    await scene.load.stop();
    const order = await scene.order.judge();
    await scene.owners.close();
    return { cells, order };
  } finally {
    await site.stop();
  }
}

function sayCell(cell: Cell, tookMs: number): void {
  const { component, fault, longest, slowestReturn, requests, refused, acknowledged } = cell;
  const at = ({ ms, kind }: { ms: number; kind: string }) => `${(ms / 1_000).toFixed(1)} s (${kind})`;
  say(
    `${isGood(cell) ? 'ok  ' : 'BAD '} ${component}, ${fault}: ${requests} requests, ${refused} refused, ` +
      `down ${at(longest)}, back after ${at(slowestReturn)}, ${acknowledged} acknowledged, ` +
      `${cell.lost.length} lost, ${cell.doubled.length} doubled; took ${Math.round(tookMs / 1_000)} s`,
  );
  for (const text of cell.lost) say(`       lost: ${text}`);
  for (const text of cell.doubled) say(`       doubled: ${text}`);
  for (const text of cell.problems) say(`       ${text}`);
}

async function writeReports(names: readonly string[], { cells, order }: { cells: Cell[]; order: OrderVerdict }) {
  const troubles = (cell: Cell) => [...cell.lost, ...cell.doubled, ...cell.problems].join('\n');
  if (names.includes('--ci')) {
    const cases = cells.map((cell) => ({
      name: CI[`${cell.component}:${cell.fault}`] ?? '',
      ...(!isGood(cell) && { failure: troubles(cell) }),
    }));
    const failure = order.problems.join('\n');
    writeJunit(join(root, 'reports', 'faults.xml'), 'faults', [...cases, { name: ORDER, ...(failure && { failure }) }]);
  }
  if (names.length > 0) return;
  const report = join(root, 'docs', 'faults.md');
  await writeFile(report, renderReport(cells, order));
  await promisify(execFile)(join(root, 'node_modules', '.bin', 'biome'), ['format', '--write', report]);
}

for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1));
const given = process.argv.slice(2);
const end = given.includes('--') ? given.indexOf('--') : given.length;
const [names, command] = [given.slice(0, end), given.slice(end + 1)];
try {
  if (names.includes('--during')) process.exit(await failDuring(chosen(names), command, say));
  const result = await run(chosen(names), command);
  say(`${result.order.events} events written, ${result.order.published} on the bus`);
  for (const problem of result.order.problems) say(`BAD  ${problem}`);
  await writeReports(names, result);
  if (!result.cells.every(isGood) || result.order.problems.length > 0) process.exitCode = 1;
} catch (error) {
  process.stderr.write(`${(error as Error).stack}\n`);
  process.exitCode = 1;
}
process.exit(process.exitCode);
