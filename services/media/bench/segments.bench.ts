// `segments`: bytes per second of the playback origin, tokens verified, against bare node:http that writes the same
// bytes from memory; at least 0.50 of it. nginx serving the files from disk is reported beside it.
import { type ChildProcess, fork, spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { Agent, createServer, get } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { newId } from '@marquee/data/ids';
import { printFigure } from '@marquee/runtime/bench/figure';
import { systemClock } from '@marquee/runtime/clock';
import { freePort } from '@marquee/runtime/free-ports';
import { createLogger } from '@marquee/runtime/log';
import { memorySignals } from '@marquee/runtime/signals';
import { visitor } from '@marquee/runtime/viewer';
import { diskBlobs } from '@marquee/storage/disk-blobs';
import { type PlaybackKeyRing, signPlayback } from '@marquee/storage/playback-token';
import { nginxProgram } from '@marquee/testing/test-components';
import { playbackOrigin, readPlaybackPath } from '../src/playback/playback-origin.ts';
import type { MediaResources } from '../src/resources.ts';

const SEGMENT_BYTES = 1_500_000; // 4 s at 3 Mbit/s
const SEGMENTS = 24;
const CONNECTIONS = 16;
const WARM_UP_MS = 1000;
const ROUND_MS = 3000;
const ROUNDS = 3;
const name = (index: number) => `video-720p-${String(index).padStart(5, '0')}.m4s`;

type Message = { kind: 'bare' | 'origin'; root: string; version: string; prefix: string; keys: string };

/** The server's side runs in a process of its own, so that the client costs it nothing. */
async function serveInChild(message: Message): Promise<void> {
  const body = Buffer.alloc(SEGMENT_BYTES, 7);
  const keys: PlaybackKeyRing = [{ id: 'k1', secret: Buffer.from(message.keys, 'base64') }];
  let handle: Parameters<typeof createServer>[1];
  if (message.kind === 'bare') {
    handle = (_, response) => {
      response.writeHead(200, { 'Content-Type': 'video/iso.segment', 'Content-Length': body.length });
      response.end(body);
    };
  } else {
    // The answer for the version and for its asset.
    const found = { status: 'COMPLETE', outputPrefix: message.prefix, assetId: newId(), protected: false };
    const resources = {
      config: { PLAYBACK_KEYS: keys, SEGMENT_CACHE_BYTES: 48 * 1024 * 1024 },
      clock: systemClock,
      signals: memorySignals(),
      blobs: await diskBlobs({ root: message.root }),
      db: { query: async () => [found] },
      log: createLogger({ service: 'bench', level: 'silent' }),
    } as unknown as MediaResources;
    const nobody = {
      hasEnded: () => false,
      hasAddressEnded: () => false,
      end() {},
      endAddress() {},
      load: async () => {},
    };
    const origin = playbackOrigin(resources, nobody);
    handle = (request, response) => {
      const path = readPlaybackPath(request.url ?? '');
      if (path) origin.serve(request, response, path, visitor).catch(() => response.destroy());
      else response.writeHead(404).end();
    };
  }
  const server = createServer(handle);
  server.listen(0, '127.0.0.1', () => process.send?.((server.address() as AddressInfo).port));
}

async function measure(address: (index: number) => string): Promise<number> {
  const agent = new Agent({ keepAlive: true, maxSockets: CONNECTIONS });
  let bytes = 0;
  let stopAt = Number.POSITIVE_INFINITY;
  const one = (index: number) =>
    new Promise<void>((resolve, reject) => {
      get(address(index % SEGMENTS), { agent }, (response) => {
        if (response.statusCode !== 200) reject(new Error(`status ${response.statusCode}`));
        response.on('data', (chunk: Buffer) => {
          bytes += chunk.length;
        });
        response.once('end', resolve);
        response.once('error', reject);
      }).once('error', reject);
    });
  const began = performance.now();
  stopAt = began + WARM_UP_MS + ROUND_MS;
  let from = 0;
  let measuredFrom = began;
  setTimeout(() => {
    from = bytes;
    measuredFrom = performance.now();
  }, WARM_UP_MS);
  const worker = async (start: number) => {
    for (let index = start; performance.now() < stopAt; index += 1) await one(index);
  };
  await Promise.all(Array.from({ length: CONNECTIONS }, (_, start) => worker(start)));
  const rate = (bytes - from) / ((performance.now() - measuredFrom) / 1000);
  agent.destroy();
  return rate;
}

function startChild(message: Message): Promise<{ child: ChildProcess; port: number }> {
  const child = fork(fileURLToPath(import.meta.url), ['serve'], { execArgv: ['--no-warnings'] });
  child.send(message);
  return new Promise((resolve, reject) => {
    child.once('message', (port: number) => resolve({ child, port }));
    child.once('exit', (code) => reject(new Error(`the server ended with ${code}`)));
  });
}

/** nginx as an edge that has verified already: files from disk by sendfile. */
async function startNginx(root: string, folder: string): Promise<{ child: ChildProcess; port: number } | undefined> {
  if (!existsSync(nginxProgram)) return undefined;
  const port = await freePort();
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
    (kind) => `${kind}_temp_path ${folder}/t;`,
  );
  const server = `server { listen 127.0.0.1:${port}; root ${root}; sendfile on; tcp_nopush on; access_log off; }`;
  const config = `${process.getuid?.() === 0 ? 'user root;' : ''} worker_processes 1; daemon off; pid ${folder}/pid;
    error_log ${folder}/error.log; events {} http { ${temporary.join(' ')} ${server} }`;
  await writeFile(join(folder, 'nginx.conf'), config);
  const child = spawn(nginxProgram, ['-c', join(folder, 'nginx.conf'), '-p', folder], { stdio: 'ignore' });
  for (let tries = 0; tries < 100; tries += 1) {
    const isUp = await fetch(`http://127.0.0.1:${port}/`).then(
      () => true,
      () => false,
    );
    if (isUp) return { child, port };
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  child.kill();
  return undefined;
}

async function main(): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'segments-bench-'));
  const children: ChildProcess[] = [];
  try {
    const root = join(folder, 'blobs');
    await mkdir(root);
    const blobs = await diskBlobs({ root });
    const [version, secret] = [newId(), Buffer.alloc(32, 9)];
    const prefix = `renditions/${newId()}/${version}/1/`;
    for (let index = 0; index < SEGMENTS; index += 1)
      await blobs.put(prefix + name(index), Buffer.alloc(SEGMENT_BYTES, 7));
    const message = { root, version, prefix, keys: secret.toString('base64') };
    const bare = await startChild({ ...message, kind: 'bare' });
    const origin = await startChild({ ...message, kind: 'origin' });
    const nginx = await startNginx(root, folder);
    children.push(bare.child, origin.child, ...(nginx ? [nginx.child] : []));
    const claims = { sessionId: newId(), filmId: newId(), version, expiresAt: new Date(Date.now() + 600_000) };
    const token = signPlayback([{ id: 'k1', secret }], claims);

    const rates = { bare: 0, origin: 0, nginx: 0 };
    for (let round = 0; round < ROUNDS; round += 1) {
      const ours = await measure((index) => `http://127.0.0.1:${origin.port}/v/${token}/${version}/${name(index)}`);
      const theirs = await measure((index) => `http://127.0.0.1:${bare.port}/${name(index)}`);
      const edge = nginx ? await measure((index) => `http://127.0.0.1:${nginx.port}/${prefix}${name(index)}`) : 0;
      rates.origin = Math.max(rates.origin, ours);
      rates.bare = Math.max(rates.bare, theirs);
      rates.nginx = Math.max(rates.nginx, edge);
    }
    const baseline = rates.bare / 1e6;
    printFigure({ name: 'segments', value: rates.origin / 1e6, unit: 'MB/s', baseline });
    if (nginx) printFigure({ name: 'segments nginx', value: rates.nginx / 1e6, unit: 'MB/s', baseline });
  } finally {
    for (const child of children) child.kill('SIGKILL');
    await rm(folder, { recursive: true, force: true });
  }
}

if (process.argv[2] === 'serve') process.once('message', (message) => void serveInChild(message as Message));
else await main();
