import { createServer as createHttpServer } from 'node:http';
import { constants, createServer } from 'node:http2';
import { jest } from '@jest/globals';
import { ProfileService } from '@marquee/contracts/identity/v1/profile_pb';
import { RealtimeService } from '@marquee/contracts/realtime/v1/realtime_pb';
import { openMetrics } from '@marquee/runtime/telemetry/open-metrics';
import { atEnd } from '@marquee/testing/cleanup';
import { eventually } from '@marquee/testing/eventually';
import { listenLocally } from '@marquee/testing/listen-locally';
import { silentLog } from '@marquee/testing/silent-log';
import { createConnectProxy } from './connect-proxy.ts';

const TIMEOUT_MS = 60_000;
const UPDATE = `${ProfileService.typeName}/UpdateProfile`;
const SUBSCRIBE = `${RealtimeService.typeName}/Subscribe`;
const EMPTY_ENVELOPE = Buffer.from('\0\0\0\0\x02{}');
const { now } = Date;
let aheadMs = 0;

beforeEach(() => {
  aheadMs = 0;
  jest.spyOn(Date, 'now').mockImplementation(() => now() + aheadMs);
});
afterEach(() => jest.restoreAllMocks());

test('a deadline that the service notices first is reported and counted as DEADLINE_EXCEEDED', async () => {
  const { call, measured } = await proxied((upstream) => upstream.close(constants.NGHTTP2_CANCEL));
  const answer = await call(UPDATE);
  expect(answer.status).toBe(504);
  const tooLong = { code: 'deadline_exceeded', message: 'This took too long. Please try again.' };
  expect(await answer.json()).toMatchObject(tooLong);
  aheadMs = 0;
  const text = await (await call(SUBSCRIBE)).text();
  expect(JSON.parse(text.slice(text.indexOf('{')))).toMatchObject({ error: tooLong });
  const both = { [UPDATE]: 'DEADLINE_EXCEEDED', [SUBSCRIBE]: 'DEADLINE_EXCEEDED' };
  expect(await measured()).toEqual(both);
});

test('a call that the page aborts is cancelled, however late', async () => {
  let leave = new AbortController();
  const { call, measured } = await proxied(() => leave.abort());
  await expect(call(UPDATE, leave.signal)).rejects.toThrow('abort');
  await eventually(async () => UPDATE in (await measured()));
  aheadMs = 0;
  leave = new AbortController();
  await expect(call(SUBSCRIBE, leave.signal)).rejects.toThrow('abort');
  await eventually(async () => SUBSCRIBE in (await measured()));
  expect(await measured()).toEqual({ [UPDATE]: 'CANCELLED', [SUBSCRIBE]: 'CANCELLED' });
});

/** A proxy in front of a service that sees each call just after its deadline, before any timer has fired. */
async function proxied(onCall: (upstream: { close(code: number): void }) => void) {
  const service = createServer().on('stream', (upstream) => {
    upstream.on('error', () => {});
    aheadMs = TIMEOUT_MS;
    onCall(upstream);
  });
  const address = `127.0.0.1:${await listenLocally(service)}`;
  const proxy = createConnectProxy({
    routes: { [ProfileService.typeName]: address, [RealtimeService.typeName]: address },
    ...{ authenticate: () => ({}), isSameOrigin: () => true, log: silentLog },
  });
  const front = createHttpServer(proxy);
  const origin = `http://127.0.0.1:${await listenLocally(front)}`;
  const metrics = openMetrics({ service: 'gateway' });
  atEnd(() => {
    metrics.close();
    front.closeAllConnections();
    front.close();
    proxy.close();
    service.close();
  });
  return {
    call(path: string, signal?: AbortSignal) {
      const isStream = path === SUBSCRIBE;
      const headers = {
        'content-type': isStream ? 'application/connect+json' : 'application/json',
        'connect-timeout-ms': String(TIMEOUT_MS),
      };
      const body = isStream ? EMPTY_ENVELOPE : '{}';
      return fetch(`${origin}/rpc/${path}`, { method: 'POST', headers, body, ...(signal && { signal }) });
    },
    async measured() {
      const found = (await metrics.text()).matchAll(/^marquee_proxy_seconds_count\{method="(.*?)",code="(\w+)"/gm);
      return Object.fromEntries([...found].map(([, method, code]) => [method, code]));
    },
  };
}
