// `cached page` against bare node:http with the same bytes, and `uncached page` with 50 films against react-dom's
// renderToString of the same tree. What is compared is the server's CPU a page, the middle of many short rounds in turns:
// it hardly moves when others work on the machine. In the default form of React Router the second is 0.15.
import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { Agent, request } from 'node:http';
import { join } from 'node:path';
import { median, printFigure } from '@marquee/runtime/bench/figure';
import { build } from 'vite';

const CONNECTIONS = 8;
const ROUNDS = 9;

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

async function cpuPerPage(server: Server, pages: number, headers: Headers): Promise<number> {
  const before = await cpuOf(server);
  let left = pages;
  const visitor = async () => {
    while (left > 0) {
      left -= 1;
      await get(server, '/', headers);
    }
  };
  await Promise.all(Array.from({ length: CONNECTIONS }, visitor));
  return ((await cpuOf(server)) - before) / pages;
}

async function compare(name: string, ours: Server, bare: Server, pages: number, headers: Headers) {
  await cpuPerPage(ours, pages, headers);
  await cpuPerPage(bare, pages, none);
  const [oursUs, bareUs]: [number[], number[]] = [[], []];
  for (let round = 0; round < ROUNDS; round += 1) {
    oursUs.push(await cpuPerPage(ours, pages, headers));
    bareUs.push(await cpuPerPage(bare, pages, none));
  }
  printFigure({ name, value: 1e6 / median(oursUs), unit: 'pages/s of CPU', baseline: 1e6 / median(bareUs) });
}

await build({ configFile: join(import.meta.dirname, '..', '..', 'web', 'bench', 'vite.config.ts') });
const ours = await start('ours');
const barePage = await start('bare-page');
const bytes = await get(ours, '/', none);
console.error(`the page has ${bytes} bytes, the bare one ${await get(barePage, '/', none)}`);
const bareHttp = await start('bare-http', String(bytes));
if (chosen !== 'cached page') await compare('uncached page', ours, barePage, 200, justWrote);
if (chosen !== 'uncached page') await compare('cached page', ours, bareHttp, 2_000, none);
for (const { child, agent } of [ours, barePage, bareHttp]) {
  agent.destroy();
  child.disconnect();
}
