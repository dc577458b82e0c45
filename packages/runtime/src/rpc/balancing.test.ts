import { promises as dns } from 'node:dns';
import { createClient } from '@connectrpc/connect';
import { jest } from '@jest/globals';
import { ProfileService } from '@marquee/contracts/identity/v1/profile_pb';
import { eventually } from '@marquee/testing/eventually';
import { freePort } from '../free-ports.ts';
import { rpcHarness } from '../testing/rpc-harness.ts';
import { implement } from './implement.ts';
import type { RpcServer } from './serve.ts';

// Replicas of one service behind one name, as a headless Service shows those of its pods that are ready.
const NAME = 'identity.marquee.svc';
const HOSTS = ['127.0.0.1', '127.0.0.2'] as const;
const AGE_MS = 300;
const CALLERS = 4;
const CALLS_BETWEEN = 50;
const WAIT_MS_MAX = 10_000;

const unlimited = { consume: async () => {} };
const { serveOne, transport, as } = rpcHarness();
let port: number;
let ready: string[];

beforeEach(async () => {
  port = await freePort();
  ready = [];
  const lookup = dns.lookup;
  const named = async (name: string, options: never) =>
    name === NAME ? ready.map((address) => ({ address, family: 4 })) : lookup(name, options);
  jest.spyOn(dns, 'lookup').mockImplementation(named as never);
});

afterEach(() => {
  jest.restoreAllMocks();
});

async function replica(host: (typeof HOSTS)[number], maxConnectionAgeMs?: number): Promise<RpcServer> {
  const implementation = implement(ProfileService, {
    getCurrentUser: async () => ({ user: { firstName: host } }),
    updateProfile: async () => ({ user: { firstName: host } }),
  });
  const server = await serveOne([implementation], { host, port, maxConnectionAgeMs, rateLimits: unlimited });
  ready.push(host);
  return server;
}

/** Asks once; a write, which is never tried again by itself once it may have been begun. */
function asker(server: RpcServer) {
  const client = createClient(ProfileService, transport(server, { address: `${NAME}:${port}` }));
  return async () => (await as('pro', () => client.updateProfile({}))).user?.firstName;
}

test('calls are shared out among all addresses of a name', async () => {
  const server = await replica(HOSTS[0]);
  await replica(HOSTS[1]);
  const ask = asker(server);
  const seen: Record<string, number> = {};
  await eventually(async () => {
    const host = (await ask()) ?? '';
    seen[host] = (seen[host] ?? 0) + 1;
    return HOSTS.every((each) => (seen[each] ?? 0) >= 20);
  });
});

test('a replica that joins is found once a connection has grown old, and no call fails over it', async () => {
  const server = await replica(HOSTS[0], AGE_MS);
  const ask = asker(server);
  expect(await ask()).toBe(HOSTS[0]);
  await replica(HOSTS[1], AGE_MS);
  await eventually(async () => (await ask()) === HOSTS[1], 20_000);
}, 30_000);

test('replicas that are replaced one by one while calls run fail none of them', async () => {
  const first = await replica(HOSTS[0]);
  const ask = asker(first);
  const failures: unknown[] = [];
  const answeredBy = new Set<string | undefined>();
  const stop = new AbortController();
  let asked = 0;
  const callers = Array.from({ length: CALLERS }, async () => {
    while (!stop.signal.aborted && failures.length === 0) {
      await ask().then(
        (host) => answeredBy.add(host),
        (error) => failures.push(error),
      );
      asked += 1;
    }
  });
  const more = (calls: number) => {
    const before = asked;
    return eventually(() => asked >= before + calls || failures.length > 0, WAIT_MS_MAX);
  };
  try {
    let old = first;
    for (const host of [HOSTS[1], HOSTS[0], HOSTS[1]]) {
      const next = await replica(host);
      ready = [host];
      await more(CALLS_BETWEEN);
      old.leave();
      await eventually(() => answeredBy.has(host) || failures.length > 0, WAIT_MS_MAX);
      await old.drain(WAIT_MS_MAX);
      old = next;
      await more(CALLS_BETWEEN);
      answeredBy.clear();
    }
  } finally {
    stop.abort();
    await Promise.all(callers);
  }
  expect(failures).toEqual([]);
}, 60_000);
