import { eventually } from '@marquee/testing/eventually';
import { type RecordingLog, recordingLog } from '@marquee/testing/recording-log';
import type { Logger } from '../log.ts';
import type { Signal, Signals } from '../signals.ts';

export type SignalsUnderTest = {
  /** The signals of one process, linked. What listeners throw and what cannot be sent is logged. */
  connect(log: Logger): Promise<Signals>;
  /** Closes all connections. */
  close(): Promise<void>;
};

/** The suite that all signals pass. In memory, two processes are one. */
export function signalsContract(name: string, open: () => Promise<SignalsUnderTest>): void {
  describe(name, () => {
    let here: Signals;
    let there: Signals;
    let under: SignalsUnderTest;
    let logged: RecordingLog;

    beforeEach(async () => {
      logged = recordingLog();
      under = await open();
      here = await under.connect(logged.log);
      there = await under.connect(logged.log);
    });

    afterEach(() => under.close());

    /** Resolves once all that was published before has reached both. */
    async function settled(): Promise<void> {
      const heard = [here, there].map((signals) => listen(signals, 'settled'));
      here.publish('settled', 1);
      there.publish('settled', 1);
      await eventually(() => heard.every((seen) => seen.length === 2));
    }

    test('a signal reaches exact and prefix listeners of its process at once and once, until they end', async () => {
      const exact: Signal[] = [];
      const end = here.subscribe('film:1', (signal) => exact.push(signal));
      const prefix = listen(here, 'film:*');
      const other = listen(here, 'film:2');
      here.publish('film:1', 7n, { a: 'b' });
      expect(exact).toEqual([]);
      await Promise.resolve();
      expect(exact).toEqual([{ topic: 'film:1', version: '7', data: { a: 'b' } }]);
      expect(prefix).toEqual(exact);
      await settled();
      expect([exact.length, prefix.length, other.length]).toEqual([1, 1, 0]);
      end();
      here.publish('film:1', 8);
      await settled();
      expect([exact.length, prefix.length]).toEqual([1, 2]);
    });

    test('a signal reaches the listeners of another process once, as it was sent', async () => {
      const exact = listen(there, 'asset:1');
      const prefix = listen(there, 'asset:*');
      here.publish('asset:1', '9', { stage: 'READY' });
      here.publish('asset:2', '1');
      await settled();
      expect(exact).toEqual([{ topic: 'asset:1', version: '9', data: { stage: 'READY' } }]);
      expect(prefix.map(({ topic }) => topic)).toEqual(['asset:1', 'asset:2']);
    });

    test('a listener that throws is reported and stops no other', async () => {
      there.subscribe('film:1', () => {
        throw new Error('broken');
      });
      const seen = listen(there, 'film:1');
      here.publish('film:1', 1);
      await settled();
      expect(seen).toHaveLength(1);
      expect(logged.lines()).toMatchObject([{ level: 'error', msg: 'a signal failed', err: { message: 'broken' } }]);
    });

    test('one function can be subscribed twice and is unsubscribed once each', async () => {
      let calls = 0;
      const count = () => {
        calls += 1;
      };
      const ends = [here.subscribe('film:1', count), here.subscribe('film:1', count)];
      here.publish('film:1', 1);
      await Promise.resolve();
      expect(calls).toBe(2);
      ends[0]?.();
      ends[0]?.();
      here.publish('film:1', 2);
      await Promise.resolve();
      expect(calls).toBe(3);
    });

    test('an unsubscribe that is called again leaves a later listener of the topic', async () => {
      const end = here.subscribe('film:1', () => undefined);
      end();
      const seen = listen(here, 'film:1');
      end();
      here.publish('film:1', 1);
      await Promise.resolve();
      expect(seen).toHaveLength(1);
    });

    test.each([
      ['no topic', '', {}],
      ['an endless topic', 'x'.repeat(201), {}],
      ['an endless value', 'film:1', { a: 'x'.repeat(1001) }],
      ['too many values', 'film:1', Object.fromEntries(Array.from({ length: 21 }, (_, index) => [`${index}`, '']))],
    ])('a signal with %s is dropped and reported', async (_, topic, data) => {
      const seen = [listen(here, '*'), listen(there, '*')];
      here.publish(topic, 1, data);
      await settled();
      for (const one of seen) expect(one.filter((signal) => signal.topic !== 'settled')).toEqual([]);
      expect(logged.said()).toEqual(['a signal failed']);
    });

    test('is linked, and reports changes until unsubscribed', async () => {
      expect([here.isLinked(), there.isLinked()]).toEqual([true, true]);
      here.onLink(() => undefined)();
    });
  });
}

function listen(signals: Signals, topic: string): Signal[] {
  const seen: Signal[] = [];
  signals.subscribe(topic, (signal) => seen.push(signal));
  return seen;
}
