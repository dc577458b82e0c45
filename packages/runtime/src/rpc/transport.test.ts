import { getEventListeners } from 'node:events';
import { constants, createServer } from 'node:http2';
import { Code, ConnectError, createClient } from '@connectrpc/connect';
import { Metadata, status } from '@grpc/grpc-js';
import { jest } from '@jest/globals';
import { ProfileService } from '@marquee/contracts/identity/v1/profile_pb';
import { RealtimeService } from '@marquee/contracts/realtime/v1/realtime_pb';
import { atEnd } from '@marquee/testing/cleanup';
import { listenLocally } from '@marquee/testing/listen-locally';
import { openMetrics } from '../telemetry/open-metrics.ts';
import { settled } from '../testing/rpc-harness.ts';
import { endOfCall, statusFromError } from './status.ts';
import { grpcTransport, listenForCancel } from './transport.ts';

const TIMEOUT_MS = 60_000;
const { now } = Date;
let aheadMs = 0;

beforeEach(() => {
  aheadMs = 0;
  jest.spyOn(Date, 'now').mockImplementation(() => now() + aheadMs);
});
afterEach(() => jest.restoreAllMocks());

test('a call that has ended follows neither its signal nor the call that it belongs to', () => {
  const { signal } = new AbortController();
  const ended: string[] = [];
  const origin = { onCancel: () => () => ended.push('origin') } as unknown as Parameters<typeof listenForCancel>[0];
  const end = listenForCancel(origin, signal, () => {});
  expect(getEventListeners(signal, 'abort')).toHaveLength(1);
  end();
  expect([ended, getEventListeners(signal, 'abort')]).toEqual([['origin'], []]);
});

test('a call that the server gave up first is past its deadline, and one that was cancelled before stays cancelled', () => {
  const metadata = new Metadata();
  const cancelled = { code: status.CANCELLED, details: 'Call cancelled', metadata };
  const past = { deadline: now() - 1 };
  expect(endOfCall(cancelled, past, false)).toEqual({ ...cancelled, code: status.DEADLINE_EXCEEDED });
  expect(endOfCall(cancelled, past, true)).toBe(cancelled);
  expect(endOfCall(cancelled, { deadline: now() + TIMEOUT_MS }, false)).toBe(cancelled);
  expect(endOfCall(cancelled, {}, false)).toBe(cancelled);
  const unavailable = { code: status.UNAVAILABLE, details: '', metadata };
  expect(endOfCall(unavailable, past, false)).toBe(unavailable);
});

test('a call that was reset on its way is unavailable; what a service answered stays as it is', () => {
  const metadata = new Metadata();
  const reset = { code: status.INTERNAL, details: 'Received RST_STREAM with code 2', metadata };
  expect(endOfCall(reset, {}, false)).toEqual({ ...reset, code: status.UNAVAILABLE });
  const withoutStatus = { ...reset, details: 'Received RST_STREAM with code 0' };
  expect(endOfCall(withoutStatus, {}, false)).toBe(withoutStatus);
  const answered = { ...statusFromError(new ConnectError(reset.details, Code.Internal)), details: reset.details };
  expect(endOfCall(answered, {}, false)).toBe(answered);
  const refused = { ...reset, code: status.PERMISSION_DENIED };
  expect(endOfCall(refused, {}, false)).toBe(refused);
});

test('a call is measured as the outcome that its caller gets, also when the deadline is noticed by the server first', async () => {
  const { unary, stream, measured } = await calling((call) => call.close(constants.NGHTTP2_CANCEL));
  expect((await settled(unary())).code).toBe(Code.DeadlineExceeded);
  aheadMs = 0;
  expect((await settled(stream())).code).toBe(Code.DeadlineExceeded);
  expect(await measured()).toEqual({ DEADLINE_EXCEEDED: 2 });
});

test('a call that its caller cancels stays cancelled, however late that is', async () => {
  let leave = new AbortController();
  const { unary, stream, measured } = await calling(() => leave.abort());
  expect((await settled(unary(leave.signal))).code).toBe(Code.Canceled);
  aheadMs = 0;
  leave = new AbortController();
  expect((await settled(stream(leave.signal))).code).toBe(Code.Canceled);
  expect(await measured()).toEqual({ CANCELLED: 2 });
});

test.each([
  ['PROTOCOL_ERROR', constants.NGHTTP2_PROTOCOL_ERROR],
  ['INTERNAL_ERROR', constants.NGHTTP2_INTERNAL_ERROR],
  ['COMPRESSION_ERROR', constants.NGHTTP2_COMPRESSION_ERROR],
])('a call that is reset by %s is unavailable, and tried again where twice is once', async (_name, code) => {
  let calls = 0;
  const { unary, stream, measured } = await calling((call) => {
    calls += 1;
    aheadMs = 0;
    call.close(code);
  });
  expect((await settled(unary())).code).toBe(Code.Unavailable);
  expect(calls).toBe(3);
  expect((await settled(stream())).code).toBe(Code.Unavailable);
  expect(calls).toBe(4);
  expect(await measured()).toEqual({ UNAVAILABLE: 2 });
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
