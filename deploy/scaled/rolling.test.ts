// @requires kafka
// @requires redis
// @requires s3

import { randomInt, randomUUID } from 'node:crypto';
import { promises as dns } from 'node:dns';
import { readFileSync } from 'node:fs';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { Agent, request as httpRequest } from 'node:http';
import { tmpdir } from 'node:os';
import { join as pathJoin } from 'node:path';
import { createClient } from '@connectrpc/connect';
import { jest } from '@jest/globals';
import { ProjectType } from '@marquee/contracts/film/v1/film_pb';
import { StudioService } from '@marquee/contracts/film/v1/studio_pb';
import { newCall, runInCall } from '@marquee/runtime/context';
import { signingKeyFromPem } from '@marquee/runtime/keys';
import { grpcTransport } from '@marquee/runtime/rpc/transport';
import { issueViewerToken } from '@marquee/runtime/viewer-token';
import { eventually } from '@marquee/testing/eventually';
import pg from 'pg';
import { type RealComponents, runMigrations, startComponents } from './components.ts';
import { openScaledForm, type Replica, type ScaledForm } from './processes.ts';
import { createEndpoints, type Endpoints, join, nameOf, replace } from './rolling-update.ts';

const TEST_MS_MAX = 300_000;
const CALLERS = 3;
const DRAIN_DELAY_MS = 1_500;
const CALL_MS_MAX = 10_000;

let dir: string;
let components: RealComponents;
let form: ScaledForm;
let endpoints: Endpoints;

beforeAll(async () => {
  dir = await mkdtemp(pathJoin(tmpdir(), 'marquee-rolling-'));
  components = await startComponents(dir);
  const names = pathJoin(dir, 'names.json');
  endpoints = createEndpoints(names);
  form = await openScaledForm({
    dir,
    components,
    nameOf,
    environment: {
      DRAIN_DELAY_MS: String(DRAIN_DELAY_MS),
      TRUSTED_PROXIES: '1',
      NAMES_FILE: names,
      NODE_OPTIONS: `--import ${pathJoin(import.meta.dirname, 'cluster-names.ts')}`,
    },
  });
  const migrated = await runMigrations(components);
  expect([migrated.code, migrated.output]).toEqual([0, expect.anything()]);
  const first: Replica[] = ['identity', 'film', 'film@2', 'gateway', 'gateway@2'];
  await Promise.all(first.map((replica) => join(form, endpoints, replica)));
  const { lookup } = dns;
  jest.spyOn(dns, 'lookup').mockImplementation((async (name: string, options: object) => {
    const known = (JSON.parse(await readFile(names, 'utf8')) as Record<string, string[]>)[name];
    return known?.map((address) => ({ address, family: 4 })) ?? lookup(name, options);
  }) as never);
}, TEST_MS_MAX);

afterAll(async () => {
  jest.restoreAllMocks();
  await form?.stop();
  await components?.stop();
  await rm(dir, { recursive: true, force: true });
}, TEST_MS_MAX);

type Load = { succeeded: string[]; failed: string[]; stop(): Promise<void> };

/** Does something over and over, several at a time, and keeps what became of it. */
function startLoad(work: () => Promise<string>): Load {
  const load: Load = { succeeded: [], failed: [], stop: async () => {} };
  let isStopped = false;
  const callers = Array.from({ length: CALLERS }, async () => {
    // One is enough to blame.
    while (!isStopped && load.failed.length === 0) {
      await work().then(
        (what) => load.succeeded.push(what),
        (error: unknown) => load.failed.push(String(error)),
      );
    }
  });
  load.stop = async () => {
    isStopped = true;
    await Promise.all(callers);
  };
  return load;
}

/** Under load until it is over: what failed, and that much was done at every step. */
async function under(work: () => Promise<string>, steps: (() => Promise<unknown>)[]): Promise<Load> {
  const load = startLoad(work);
  const progress = (count: number) =>
    eventually(() => load.succeeded.length >= count || load.failed.length > 0, TEST_MS_MAX);
  try {
    for (const step of steps) {
      await progress(load.succeeded.length + 20);
      await step();
    }
    await progress(load.succeeded.length + 20);
  } finally {
    await load.stop();
  }
  return load;
}

/** Writes a film as a maker of its own, over the client that services call each other with. */
function writer() {
  const key = (name: string, variable: string) =>
    signingKeyFromPem(readFileSync(pathJoin(dir, 'keys', name, variable), 'utf8'));
  const viewerKey = key('identity', 'VIEWER_SIGNING_KEY');
  const transport = grpcTransport({
    address: `${nameOf('film')}:${form.port('film')}`,
    service: 'gateway',
    callee: 'film',
    serviceKey: key('gateway', 'SERVICE_SIGNING_KEY'),
    defaultTimeoutMs: CALL_MS_MAX,
  });
  const studio = createClient(StudioService, transport);
  const write = async () => {
    const viewer = {
      ...{ accountId: randomUUID(), sessionId: randomUUID(), roles: [], talents: [], onboarding: false },
      ...{ consumerType: 'ENTERTAINMENT_PRO' as const, accountType: 'INDIVIDUAL' as const },
    };
    const { token } = issueViewerToken(viewerKey, viewer, new Date());
    const call = newCall({ viewerToken: token });
    const { film } = await runInCall(call, () =>
      studio.createFilm({ requestId: randomUUID(), filmTitle: 'A film', projectType: ProjectType.SHORT }),
    );
    return film?.film?.id ?? 'no film';
  };
  return { write, close: () => transport.close() };
}

test(
  'both replicas of film are replaced while others write to it: no call fails, and each is kept once [SYS-02:rolling]',
  async () => {
    const { write, close } = writer();
    const codes: (number | null)[] = [];
    const load = await under(write, [
      async () => codes.push(await replace(form, endpoints, 'film', 'film@3')),
      async () => codes.push(await replace(form, endpoints, 'film@2', 'film@4')),
    ]);
    close();
    expect(load.failed).toEqual([]);
    expect(codes).toEqual([0, 0]);
    const client = new pg.Client({ connectionString: components.databaseUrl('film') });
    await client.connect();
    const { rows } = await client.query('SELECT id FROM films');
    await client.end();
    expect(rows.map(({ id }) => id).sort()).toEqual(load.succeeded.sort());
  },
  TEST_MS_MAX,
);

/** Asks the gateways in turn as an Ingress does: over connections that it keeps, those alone that are told of. */
function browser() {
  const agents = new Map<string, Agent>();
  const { host, origin } = new URL(form.url);
  let turn = 0;
  const agentOf = (address: string) => {
    const agent = agents.get(address) ?? new Agent({ keepAlive: true });
    agents.set(address, agent);
    return agent;
  };
  const ask = (path: string, body?: object) => {
    const addresses = endpoints.hosts('gateway');
    turn += 1;
    const address = addresses[turn % addresses.length] ?? '';
    // Each a visitor of their own, so that nobody asks too often.
    const visitor = Array.from({ length: 4 }, () => randomInt(1, 224)).join('.');
    const about = { host, origin, 'user-agent': 'Mozilla/5.0', 'x-forwarded-for': visitor };
    const headers = { ...about, ...(body && { 'content-type': 'application/json' }) };
    const target = { host: address, port: form.port('gateway'), path, method: body ? 'POST' : 'GET', headers };
    return new Promise<string>((resolve, reject) => {
      const sent = httpRequest({ ...target, agent: agentOf(address) }, (response) => {
        let text = '';
        response.setEncoding('utf8').on('data', (part) => (text += part));
        response.on('error', reject);
        response.on('end', () =>
          response.statusCode === 200 ? resolve(address) : reject(new Error(`${path}: ${response.statusCode} ${text}`)),
        );
      });
      sent.on('error', reject);
      sent.end(body && JSON.stringify(body));
    });
  };
  return {
    visit: async () => {
      const address = await ask('/');
      await ask('/rpc/film.v1.CatalogueService/ListFilms', {});
      return address;
    },
    close: () => {
      for (const agent of agents.values()) agent.destroy();
    },
  };
}

test(
  'both gateways, and film behind them, are replaced while pages and calls are asked for: none fails [SYS-02:rolling]',
  async () => {
    const { visit, close } = browser();
    const codes: (number | null)[] = [];
    const load = await under(visit, [
      async () => codes.push(await replace(form, endpoints, 'gateway', 'gateway@3')),
      async () => codes.push(await replace(form, endpoints, 'film@3', 'film@5')),
      async () => codes.push(await replace(form, endpoints, 'gateway@2', 'gateway@4')),
    ]);
    close();
    expect(load.failed).toEqual([]);
    expect(codes).toEqual([0, 0, 0]);
    expect([...new Set(load.succeeded)].sort()).toEqual([1, 2, 3, 4].map((host) => `127.0.0.${host}`));
  },
  TEST_MS_MAX,
);
