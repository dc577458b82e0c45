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

export type OrderJudge = {
  /**
   * Compares the outboxes with the bus: the bus has every written event and no other, and the events of each aggregate are
   * in their order.
   */
  judge(): Promise<OrderVerdict>;
  /** Judges, and from then on expects only later events: the topics are about to be deleted. */
  judgeAndForget(): Promise<OrderVerdict>;
};

export function openOrderJudge(owners: Owners, brokers: string[]): OrderJudge {
  const forgotten = new Set<string>();
  const before = { events: 0, published: 0 };

  async function judge(): Promise<OrderVerdict & { written: Map<string, Event[]> }> {
    const problems: string[] = [];
    const written = new Map<string, Event[]>();
    for (const { name, query } of owners.all) {
      const events = await writtenEvents(query);
      written.set(
        name,
        events.filter(({ id }) => !forgotten.has(id)),
      );
    }
    const read = await readBus(brokers, [...written.keys()]);
    let { events, published } = before;
    for (const [service, own] of written) {
      const onBus = read.get(service) ?? [];
      events += own.length;
      published += onBus.length;
      compareOrder(service, own, onBus, problems);
    }
    return { events, published, problems, written };
  }

  return {
    judge,
    async judgeAndForget() {
      const verdict = await judge();
      for (const { id } of [...verdict.written.values()].flat()) forgotten.add(id);
      Object.assign(before, { events: verdict.events, published: verdict.published });
      return verdict;
    },
  };
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
    const found = first.get(key) ?? [];
    const missing = events.filter(({ id }) => !seen.has(id));
    if (missing.length > 0)
      problems.push(`${service}: ${missing.length} of ${events.length} events of ${key} are not on the bus`);
    const there = events.filter(({ id }) => seen.has(id)).map(({ id }) => id);
    const known = found.filter((id) => written.has(id));
    if (there.join() !== known.join())
      problems.push(`${service}: the events of ${key} are in another order on the bus`);
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
