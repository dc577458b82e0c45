import { setTimeout as pause } from 'node:timers/promises';
import { Code, createClient } from '@connectrpc/connect';
import { errorDetail } from '@marquee/contracts/error-detail';
import { Health, HealthCheckResponse_ServingStatus as Status } from '@marquee/contracts/grpc/health/v1/health_pb';
import { ProfileService } from '@marquee/contracts/identity/v1/profile_pb';
import { RealtimeService } from '@marquee/contracts/realtime/v1/realtime_pb';
import { eventually } from '@marquee/testing/eventually';
import { currentCall } from '../context.ts';
import { DomainError } from '../errors.ts';
import { openMetrics } from '../telemetry/open-metrics.ts';
import { rpcHarness, settled } from '../testing/rpc-harness.ts';
import { type Handlers, implement } from './implement.ts';

const harness = rpcHarness();
const { serveOne, transport, as } = harness;

type ProfileHandlers = Handlers<typeof ProfileService>;

async function profile(handlers: Partial<ProfileHandlers>, options = {}) {
  const refuse = async () => {
    throw new Error('not part of this test');
  };
  const implementation = implement(ProfileService, { getCurrentUser: refuse, updateProfile: refuse, ...handlers });
  const server = await serveOne([implementation], options);
  return { server, client: createClient(ProfileService, transport(server)) };
}

describe('a stream', () => {
  type Subscribe = Handlers<typeof RealtimeService>['subscribe'];

  async function stream(subscribe: Subscribe, options = {}, channel = {}) {
    const server = await serveOne([implement(RealtimeService, { subscribe })], options);
    return { server, client: createClient(RealtimeService, transport(server, channel)) };
  }

  test('outlasts its own silence where connections may have any age', async () => {
    const silenceMs = 100;
    const { client } = await stream(
      async function* () {
        yield { topic: 'first' };
        await pause(5 * silenceMs);
        yield { topic: 'second' };
      },
      { maxConnectionAgeMs: Number.POSITIVE_INFINITY },
      { silenceMs },
    );
    const received: string[] = [];
    await as('pro', async () => {
      for await (const { topic } of client.subscribe({ topics: ['a'] })) received.push(topic);
    });
    expect(received).toEqual(['first', 'second']);
  });

  test('delivers in order, in the context of its call, and ends', async () => {
    const { client } = await stream(async function* (request) {
      for (const topic of request.topics) {
        await new Promise((resolve) => setImmediate(resolve));
        yield { topic, version: currentCall()?.requestId ?? '' };
      }
    });
    const received: string[] = [];
    await as(
      'pro',
      async () => {
        for await (const { topic, version } of client.subscribe({ topics: ['a', 'b', 'c'] }))
          received.push(topic + version);
      },
      { requestId: 'request-0003' },
    );
    expect(received).toEqual(['arequest-0003', 'brequest-0003', 'crequest-0003']);
  });

  test('ends with a refusal after what it delivered', async () => {
    const { client } = await stream(async function* () {
      yield { topic: 'first' };
      throw new DomainError({ kind: 'FORBIDDEN', reason: 'NO_MORE', message: 'No more.' });
    });
    const received: string[] = [];
    const error = await settled(
      as('pro', async () => {
        for await (const { topic } of client.subscribe({})) received.push(topic);
      }),
    );
    expect(received).toEqual(['first']);
    expect(errorDetail(error)?.reason).toBe('NO_MORE');
  });

  test('is measured once, with how it ended', async () => {
    const metrics = openMetrics({ service: 'film' });
    const counts = async () =>
      [
        ...(await metrics.text()).matchAll(/^marquee_rpc_server_seconds_count\{.*Subscribe.*code="(\w+)".* (\d+)$/gm),
      ].map(([, code, count]) => [code, count]);
    const { client } = await stream(async function* ({ topics }) {
      yield { topic: 'first' };
      if (topics.length > 0) throw new DomainError({ kind: 'FORBIDDEN', reason: 'NO_MORE', message: 'No more.' });
    });
    const readAll = (topics: string[]) =>
      as('pro', async () => {
        for await (const _ of client.subscribe({ topics }));
      });
    await readAll([]);
    await eventually(async () => expect(await counts()).toEqual([['OK', '1']]));
    await settled(readAll(['a']));
    await eventually(async () =>
      expect(await counts()).toEqual([
        ['OK', '1'],
        ['PERMISSION_DENIED', '1'],
      ]),
    );
    metrics.close();
  });

  test('holds a fast handler to the pace of a slow reader', async () => {
    let yielded = 0;
    const { client } = await stream(async function* () {
      for (; yielded < 2000; yielded += 1) yield { topic: 'x'.repeat(10_000) };
    });
    const stop = new AbortController();
    await as('pro', async () => {
      for await (const _message of client.subscribe({}, { signal: stop.signal })) break;
    });
    await new Promise((resolve) => setImmediate(resolve));
    expect(yielded).toBeLessThan(1000);
    stop.abort();
  });

  test('stops its handler when the reader leaves', async () => {
    let finished = false;
    const { client } = await stream(async function* (_request, { signal }) {
      try {
        yield { topic: 'one' };
        await new Promise((resolve) => signal.addEventListener('abort', resolve));
      } finally {
        finished = true;
      }
    });
    const leave = new AbortController();
    await settled(
      as('pro', async () => {
        for await (const _message of client.subscribe({}, { signal: leave.signal })) leave.abort();
      }),
    );
    await eventually(() => finished);
  });

  test('ends as UNAUTHENTICATED when its session is revoked [SYS-06]', async () => {
    const { client } = await stream(endless);
    const error = settled(
      as('lover', async () => {
        for await (const _message of client.subscribe({})) harness.revocations.revoke({ accountId: 'account-lover' });
      }),
    );
    expect(errorDetail(await error)?.reason).toBe('SESSION_ENDED');
  });

  test('ends as UNAVAILABLE when the server drains, while a unary call finishes', async () => {
    let release: () => void = () => undefined;
    const released = new Promise<void>((resolve) => {
      release = resolve;
    });
    const server = await serveOne([
      implement(RealtimeService, { subscribe: endless }),
      implement(ProfileService, {
        getCurrentUser: async () => {
          await released;
          return { user: { firstName: 'Ada' } };
        },
        updateProfile: async () => ({}),
      }),
    ]);
    const slow = as('pro', () => createClient(ProfileService, transport(server)).getCurrentUser({}));
    let drained: Promise<void> | undefined;
    const error = await settled(
      as('pro', async () => {
        for await (const _message of createClient(RealtimeService, transport(server)).subscribe({})) {
          drained = server.drain(5000);
        }
      }),
    );
    expect(error).toMatchObject({ code: Code.Unavailable, rawMessage: 'shutting down' });
    release();
    expect((await slow).user?.firstName).toBe('Ada');
    await drained;
    expect(server.health.serving).toBe(false);
  });

  test('is cut off, as is a call, when the server has not finished it in its grace', async () => {
    const cut = Promise.withResolvers<void>();
    const begun = Promise.withResolvers<void>();
    const server = await serveOne([
      implement(ProfileService, {
        getCurrentUser: async () => ({}),
        updateProfile: (_, { signal }) => {
          signal.addEventListener('abort', () => cut.resolve());
          begun.resolve();
          return new Promise(() => {});
        },
      }),
    ]);
    const gaveUp = new AbortController();
    const client = createClient(ProfileService, transport(server));
    const hanging = settled(
      as('pro', () => client.updateProfile({ requestId: 'a-request' }, { signal: gaveUp.signal, timeoutMs: 600_000 })),
    );
    await begun.promise;
    await server.drain(1);
    await cut.promise;
    gaveUp.abort();
    await hanging;
  });

  const endless: Subscribe = async function* (_request, { signal }) {
    yield { topic: 'one' };
    await new Promise((resolve) => signal.addEventListener('abort', resolve));
  };
});

describe('grpc.health.v1', () => {
  test('says whether a server and its services take calls, and says so when it changes', async () => {
    const { server } = await profile({});
    const client = createClient(Health, transport(server));
    expect((await client.check({})).status).toBe(Status.SERVING);
    expect((await client.check({ service: ProfileService.typeName })).status).toBe(Status.SERVING);
    expect((await settled(client.check({ service: 'x.v1.Unknown' }))).code).toBe(Code.NotFound);
    const seen: Status[] = [];
    const leave = new AbortController();
    await settled(
      (async () => {
        for await (const { status } of client.watch({}, { signal: leave.signal })) {
          seen.push(status);
          if (seen.length === 1) server.health.setServing(false);
          else leave.abort();
        }
      })(),
    );
    expect(seen).toEqual([Status.SERVING, Status.NOT_SERVING]);
  });

  test('says nothing while nothing changes, and that it does not know a service', async () => {
    const { server } = await profile({});
    const client = createClient(Health, transport(server));
    for await (const { status } of client.watch({ service: 'x.v1.Unknown' })) {
      expect(status).toBe(Status.SERVICE_UNKNOWN);
    }
    const seen: Status[] = [];
    const leave = new AbortController();
    await settled(
      (async () => {
        for await (const { status } of client.watch({}, { signal: leave.signal })) {
          seen.push(status);
          if (seen.length === 2) leave.abort();
          server.health.setServing(true);
          setImmediate(() => server.health.setServing(false));
        }
      })(),
    );
    expect(seen).toEqual([Status.SERVING, Status.NOT_SERVING]);
  });
});
