// `npm run bench`: every figure, one JSON line each on stdout: {"name","value","unit","baseline","ratio"}, where ratio is
// value by the baseline measured in the same run. `npm run bench NAME` measures one, with what is reported beside it.
// Each file runs in a process of its own, one after the other; what is not a figure goes to stderr.
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';

const FIGURES = {
  'cached page': 'gateway/bench/pages.bench.ts',
  'uncached page': 'gateway/bench/pages.bench.ts',
  rpc: 'services/film/bench/rpc.bench.ts',
  adapters: 'packages/runtime/bench/adapters.bench.ts',
  'profile page': 'gateway/bench/pages.bench.ts',
  'sign-in': 'services/identity/bench/sign-in.bench.ts',
  'share picture': 'gateway/bench/share-picture.bench.ts',
  'gateway rpc': 'gateway/bench/gateway-rpc.bench.ts',
  events: 'packages/events/bench/events.bench.ts',
  transcode: 'services/media/bench/transcode.bench.ts',
  bytes: 'bench/bytes.bench.ts',
  'first frame': 'bench/first-frame.bench.ts',
  'page load': 'bench/page-load.bench.ts',
  'first load': 'web/bench/first-load.bench.ts',
  'back office first load': 'web/bench/first-load.bench.ts',
  segments: 'services/media/bench/segments.bench.ts',
  start: 'bench/start.bench.ts',
  'first film': 'bench/first-film.bench.ts',
  memory: 'bench/memory.bench.ts',
  telemetry: 'bench/telemetry.bench.ts',
  flood: 'bench/flood.bench.ts',
  'contended write': 'services/film/bench/contended-write.bench.ts',
  search: 'services/film/bench/search.bench.ts',
  statistics: 'services/film/bench/statistics.bench.ts',
  recommendations: 'services/film/bench/recommendations.bench.ts',
  checkout: 'bench/checkout.bench.ts',
  licence: 'bench/licence.bench.ts',
  tickets: 'bench/tickets.bench.ts',
  'tickets a minute': 'bench/tickets.bench.ts',
  votes: 'bench/votes.bench.ts',
  'users table': 'services/identity/bench/users-table.bench.ts',
  notices: 'services/notification/bench/notices.bench.ts',
  'scaled pages': 'bench/scaled.bench.ts',
  'scaled heartbeats': 'bench/scaled.bench.ts',
  'heartbeat viewers': 'bench/heartbeat-viewers.bench.ts',
};

const root = join(import.meta.dirname, '..');
const node = join(root, 'node_modules', '.bin', 'node');
const chosen = process.argv.slice(2).join(' ');

function run(command, args, onLine) {
  return new Promise((resolve) => {
    const env = { ...process.env, PATH: `${join(root, 'node_modules', '.bin')}:${process.env.PATH}` };
    const child = spawn(command, args, { cwd: root, env, stdio: ['ignore', 'pipe', 'inherit'] });
    createInterface({ input: child.stdout }).on('line', onLine);
    child.on('error', (error) => {
      console.error(error.message);
      resolve(1);
    });
    child.on('close', (code) => resolve(code ?? 1));
  });
}

function nameOf(line) {
  try {
    return JSON.parse(line).name;
  } catch {
    return undefined;
  }
}

const isChosen = (name) => chosen === '' || name === chosen || name.startsWith(`${chosen} `);

/** Runs a file; tells whether it ended well. */
async function bench(file) {
  console.error(`# ${file}`);
  const args = ['--disable-warning=ExperimentalWarning', file, ...(chosen ? [chosen] : [])];
  const code = await run(node, args, (line) => {
    const name = nameOf(line);
    if (typeof name !== 'string') console.error(line);
    else if (isChosen(name)) console.log(line);
  });
  if (code !== 0) console.error(`${file} ended with ${code}`);
  return code === 0;
}

const files = new Set(chosen ? [FIGURES[chosen]] : Object.values(FIGURES));
if (files.has(undefined)) {
  console.error(`There is no figure "${chosen}". There are: ${Object.keys(FIGURES).join(', ')}.`);
  process.exit(1);
}
if (!existsSync(join(root, 'web', 'build', 'server', 'index.js'))) {
  const code = await run('npm', ['run', 'build', '--workspace', 'web'], (line) => console.error(line));
  if (code !== 0) process.exit(code);
}
let failed = false;
for (const file of files) failed = !(await bench(file)) || failed;
process.exit(failed ? 1 : 0);
