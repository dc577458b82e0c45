// `cached page` against bare node:http with the same bytes, and `uncached page` with 50 films against react-dom's
// renderToString of the same tree; `profile page cached` and `profile page uncached` are the same of a profile with six photos
// and twelve films. What is compared is the server's CPU a page, the middle of many short rounds in turns:
// it hardly moves when others work on the machine. In the default form of React Router the second is 0.15.
import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { Agent, request } from 'node:http';
import { join } from 'node:path';
import { median, printFigure } from '@marquee/runtime/bench/figure';
import { build } from 'vite';

const CONNECTIONS = 8;
const ROUNDS = 31;

/** Both unless one is named. */
const chosen = process.argv[2];

type Headers = () => Record<string, string>;
type Server = { child: ChildProcess; port: number; agent: Agent };

const none: Headers = () => ({});
/** Who has just written gets a page rendered after that. */
const justWrote: Headers = () => ({ cookie: `fresh=${Date.now()}` });

async function start(kind: string, ...more: string[]): Promise<Server> {
  const child = fork(join(import.meta.dirname, 'page-server.ts'), [kind, ...more]);
  child.once('exit', (code) => code && process.exit(code));
  const [{ port }] = (await once(child, 'message')) as [{ port: number }];
  return { child, port, agent: new Agent({ keepAlive: true, maxSockets: CONNECTIONS }) };
}

function get({ port, agent }: Server, path: string, headers: Headers): Promise<number> {
  return new Promise((resolve, reject) => {
    request({ host: '127.0.0.1', port, path, agent, headers: headers() }, (response) => {
      let bytes = 0;
      response.on('data', (chunk: Buffer) => (bytes += chunk.length));
      response.on('end', () =>
        response.statusCode === 200 ? resolve(bytes) : reject(new Error(`status ${response.statusCode}`)),
      );
    })
      .on('error', reject)
      .end();
  });
}

async function cpuOf({ child }: Server): Promise<number> {
  child.send('cpu');
  const [{ cpu }] = (await once(child, 'message')) as [{ cpu: NodeJS.CpuUsage }];
  return cpu.user + cpu.system;
}

async function cpuPerPage(server: Server, path: string, pages: number, headers: Headers): Promise<number> {
  const before = await cpuOf(server);
  let left = pages;
  const visitor = async () => {
    while (left > 0) {
      left -= 1;
      await get(server, path, headers);
    }
  };
  await Promise.all(Array.from({ length: CONNECTIONS }, visitor));
  return ((await cpuOf(server)) - before) / pages;
}

async function compare(name: string, ours: Server, bare: Server, path: string, pages: number, headers: Headers) {
  await cpuPerPage(ours, path, pages, headers);
  await cpuPerPage(bare, path, pages, none);
  const [oursUs, bareUs]: [number[], number[]] = [[], []];
  for (let round = 0; round < ROUNDS; round += 1) {
    oursUs.push(await cpuPerPage(ours, path, pages, headers));
    bareUs.push(await cpuPerPage(bare, path, pages, none));
  }
  printFigure({ name, value: 1e6 / median(oursUs), unit: 'pages/s of CPU', baseline: 1e6 / median(bareUs) });
}

await build({ configFile: join(import.meta.dirname, '..', '..', 'web', 'bench', 'vite.config.ts') });
const ours = await start('ours');
const started = [ours];
const isChosen = (name: string) => !chosen || name === chosen || name.startsWith(`${chosen} `);

/** A page against its bare renderer, and against its bytes. */
async function measure(path: string, bareKind: string, names: { cached: string; uncached: string }): Promise<void> {
  if (!isChosen(names.cached) && !isChosen(names.uncached)) return;
  const barePage = await start(bareKind);
  const bytes = await get(ours, path, none);
  console.error(`the page ${path} has ${bytes} bytes, the bare one ${await get(barePage, path, none)}`);
  const bareHttp = await start('bare-http', String(bytes));
  started.push(barePage, bareHttp);
  if (isChosen(names.uncached)) await compare(names.uncached, ours, barePage, path, 60, justWrote);
  if (isChosen(names.cached)) await compare(names.cached, ours, bareHttp, path, 1_000, none);
}

await measure('/', 'bare-page', { cached: 'cached page', uncached: 'uncached page' });
const profileNames = { cached: 'profile page cached', uncached: 'profile page uncached' };
await measure('/profile/u1', 'bare-profile', profileNames);
for (const { child, agent } of started) {
  agent.destroy();
  child.disconnect();
}
