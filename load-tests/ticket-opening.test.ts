// @requires k6
// @inputs load-tests

import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { atEnd } from '@marquee/testing/cleanup';
import { listenLocally } from '@marquee/testing/listen-locally';
import { findProgram } from '@marquee/testing/test-components';

const script = join(import.meta.dirname, 'ticket-opening.js');
const PREPARED = {
  ...{ cookie: 'session', filmId: 'a-film', viewers: ['one', 'two', 'three'], makers: [] },
  opening: { eventId: 'e', typeId: 't', tickets: 2, price: 1_200 },
};

type Answer = { status?: number; body: object };

/** A sale of two tickets as a site answers it. `paid` is what becomes of an order whose card was taken. */
function saleOf(tickets: number, paid: (orderId: string) => string) {
  let left = tickets;
  return (method: string, request: { orderId?: string }): Answer => {
    if (method === 'EnterWaitingRoom') {
      return { body: { state: 'ROOM_STATE_ADMITTED', admission: 'token' } };
    }
    if (method === 'OpenTicketOrder') {
      if (left === 0)
        return { status: 400, body: { code: 'failed_precondition', message: 'These tickets are sold out.' } };
      left -= 1;
      return { body: { order: { state: 'ORDER_STATE_PAYING' } } };
    }
    return { body: { order: { state: paid(request.orderId ?? '') } } };
  };
}

/** Runs the scenario with three people; gives which promises it kept. */
async function run(answer: (method: string, request: { orderId?: string }) => Answer) {
  const server = createServer(async (request, response) => {
    const path = request.url ?? '';
    if (request.method === 'GET') return response.end('<html></html>');
    const { status = 200, body } = answer(path.slice(path.lastIndexOf('/') + 1), JSON.parse(await text(request)));
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
  });
  atEnd(() => server.close());
  const folder = await mkdtemp(join(tmpdir(), 'opening-'));
  atEnd(() => rm(folder, { recursive: true, force: true }));
  const [prepared, summary] = [join(folder, 'prepared.json'), join(folder, 'summary.json')];
  await writeFile(prepared, JSON.stringify(PREPARED));
  const settings = { BASE_URL: `http://127.0.0.1:${await listenLocally(server)}`, WAITING: '3', ENTER_S: '1' };
  const env = { PATH: process.env.PATH, HOME: folder, PREPARED: prepared, SUMMARY: summary, ...settings };
  await new Promise<void>((resolve) => {
    execFile(findProgram('k6') ?? 'k6', ['run', '--quiet', script], { env }, () => resolve());
  });
  const { promises } = JSON.parse(await readFile(summary, 'utf8')) as { promises: { metric: string; ok: boolean }[] };
  return Object.fromEntries(promises.map(({ metric, ok }) => [metric, ok]));
}

test('two tickets for three people: both are sold, and the third person learns that [SYS-05:opening]', async () => {
  expect(await run(saleOf(2, () => 'ORDER_STATE_FULFILLED'))).toMatchObject({
    ...{ tickets_sold: true, charged_without_ticket: true, people_lost: true, place_went_back: true },
  });
}, 60_000);

test('a ticket too many, and money without a ticket, break the promises of an opening [SYS-05:opening]', async () => {
  expect(await run(saleOf(3, () => 'ORDER_STATE_FULFILLED'))).toMatchObject({ tickets_sold: false });
  expect(await run(saleOf(2, () => 'ORDER_STATE_PAID'))).toMatchObject({
    ...{ tickets_sold: false, charged_without_ticket: false },
  });
}, 120_000);
