import { createServer } from 'node:http';
import { Code, ConnectError } from '@connectrpc/connect';
import { memoryRateLimits } from '@marquee/runtime/rate-limits';
import { atEnd } from '@marquee/testing/cleanup';
import { listenLocally } from '@marquee/testing/listen-locally';
import { recordingLog } from '@marquee/testing/recording-log';
import { mailReports, type ReceiveMailReport } from './mail-reports.ts';

async function taking(receive: ReceiveMailReport) {
  const take = mailReports({
    ...{ receive, limits: memoryRateLimits(), log: recordingLog().log },
    addressOf: ({ headers }) => String(headers['x-forwarded-for'] ?? '192.0.2.1'),
  });
  const server = createServer((request, response) => void take(request, response));
  const url = `http://127.0.0.1:${await listenLocally(server)}`;
  atEnd(() => {
    server.closeAllConnections();
    server.close();
  });
  const post = async (body: string, headers: Record<string, string> = {}) =>
    (await fetch(url, { method: 'POST', body: Buffer.from(body, 'latin1'), headers })).status;
  return { url, post };
}

test('a report of a mail server is passed on byte for byte; what may pass later is asked for again [NOT-05:bounces]', async () => {
  const received: Buffer[] = [];
  let problem: unknown;
  const { url, post } = await taking(async ({ message }) => {
    if (problem) throw problem;
    received.push(Buffer.from(message));
  });
  expect(await post('To: bounces@x\r\n\r\n\u00ff\0')).toBe(200);
  expect(received).toEqual([Buffer.from('To: bounces@x\r\n\r\n\u00ff\0', 'latin1')]);
  expect([await post(''), await post('x'.repeat(262_145)), (await fetch(url)).status]).toEqual([400, 413, 405]);
  problem = new ConnectError('no message', Code.InvalidArgument);
  expect(await post('x')).toBe(400);
  problem = new ConnectError('unavailable', Code.Unavailable);
  expect(await post('x')).toBe(503);
  expect(received).toHaveLength(1);
});

test('an address that sends too many reports is asked to send them again, and others are heard [NOT-05:bounces]', async () => {
  let received = 0;
  const { post } = await taking(async () => {
    received += 1;
  });
  const answers: number[] = [];
  for (let count = 0; count < 121; count += 1) answers.push(await post('x'));
  expect([answers.filter((status) => status === 200).length, answers.at(-1)]).toEqual([120, 503]);
  expect(received).toBe(120);
  expect(await post('x', { 'x-forwarded-for': '192.0.2.2' })).toBe(200);
  // A line of IPv6 has as many addresses as it likes.
  const ofLine = await Promise.all(
    Array.from({ length: 121 }, (_, host) => post('x', { 'x-forwarded-for': `2001:db8::${host + 1}` })),
  );
  expect(ofLine.filter((status) => status === 503)).toHaveLength(1);
});
