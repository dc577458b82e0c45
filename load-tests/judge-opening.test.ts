import { createServer } from 'node:http';
import type { Query } from '@marquee/data/database';
import { seedHash } from '@marquee/festival/sale-rooms/sale-rooms';
import { atEnd } from '@marquee/testing/cleanup';
import { listenLocally } from '@marquee/testing/listen-locally';
import { judgeOpening, lotOrder } from './judge-opening.ts';

const SEED = 'ab'.repeat(32);
const ACCOUNTS = ['one', 'two', 'three', 'four'];
const FIRST = lotOrder(SEED, 'e', ACCOUNTS).slice(0, 2);

/** Judges a sale of two tickets to four people that these have bought, of a site that publishes this seed. */
async function judged(buyers: readonly string[], seed = SEED) {
  const server = createServer((_request, response) => void response.end(JSON.stringify({ room: { seed } })));
  atEnd(() => server.close());
  const url = `http://127.0.0.1:${await listenLocally(server)}`;
  const query = async (statement: unknown) => {
    const text = typeof statement === 'string' ? statement : (statement as { text: string }).text;
    if (text.startsWith('SELECT account_id')) return buyers.map((accountId) => ({ accountId }));
    return text.includes('AS delivered') ? [{ delivered: buyers.length, seconds: 0.5 }] : [];
  };
  const opening = { eventId: 'e', typeId: 't', tickets: 2, price: 1, seedHash: seedHash(Buffer.from(SEED, 'hex')) };
  return judgeOpening({ db: { query: query as unknown as Query } }, { url, opening, entered: ACCOUNTS });
}

test('a sale to the first of its lot is right, and its speed is said [SYS-05:opening]', async () => {
  const { lines, wrong } = await judged(FIRST);
  expect(wrong).toEqual([]);
  expect(lines).toEqual(['2 tickets sold in 0.5 s: 240 orders a minute', '2 of 2 buyers were the first of the lot']);
});

test('a ticket that is missing or too many, a buyer who was not first and another seed are wrong [SYS-05:opening]', async () => {
  const [first = '', second = ''] = FIRST;
  const other = ACCOUNTS.find((accountId) => !FIRST.includes(accountId)) ?? '';
  expect((await judged([first])).wrong).toEqual(['1 tickets are sold of 2']);
  expect((await judged([first, second, other])).wrong).toEqual([
    '3 tickets are sold of 2',
    '1 buyers were not among the first 2 of the lot',
  ]);
  expect((await judged([first, other])).wrong).toEqual(['1 buyers were not among the first 2 of the lot']);
  expect((await judged(FIRST, 'cd'.repeat(32))).wrong).toContain(
    'the seed is not the one whose hash was published before',
  );
});
