import { createServer } from 'node:http';
import { Code, ConnectError } from '@connectrpc/connect';
import { atEnd } from '@marquee/testing/cleanup';
import { listenLocally } from '@marquee/testing/listen-locally';
import { recordingLog } from '@marquee/testing/recording-log';
import { mailReports } from './mail-reports.ts';

test('a report of a mail server is passed on byte for byte; what may pass later is asked for again [NOT-05:bounces]', async () => {
  const received: Buffer[] = [];
  let problem: unknown;
  const take = mailReports({
    log: recordingLog().log,
    receive: async ({ message }) => {
      if (problem) throw problem;
      received.push(Buffer.from(message));
    },
  });
  const server = createServer((request, response) => void take(request, response));
  const url = `http://127.0.0.1:${await listenLocally(server)}`;
  atEnd(() => {
    server.closeAllConnections();
    server.close();
  });
  const post = (body: string) =>
    fetch(url, { method: 'POST', body: Buffer.from(body, 'latin1') }).then(({ status }) => status);
  expect(await post('To: bounces@x\r\n\r\n\u00ff\0')).toBe(200);
  expect(received).toEqual([Buffer.from('To: bounces@x\r\n\r\n\u00ff\0', 'latin1')]);
  expect([await post(''), await post('x'.repeat(262_145)), (await fetch(url)).status]).toEqual([400, 413, 405]);
  problem = new ConnectError('no message', Code.InvalidArgument);
  expect(await post('x')).toBe(400);
  problem = new ConnectError('unavailable', Code.Unavailable);
  expect(await post('x')).toBe(503);
  expect(received).toHaveLength(1);
});
