import { spawnSync } from 'node:child_process';
import { openSync } from 'node:fs';
import { cp, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePorts } from '@marquee/runtime/free-ports';
import { atEnd } from '@marquee/testing/cleanup';
import { testServer } from '@marquee/testing/test-server';

const NGINX = '/usr/sbin/nginx';
const CONFIGURATION = join(import.meta.dirname, '..');

export type Edge = {
  url: string;
  /** Everything that it has logged. */
  logs(): Promise<string>;
  /** One line of the access log a request, as far as they are written. */
  accesses(): Promise<Record<string, unknown>[]>;
};

/** The upstreams as shipped, with these ports in place of Docker's names. */
async function upstreams(gateways: readonly number[], media: number): Promise<string> {
  const shipped = await readFile(join(CONFIGURATION, 'upstreams.conf'), 'utf8');
  const [first = 1, second = 1] = gateways;
  return shipped
    .replace(/^resolver.*$/gm, '')
    .replaceAll(' resolve', '')
    .replace('gateway-1:3000', `127.0.0.1:${first}`)
    .replace('gateway-2:3000', `127.0.0.1:${second}`)
    .replace('media:8080', `127.0.0.1:${media}`);
}

/** A real nginx with the configuration of the edge, in front of what listens on these ports. */
export async function testEdge({
  gateways,
  media = 1,
}: {
  gateways: readonly number[];
  media?: number;
}): Promise<Edge> {
  const dir = await mkdtemp(join(tmpdir(), 'marquee-edge-'));
  atEnd(() => rm(dir, { recursive: true, force: true }));
  const [port = 0, statusPort = 0] = await freePorts(2);
  const configuration = join(dir, 'conf');
  await cp(CONFIGURATION, configuration, { recursive: true, filter: (path) => !/testing|\.ts$/.test(path) });
  await writeFile(join(configuration, 'upstreams.conf'), await upstreams(gateways, media));
  await writeFile(join(configuration, 'listen.conf'), `listen 127.0.0.1:${port};`);
  await writeFile(join(configuration, 'status.conf'), `listen 127.0.0.1:${statusPort};`);
  const prefix = join(dir, 'run');
  await mkdir(join(prefix, 'cache'), { recursive: true });
  await mkdir(join(prefix, 'temp'));
  const args = ['-p', `${prefix}/`, '-c', join(configuration, 'nginx.conf'), '-e', 'stderr'];
  const checked = spawnSync(NGINX, ['-t', ...args], { encoding: 'utf8', stdio: ['ignore', 'ignore', 'pipe'] });
  if (checked.status !== 0) throw new Error(checked.stderr);

  const logFile = join(dir, 'log');
  const url = `http://127.0.0.1:${port}`;
  // It opens its standard output by name, which a pipe of ours cannot be.
  const server = testServer({
    // One process, so that nothing is left when it is killed.
    command: [NGINX, ...args, '-g', 'daemon off; master_process off;'],
    output: openSync(logFile, 'a'),
    isServing: async () => (await fetch(`http://127.0.0.1:${statusPort}/livez`)).ok,
  });
  await server.start();
  const logs = () => readFile(logFile, 'utf8');
  return {
    url,
    logs,
    async accesses() {
      const lines = (await logs()).split('\n').filter((line) => line.startsWith('{') && line.endsWith('}'));
      return lines.map((line) => JSON.parse(line) as Record<string, unknown>);
    },
  };
}
