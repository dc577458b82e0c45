import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import type { Bus } from '@marquee/events/bus';
import { writtenEvents } from '@marquee/events/invariants';
import { kafkaBus } from '@marquee/events/kafka-bus';
import { createLogger } from '@marquee/runtime/log';
import type { Owners } from './owners.ts';

type Event = { id: string; key: string };
export type OrderVerdict = { events: number; published: number; problems: string[] };

const READ_MS_MAX = 60_000;
const POLL_MS = 300;

/**
 * Compares the outboxes with the bus: the bus has every written event and no other, and the events of each aggregate are
 * in their order.
 */
export async function judgeOrder(owners: Owners, brokers: string[]): Promise<OrderVerdict> {
  const problems: string[] = [];
  const written = new Map<string, Event[]>();
  for (const { name, query } of owners.all) written.set(name, await writtenEvents(query));
  const read = await readBus(brokers, [...written.keys()]);
  let [events, published] = [0, 0];
  for (const [service, own] of written) {
    const onBus = read.get(service) ?? [];
    events += own.length;
    published += onBus.length;
    compareOrder(service, own, onBus, problems);
  }
  return { events, published, problems };
}

/** Reports events of one service that are missing on the bus, out of order there, or in no outbox. */
export function compareOrder(
  service: string,
  own: readonly Event[],
  onBus: readonly Event[],
  problems: string[],
): void {
  const written = new Set(own.map(({ id }) => id));
  const first = new Map<string, string[]>();
  const seen = new Set<string>();
  for (const { id, key } of onBus) {
    // The bus may hold an event twice: consumers apply it once.
    if (seen.has(id)) continue;
    seen.add(id);
    if (!written.has(id)) problems.push(`${service}: ${id} of ${key} is on the bus and in no outbox`);
    first.set(key, [...(first.get(key) ?? []), id]);
  }
  for (const [key, events] of Map.groupBy(own, (event) => event.key)) {
    const wanted = events.map(({ id }) => id).join();
    const found = (first.get(key) ?? []).join();
    if (wanted !== found) problems.push(`${service}: the events of ${key} are missing or in another order on the bus`);
  }
}

/** Every message of the topics from their start, in the order of each partition. */
async function readBus(brokers: string[], topics: readonly string[]): Promise<Map<string, Event[]>> {
  const log = createLogger({ service: 'faults', level: 'error', destination: process.stderr });
  const bus = kafkaBus({ brokers, clientId: 'faults', log });
  try {
    const read = new Map<string, Event[]>();
    for (const topic of topics) {
      const events: Event[] = [];
      read.set(topic, events);
      await bus.subscribe({
        topic,
        group: `faults-${randomUUID()}`,
        handler: async ({ id, key }) => void events.push({ id, key }),
      });
    }
    const deadline = performance.now() + READ_MS_MAX;
    while (!(await isRead(bus, read)) && performance.now() < deadline) await delay(POLL_MS);
    return read;
  } finally {
    await bus.close();
  }
}

async function isRead(bus: Bus, read: ReadonlyMap<string, Event[]>): Promise<boolean> {
  const lags = await bus.lag().catch(() => []);
  return lags.length === read.size && lags.every(({ messages }) => messages === 0);
}
