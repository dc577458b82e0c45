import { createHash } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import type { Query } from '@marquee/data/database';
import { eventInvariants } from '@marquee/events/invariants';
import { invariants } from '@marquee/festival/invariants';
import type { PreparedOpening } from './prepare-opening.ts';

type Options = {
  url: string;
  opening: PreparedOpening;
  /** The accounts that were in the waiting room before the hour. */
  entered: readonly string[];
};

const SETTLED_MS_MAX = 60_000;
const POLL_MS = 1_000;
const MINUTE_S = 60;
const HEX_DIGITS = 13;

/** What a sale has sold, to whom and how fast; `wrong` are the promises that it broke. */
export async function judgeOpening(
  { db }: { db: { query: Query } },
  { url, opening, entered }: Options,
): Promise<{ lines: string[]; wrong: string[] }> {
  const wrong = await violationsLeft(db.query);
  const buyers = await buyersOf(db.query, opening.typeId);
  const orders = await speedOf(db.query, opening.typeId);
  const expected = Math.min(opening.tickets, entered.length);
  if (orders.delivered !== expected) wrong.push(`${orders.delivered} tickets are sold of ${expected}`);

  const seed = await publishedSeed(url, opening.eventId);
  if (createHash('sha256').update(Buffer.from(seed, 'hex')).digest('hex') !== opening.seedHash) {
    wrong.push('the seed is not the one whose hash was published before');
  }
  const first = new Set(lotOrder(seed, opening.eventId, entered).slice(0, expected));
  const others = buyers.filter((accountId) => !first.has(accountId));
  if (others.length > 0) wrong.push(`${others.length} buyers were not among the first ${expected} of the lot`);

  return {
    lines: [
      `${orders.delivered} tickets sold in ${orders.seconds.toFixed(1)} s: ${orders.perMinute} orders a minute`,
      `${buyers.length - others.length} of ${buyers.length} buyers were the first of the lot`,
    ],
    wrong,
  };
}

/** Everybody by their number in the lot, computed as the contract says that anybody can. */
export function lotOrder(seed: string, eventId: string, accountIds: readonly string[]): string[] {
  const numberOf = (accountId: string) =>
    createHash('sha256').update(`lot\n${seed}\n${eventId}\n${accountId}`).digest('hex').slice(0, HEX_DIGITS);
  const numbers = new Map(accountIds.map((accountId) => [accountId, numberOf(accountId)]));
  return [...accountIds].sort((a, b) => ((numbers.get(a) ?? '') < (numbers.get(b) ?? '') ? -1 : 1));
}

/** What is still not as it has to be once events had time to have their effect. */
async function violationsLeft(query: Query): Promise<string[]> {
  const deadline = performance.now() + SETTLED_MS_MAX;
  for (;;) {
    const found: string[] = [];
    for (const { name, check } of [...eventInvariants, ...invariants.invariants]) {
      const [first, ...more] = await check(query);
      if (first !== undefined)
        found.push(`not "${name}": ${first}${more.length > 0 ? `, and ${more.length} more` : ''}`);
    }
    if (found.length === 0 || performance.now() > deadline) return found;
    await delay(POLL_MS);
  }
}

async function buyersOf(query: Query, typeId: string): Promise<string[]> {
  const rows = await query<{ accountId: string }>(
    "SELECT account_id FROM ticket_orders WHERE type_id = $1 AND state = 'DELIVERED'",
    [typeId],
  );
  return rows.map(({ accountId }) => accountId);
}

async function speedOf(query: Query, typeId: string) {
  const [row] = await query<{ delivered: number; seconds: number }>(
    `SELECT count(*)::int AS delivered,
       coalesce(extract(epoch FROM max(t.created_at) - min(o.created_at)), 0)::float AS seconds
     FROM ticket_orders o JOIN user_tickets t ON t.order_id = o.id WHERE o.type_id = $1 AND o.state = 'DELIVERED'`,
    [typeId],
  );
  const { delivered, seconds } = row ?? { delivered: 0, seconds: 0 };
  return { delivered, seconds, perMinute: seconds > 0 ? Math.round((delivered / seconds) * MINUTE_S) : delivered };
}

async function publishedSeed(url: string, eventId: string): Promise<string> {
  const response = await fetch(`${url}/rpc/festival.v1.TicketTypeService/ListTicketTypes`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: url, 'sec-fetch-site': 'same-origin' },
    body: JSON.stringify({ eventId }),
  });
  const { room } = (await response.json()) as { room?: { seed?: string } };
  return room?.seed ?? '';
}
