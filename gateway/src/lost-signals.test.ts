// @requires redis
import type { IncomingMessage } from 'node:http';
import { openRedis } from '@marquee/runtime/redis/open-redis';
import { redisSignals } from '@marquee/runtime/redis/redis-signals';
import { createRevocations, followRevocations, signalRevocation } from '@marquee/runtime/revocations';
import type { Signals } from '@marquee/runtime/signals';
import { createVerifier } from '@marquee/runtime/verifier';
import type { AccountViewer } from '@marquee/runtime/viewer';
import { issueViewerToken } from '@marquee/runtime/viewer-token';
import { atEnd } from '@marquee/testing/cleanup';
import { eventually } from '@marquee/testing/eventually';
import { fixedClock } from '@marquee/testing/fixed-clock';
import { silentLog } from '@marquee/testing/silent-log';
import { verifierKeys, viewerKey } from '@marquee/testing/test-keys';
import { testRedis } from '@marquee/testing/test-redis';
import { viewers } from '@marquee/testing/viewers';
import { type BrowserSessionsOptions, browserSessions } from './browser-sessions.ts';

const request = { headers: { cookie: `session=${'a'.repeat(40)}` } } as unknown as IncomingMessage;

test('a suspension ends a session with Redis, without it, and across its return [AUT-16:link] [SYS-03:redis]', async () => {
  const server = await testRedis();
  const process = () => {
    const redis = openRedis({ url: server.url, log: silentLog });
    atEnd(() => redis.close());
    return { redis, signals: redisSignals(redis, { log: silentLog }) };
  };
  const [gateway, identity] = [process(), process()];
  const clock = fixedClock('2026-11-20T12:00:00Z');
  const viewer = viewers.movieLover();
  let suspended = false;
  const isSignedIn = gatewayOn(gateway.signals, clock, () => (suspended ? undefined : viewer));
  const suspend = () => {
    suspended = true;
    signalRevocation(identity.signals, { accountId: viewer.accountId }, clock.now());
  };
  const reinstate = async () => {
    suspended = false;
    clock.advance(10_000);
    expect(await isSignedIn()).toBe(true);
  };
  const isLinked = () => gateway.signals.isLinked() && identity.redis.isUp();

  await eventually(isLinked);
  await reinstate();
  suspend();
  await eventually(async () => !(await isSignedIn()), 1_000);

  await reinstate();
  await server.stop();
  await eventually(() => !gateway.signals.isLinked());
  suspend();
  expect(await isSignedIn()).toBe(false);
  await server.start();
  await eventually(isLinked);
  expect(await isSignedIn()).toBe(false);
});

function gatewayOn(signals: Signals, clock: ReturnType<typeof fixedClock>, find: () => AccountViewer | undefined) {
  const revocations = createRevocations({ clock });
  atEnd(followRevocations(revocations, signals));
  const sessions = browserSessions({
    identity: {
      resolveSessions: async () => {
        const viewer = find();
        return { sessions: [{ viewerToken: viewer ? issueViewerToken(viewerKey, viewer, clock.now()).token : '' }] };
      },
    } as unknown as BrowserSessionsOptions['identity'],
    ...{ cookieName: 'session', addressOf: () => '192.0.2.1', clock, revocations, signals, rememberMs: 5_000 },
    verifier: createVerifier({ ...verifierKeys, clock }),
  });
  return async () => (await sessions.resolve(request)).session !== undefined;
}
