import { spawnSync } from 'node:child_process';
import { openSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePorts } from '@marquee/runtime/free-ports';
import { atEnd } from '@marquee/testing/cleanup';
import { nginxProgram } from '@marquee/testing/test-components';
import { testServer } from '@marquee/testing/test-server';
import { nameServer } from './name-server.ts';

// The files that compose and the chart share, and those of compose only.
const CHART_FILES = join(import.meta.dirname, '..', '..', '..', 'helm', 'marquee', 'files', 'edge');
const COMPOSE_FILES = join(import.meta.dirname, '..');
const HOST = '127.0.0.1';

export type Edge = {
  url: string;
  /** All of its log. */
  logs(): Promise<string>;
  /** The lines of the access log so far, one per request. */
  accesses(): Promise<Record<string, unknown>[]>;
  /** Changes the address of a host. */
  moveTo(host: string, address: string): void;
};

type Upstreams = { gateways: readonly number[]; media?: number; address?: string };

/** Starts the edge of compose in front of servers on these ports. */
export async function testEdge({ gateways, media = 1, address }: Upstreams) {
  const files = { ...(await configuration(CHART_FILES)), ...(await configuration(COMPOSE_FILES)) };
  const [first = 1, second = 1] = gateways;
  return edgeOf({ files, ports: { 'gateway-1': first, 'gateway-2': second, media }, address });
}

/** The text of each nginx file in a folder, by its name. */
async function configuration(folder: string): Promise<Record<string, string>> {
  const names = (await readdir(folder)).filter((name) => name.endsWith('.conf'));
  const texts = await Promise.all(names.map((name) => readFile(join(folder, name), 'utf8')));
  return Object.fromEntries(names.map((name, index) => [name, texts[index] ?? '']));
}

/**
 * Starts a real nginx with these files, which must not contain `listen`. A DNS server of the test resolves its hosts, to
 * ports of the test; nothing else in the files is changed.
 */
export async function edgeOf(shipped: {
  files: Record<string, string>;
  /** The port of every host in the upstreams. */
  ports: Record<string, number>;
  /** The address of all hosts at first. */
  address?: string | undefined;
}): Promise<Edge> {
  const dir = await mkdtemp(join(tmpdir(), 'marquee-edge-'));
  atEnd(() => rm(dir, { recursive: true, force: true }));
  const hosts = Object.keys(shipped.ports);
  const names = await nameServer(Object.fromEntries(hosts.map((host) => [host, shipped.address ?? HOST])));
  const [port = 0, statusPort = 0] = await freePorts(2);
  const folder = join(dir, 'conf');
  await mkdir(folder);
  const files = {
    ...shipped.files,
    'upstreams.conf': upstreams(shipped.files['upstreams.conf'] ?? '', shipped.ports, names.port),
    'listen.conf': `listen ${HOST}:${port};`,
    'status.conf': `listen ${HOST}:${statusPort};`,
  };
  for (const [name, text] of Object.entries(files)) await writeFile(join(folder, name), text);
  const prefix = join(dir, 'run');
  await mkdir(join(prefix, 'cache'), { recursive: true });
  await mkdir(join(prefix, 'temp'));
  const args = ['-p', `${prefix}/`, '-c', join(folder, 'nginx.conf'), '-e', 'stderr'];
  const checked = spawnSync(nginxProgram, ['-t', ...args], { encoding: 'utf8', stdio: ['ignore', 'ignore', 'pipe'] });
  if (checked.status !== 0) throw new Error(checked.stderr);

  const logFile = join(dir, 'log');
  // nginx opens its standard output by name, which is not possible with a pipe.
  const server = testServer({
    // A single process, so that none is left when it is killed.
    command: [nginxProgram, ...args, '-g', 'daemon off; master_process off;'],
    output: openSync(logFile, 'a'),
    // nginx has no upstreams until it has resolved them; it handles a request sent after those answers after them.
    isServing: async () => names.hasAnswered(hosts) && (await fetch(`http://${HOST}:${statusPort}/livez`)).ok,
  });
  await server.start();
  const logs = () => readFile(logFile, 'utf8');
  return {
    url: `http://${HOST}:${port}`,
    logs,
    async accesses() {
      const lines = (await logs()).split('\n').filter((line) => line.startsWith('{') && line.endsWith('}'));
      return lines.map((line) => JSON.parse(line) as Record<string, unknown>);
    },
    moveTo: (host, address) => void names.addresses.set(host, address),
  };
}

/** The upstreams with the ports of the test and its DNS server. */
function upstreams(text: string, ports: Record<string, number>, nameServerPort: number): string {
  let changed = text.replace(/(\bresolver) [^ ;]+/, `$1 ${HOST}:${nameServerPort}`);
  for (const [host, port] of Object.entries(ports)) {
    const before = changed;
    changed = changed.replace(new RegExp(`(\\bserver ${host}):\\d+`, 'g'), `$1:${port}`);
    if (changed === before) throw new Error(`the upstreams name no host ${host}`);
  }
  return changed;
}
