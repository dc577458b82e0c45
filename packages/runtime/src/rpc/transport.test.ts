import { constants, createServer } from 'node:http2';
import { Code, createClient } from '@connectrpc/connect';
import { Metadata, status } from '@grpc/grpc-js';
import { jest } from '@jest/globals';
import { ProfileService } from '@marquee/contracts/identity/v1/people_pb';
import { RealtimeService } from '@marquee/contracts/realtime/v1/realtime_pb';
import { atEnd } from '@marquee/testing/cleanup';
import { listenLocally } from '@marquee/testing/listen-locally';
import { openMetrics } from '../telemetry/open-metrics.ts';
import { settled } from './rpc-harness.ts';
import { endOfCall } from './status.ts';
import { grpcTransport } from './transport.ts';

const TIMEOUT_MS = 60_000;
const { now } = Date;
let aheadMs = 0;

beforeEach(() => {
  aheadMs = 0;
  jest.spyOn(Date, 'now').mockImplementation(() => now() + aheadMs);
});
afterEach(() => jest.restoreAllMocks());

test('a call that the server gave up first is past its deadline, and one that was cancelled before stays cancelled', () => {
  const metadata = new Metadata();
  const cancelled = { code: status.CANCELLED, details: 'Call cancelled', metadata };
  const past = { deadline: now() - 1 };
  expect(endOfCall(cancelled, past, false)).toEqual({ ...cancelled, code: status.DEADLINE_EXCEEDED });
  expect(endOfCall(cancelled, past, true)).toBe(cancelled);
  expect(endOfCall(cancelled, { deadline: now() + TIMEOUT_MS }, false)).toBe(cancelled);
  expect(endOfCall(cancelled, {}, false)).toBe(cancelled);
  const away = { code: status.UNAVAILABLE, details: '', metadata };
  expect(endOfCall(away, past, false)).toBe(away);
});

test('a call is measured as what its caller is told, also when the deadline is noticed by the server first', async () => {
  const { unary, stream, measured } = await calling((call) => call.close(constants.NGHTTP2_CANCEL));
  expect((await settled(unary())).code).toBe(Code.DeadlineExceeded);
  aheadMs = 0;
  expect((await settled(stream())).code).toBe(Code.DeadlineExceeded);
  expect(await measured()).toEqual({ DEADLINE_EXCEEDED: 2 });
});

test('a call that its caller gives up stays cancelled, however late that is', async () => {
  let leave = new AbortController();
  const { unary, stream, measured } = await calling(() => leave.abort());
  expect((await settled(unary(leave.signal))).code).toBe(Code.Canceled);
  aheadMs = 0;
  leave = new AbortController();
  expect((await settled(stream(leave.signal))).code).toBe(Code.Canceled);
  expect(await measured()).toEqual({ CANCELLED: 2 });
});

/** Calls to a server that hears of each when its time is just up, though the caller's own timer has not said so. */
async function calling(onCall: (call: { close(code: number): void }) => void) {
  const server = createServer().on('stream', (call) => {
    call.on('error', () => {});
    aheadMs = TIMEOUT_MS;
    onCall(call);
  });
  const address = `127.0.0.1:${await listenLocally(server)}`;
  const caller = { service: 'film', callee: 'identity', defaultTimeoutMs: TIMEOUT_MS };
  const transport = grpcTransport({ address, ...caller });
  const metrics = openMetrics({ service: 'film' });
  atEnd(() => {
    metrics.close();
    transport.close();
    server.close();
  });
  return {
    unary: (signal?: AbortSignal) => createClient(ProfileService, transport).getCurrentUser({}, { signal }),
    async stream(signal?: AbortSignal) {
      const options = { signal, timeoutMs: TIMEOUT_MS };
      for await (const _ of createClient(RealtimeService, transport).subscribe({}, options));
    },
    async measured() {
      const counts = (await metrics.text()).matchAll(/^marquee_rpc_client_seconds_count\{.*code="(\w+)".*\} (\d+)$/gm);
      return Object.fromEntries([...counts].map(([, code, count]) => [code, Number(count)]));
    },
  };
}
