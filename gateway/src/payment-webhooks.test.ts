import { createServer } from 'node:http';
import { Code, ConnectError } from '@connectrpc/connect';
import { atEnd } from '@marquee/testing/cleanup';
import { listenLocally } from '@marquee/testing/listen-locally';
import { recordingLog } from '@marquee/testing/recording-log';
import { paymentWebhooks } from './payment-webhooks.ts';

async function setUp() {
  const received: { body: Buffer; signature: string }[] = [];
  const answer: { error?: unknown } = {};
  const take = paymentWebhooks({
    log: recordingLog().log,
    receive: async ({ body, signature }) => {
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
  return { url, received, answer, post };
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
