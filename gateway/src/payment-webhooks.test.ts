import { createServer } from 'node:http';
import { Code, ConnectError } from '@connectrpc/connect';
import { atEnd } from '@marquee/testing/cleanup';
import { listenLocally } from '@marquee/testing/listen-locally';
import { recordingLog } from '@marquee/testing/recording-log';
import { MinuteCounts } from './minute-counts.ts';
import { paymentWebhooks } from './payment-webhooks.ts';

async function setUp() {
  const received: { body: Buffer; signature: string }[] = [];
  const answer: { error?: unknown } = {};
  const clock = { now: 0, checked: 0 };
  const take = paymentWebhooks({
    log: recordingLog().log,
    wrong: new MinuteCounts(() => clock.now),
    addressOf: ({ headers }) => String(headers['x-address'] ?? '192.0.2.1'),
    receive: async ({ body, signature }) => {
      clock.checked += 1;
      if (answer.error) throw answer.error;
      received.push({ body: Buffer.from(body), signature });
    },
  });
  const server = createServer((request, response) => void take(request, response));
  const url = `http://127.0.0.1:${await listenLocally(server)}`;
  atEnd(() => {
    server.closeAllConnections();
    server.close();
  });
  const post = (body: string | Buffer, headers: Record<string, string> = { 'stripe-signature': 't=1,v1=00' }) =>
    fetch(url, { method: 'POST', body: new Uint8Array(Buffer.from(body)), headers }).then(({ status }) => status);
  return { url, received, answer, clock, post };
}

test('passes the bytes on as they came, with their signature', async () => {
  const { received, post } = await setUp();
  const body = Buffer.from('{"id":  "evt_1",\n "é": 1}\r\n\0');
  expect(await post(body)).toBe(200);
  expect(received).toEqual([{ body, signature: 't=1,v1=00' }]);
});

test('refuses what is no event: without a signature, empty, too long, or read', async () => {
  const { url, received, post } = await setUp();
  expect(await post('{}', {})).toBe(400);
  expect(await post('')).toBe(400);
  expect(await post('x'.repeat(262_145))).toBe(413);
  expect((await fetch(url)).status).toBe(405);
  expect(received).toEqual([]);
});

test('says that a signature is wrong, and asks for an event again that could not be kept', async () => {
  const { answer, post } = await setUp();
  answer.error = new ConnectError('refused', Code.PermissionDenied);
  expect(await post('{}')).toBe(400);
  answer.error = new ConnectError('unavailable', Code.Unavailable);
  expect(await post('{}')).toBe(503);
});

test('an address that sends what nobody signed is not heard for the rest of the minute, and others are', async () => {
  const { answer, clock, post } = await setUp();
  const refused = new ConnectError('refused', Code.InvalidArgument);
  const from = (address: string) => post('{}', { 'payment-signature': 't=1,v1=00', 'x-address': address });
  answer.error = refused;
  for (let count = 0; count < 18; count += 1) expect(await from('2001:db8::1')).toBe(400);
  expect(await post('{}', { 'x-address': '2001:db8::2' })).toBe(400);
  expect(await from('2001:db8::3')).toBe(400);
  // Neither its signature is checked nor its body read, whatever it is.
  answer.error = undefined;
  const { checked } = clock;
  expect([await from('2001:db8::4'), await post('x'.repeat(262_145), { 'x-address': '2001:db8::1' })]).toEqual([
    503, 503,
  ]);
  expect(clock.checked).toBe(checked);
  expect(await from('2001:db8:0:1::1')).toBe(200);
  clock.now = 60_000;
  expect(await from('2001:db8::1')).toBe(200);
});

test('a network that sends wrong events from ever new addresses is not heard either, and other networks are', async () => {
  const { answer, post } = await setUp();
  const from = (address: string) => post('{}', { 'payment-signature': 't=1,v1=00', 'x-address': address });
  answer.error = new ConnectError('refused', Code.InvalidArgument);
  for (let count = 0; count < 400; count += 1) expect(await from(`2001:db8:1:${count.toString(16)}::1`)).toBe(400);
  answer.error = undefined;
  expect([await from('2001:db8:1:ffff::1'), await from('2001:db8:2::1')]).toEqual([503, 200]);
});

test('an address that brought a good event is heard, however many wrong ones come from there after it', async () => {
  const { answer, clock, post } = await setUp();
  const from = (address: string) => post('{}', { 'payment-signature': 't=1,v1=00', 'x-address': address });
  expect(await from('192.0.2.7')).toBe(200);
  answer.error = new ConnectError('refused', Code.PermissionDenied);
  for (let count = 0; count < 401; count += 1) expect(await from('192.0.2.7')).toBe(400);
  answer.error = undefined;
  // Their network is full of wrong ones by now, which is nothing to who was good.
  expect([await from('192.0.2.8'), await from('192.0.2.7')]).toEqual([503, 200]);
  clock.now = 60_000;
  expect(await from('192.0.2.8')).toBe(200);
});

test('a provider whose events are good sends as many as it likes', async () => {
  const { received, post } = await setUp();
  const sent = await Promise.all(Array.from({ length: 200 }, () => post('{}')));
  expect([new Set(sent), received.length]).toEqual([new Set([200]), 200]);
});

test('events that arrive while others of their address are wrong are not checked', async () => {
  const { url, answer, clock, post } = await setUp();
  const { promise: rest, resolve: finish } = Promise.withResolvers<void>();
  const slowly = fetch(url, {
    ...{ method: 'POST', headers: { 'stripe-signature': 't=1,v1=00' }, duplex: 'half' },
    body: new ReadableStream({
      async start(body) {
        body.enqueue(Buffer.from('{'));
        await rest;
        body.enqueue(Buffer.from('}'));
        body.close();
      },
    }),
  } as RequestInit);
  answer.error = new ConnectError('refused', Code.InvalidArgument);
  for (let count = 0; count < 20; count += 1) expect(await post('{}')).toBe(400);
  finish();
  expect([(await slowly).status, clock.checked]).toEqual([503, 20]);
});
