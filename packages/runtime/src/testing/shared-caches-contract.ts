import { eventually } from '@marquee/testing/eventually';
import { z } from 'zod';
import type { Clock } from '../clock.ts';
import { systemClock } from '../clock.ts';
import type { SharedCache, SharedCaches } from '../shared-caches.ts';

export type SharedCachesUnderTest = {
  /** The caches of one process. */
  connect(clock: Clock): Promise<SharedCaches>;
  /** Closes all connections. */
  close(): Promise<void>;
};

type Ticket = { seat: string; day: Date };

export const ticketSchema = z.object({ seat: z.string(), day: z.coerce.date() });
export const any = () => true;
export const inMs = (ms: number) => new Date(Date.now() + ms);

/** The suite that all shared caches pass. In memory, two processes are one. */
export function sharedCachesContract(name: string, open: () => Promise<SharedCachesUnderTest>): void {
  describe(name, () => {
    const ticket = { seat: 'A7', day: new Date('2026-01-31T20:15:00Z') };
    let under: SharedCachesUnderTest;
    let here: SharedCaches;
    let there: SharedCaches;
    let nowMs: number;
    const until = (ms: number) => new Date(nowMs + ms);

    beforeEach(async () => {
      under = await open();
      nowMs = systemClock.now().getTime();
      const clock = { ...systemClock, now: () => new Date(nowMs) };
      [here, there] = [await under.connect(clock), await under.connect(clock)];
    });

    afterEach(() => under.close());

    const tickets = (caches: SharedCaches, name = 'tickets'): SharedCache<Ticket> =>
      caches.open(name, { maxEntries: 3, schema: ticketSchema });

    test('every process finds a value, unchanged, under its name and key only', async () => {
      const [mine, others] = [tickets(here), tickets(there)];
      mine.set('a', ticket, until(60_000));
      expect(await mine.find('a', any)).toEqual(ticket);
      await eventually(async () => expect(await others.find('a', any)).toEqual(ticket));
      expect(await others.find('b', any)).toBeUndefined();
      expect(await tickets(there, 'seats').find('a', any)).toBeUndefined();
    });

    test('an invalid value is not found, and a newer one of another process is', async () => {
      const [mine, others] = [tickets(here), tickets(there)];
      mine.set('a', ticket, until(60_000));
      const isBetter = ({ seat }: Ticket) => seat === 'B2';
      await eventually(async () => expect(await others.find('a', any)).toEqual(ticket));
      expect(await others.find('a', isBetter)).toBeUndefined();
      others.set('a', { ...ticket, seat: 'B2' }, until(60_000));
      await eventually(async () => expect(await mine.find('a', isBetter)).toMatchObject({ seat: 'B2' }));
    });

    test('each value is cached until its own expiry, and an expired one not at all', async () => {
      const [mine, others] = [tickets(here), tickets(there)];
      mine.set('over', ticket, until(-1));
      mine.set('short', ticket, until(1_000));
      mine.set('long', ticket, until(60_000));
      expect(await mine.find('over', any)).toBeUndefined();
      await eventually(async () => expect(await others.find('long', any)).toEqual(ticket));
      nowMs += 1_001;
      await eventually(async () => expect(await others.find('short', any)).toBeUndefined());
      expect(await mine.find('short', any)).toBeUndefined();
      expect(await mine.find('long', any)).toEqual(ticket);
    });

    test('a value from another process keeps its expiry', async () => {
      tickets(here).set('a', ticket, until(2_000));
      const others = tickets(there);
      await eventually(async () => expect(await others.find('a', any)).toEqual(ticket));
      nowMs += 2_001;
      await eventually(async () => expect(await others.find('a', any)).toBeUndefined());
    });
  });
}
