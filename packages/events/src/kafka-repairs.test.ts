import { createRequire } from 'node:module';
import net, { type Socket } from 'node:net';
import { jest } from '@jest/globals';
import { atEnd } from '@marquee/testing/cleanup';
import { listenLocally } from '@marquee/testing/listen-locally';
import { repairKafkajs } from './kafka-repairs.ts';

const require = createRequire(import.meta.url);
const Connection = require('kafkajs/src/network/connection') as new (options: object) => KafkaConnection;
const Encoder = require('kafkajs/src/protocol/encoder') as new () => unknown;

type KafkaConnection = {
  connect(): Promise<unknown>;
  disconnect(): Promise<unknown>;
  send(asked: object): Promise<unknown>;
};

// openKafkaClient does the same in production.
repairKafkajs();

/** A fake broker with a script per connection, and a connection of kafkajs to it. */
async function brokerThat(answers: ((socket: Socket, correlationId: Buffer) => void)[]) {
  let opened = 0;
  const broker = net.createServer((socket) => {
    const answer = answers[opened] ?? answers.at(-1);
    opened += 1;
    socket.on('error', () => {}).on('data', (request) => answer?.(socket, request.subarray(8, 12)));
  });
  const port = await listenLocally(broker);
  const quiet = { debug() {}, info() {}, warn() {}, error() {}, namespace: () => quiet };
  const connection = new Connection({
    ...{ host: '127.0.0.1', port, logger: quiet, clientId: 'test', requestTimeout: 2_000, connectionTimeout: 2_000 },
    socketFactory: ({ host, port, onConnect }: { host: string; port: number; onConnect: () => void }) =>
      net.connect({ host, port }, onConnect),
  });
  atEnd(async () => {
    await connection.disconnect();
    broker.close();
  });
  const ask = () =>
    connection.send({
      request: { apiKey: 18, apiVersion: 0, apiName: 'ApiVersions', encode: async () => new Encoder() },
      response: { decode: async (payload: Buffer) => payload, parse: async (payload: Buffer) => payload },
    });
  return { connection, ask, opened: () => opened };
}

const length = (bytes: number) => Buffer.from([0, 0, 0, bytes]);
const whole = (socket: Socket, correlationId: Buffer) =>
  void socket.write(Buffer.concat([length(8), correlationId, Buffer.from('fine')]));

test('a partial response is dropped when its connection breaks', async () => {
  const half = (socket: Socket) => void socket.end(Buffer.concat([length(100), Buffer.alloc(10, 7)]));
  const { connection, ask } = await brokerThat([half, whole]);
  await connection.connect();
  await expect(ask()).rejects.toThrow('Closed connection');
  await connection.connect();
  expect(String(await ask())).toBe('fine');
});

test('simultaneous callers share one connection', async () => {
  const { connection, ask, opened } = await brokerThat([whole]);
  await Promise.all([connection.connect(), connection.connect(), connection.connect()]);
  expect(String(await ask())).toBe('fine');
  expect(opened()).toBe(1);
});

test('an unreadable response closes its connection, not the process', async () => {
  const { connection, ask } = await brokerThat([
    (socket) => void socket.write(Buffer.concat([length(2), Buffer.alloc(2)])),
    whole,
  ]);
  await connection.connect();
  await expect(ask()).rejects.toThrow('outside buffer bounds');
  await connection.connect();
  expect(String(await ask())).toBe('fine');
});

describe('pending requests', () => {
  type Queue = {
    pending: unknown[];
    inflight: Map<number, unknown>;
    sendSocketRequest(request: unknown): void;
    maybeThrottle(throttleMs: number): void;
    checkPendingRequests(): void;
    scheduleCheckPendingRequests(): void;
    destroy(): void;
  };
  const RequestQueue = require('kafkajs/src/network/requestQueue') as {
    new (options: object): Queue;
    prototype: Queue;
  };
  const newQueue = (options: object = {}) =>
    new RequestQueue({ logger: { debug() {} }, maxInFlightRequests: null, ...options });
  const queue = (waiting: number, throttledMs = 0) => ({
    pending: Array(waiting).fill('request'),
    throttledUntil: performance.now() + throttledMs,
    throttleCheckTimeoutId: null as NodeJS.Timeout | null,
    checks: 0,
    checkPendingRequests() {
      this.checks += 1;
    },
    schedule: RequestQueue.prototype.scheduleCheckPendingRequests,
  });
  beforeEach(() => jest.useFakeTimers());
  afterEach(() => jest.useRealTimers());

  test('are not waited for where there are none', () => {
    queue(0).schedule();
    expect(jest.getTimerCount()).toBe(0);
  });

  test.each([
    ['at once', -1_000, 10],
    ['once the broker no longer throttles', 500, 500],
  ])('are sent %s, with one timer', (_, throttledMs, waitMs) => {
    const waiting = queue(1, throttledMs);
    waiting.schedule();
    waiting.schedule();
    expect(jest.getTimerCount()).toBe(1);
    jest.advanceTimersByTime(waitMs - 1);
    expect(waiting.checks).toBe(0);
    jest.advanceTimersByTime(1);
    expect(waiting).toMatchObject({ checks: 1, throttleCheckTimeoutId: null });
  });

  test.each([
    ['back', -3_600_000],
    ['forward', 3_600_000],
  ])('are sent when the broker’s time is over, also when the wall clock is set %s meanwhile', (_, moveMs) => {
    const sent: unknown[] = [];
    const throttled = newQueue();
    throttled.sendSocketRequest = (request) => void sent.push(request);
    throttled.maybeThrottle(500);
    jest.setSystemTime(Date.now() + moveMs);
    throttled.pending.push('request');
    throttled.checkPendingRequests();
    jest.advanceTimersByTime(499);
    expect(sent).toEqual([]);
    jest.advanceTimersByTime(1);
    expect(sent).toEqual(['request']);
    throttled.destroy();
  });

  test('are sent while fewer are on their way than may be', () => {
    const sent: unknown[] = [];
    const full = newQueue({ maxInFlightRequests: 1 });
    full.sendSocketRequest = (request) => void sent.push(request);
    full.pending.push('request');
    full.inflight.set(1, 'another');
    full.checkPendingRequests();
    expect(sent).toEqual([]);
    full.inflight.clear();
    full.checkPendingRequests();
    expect(sent).toEqual(['request']);
    full.destroy();
  });
});
