import { eventually } from '@marquee/testing/eventually';
import type { RateLimits } from '../rate-limits.ts';

export type RateLimitsUnderTest = {
  /** The rate limits of one process. */
  connect(): Promise<RateLimits>;
  /** Closes all connections. */
  close(): Promise<void>;
};

const REFUSED = { kind: 'EXHAUSTED', reason: 'RATE_LIMITED' };

/** The suite that all rate limits pass. In memory, two processes are one. */
export function rateLimitsContract(name: string, open: () => Promise<RateLimitsUnderTest>): void {
  describe(name, () => {
    let under: RateLimitsUnderTest;
    let here: RateLimits;
    let there: RateLimits;

    beforeEach(async () => {
      under = await open();
      here = await under.connect();
      there = await under.connect();
    });

    afterEach(() => under.close());

    test('allows the limit over all processes together, also for simultaneous calls', async () => {
      const limit = { points: 10, durationS: 60 };
      const all = Array.from({ length: 25 }, (_, index) => (index % 2 ? here : there).consume('many', 'a', limit));
      const outcomes = await Promise.allSettled(all);
      expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(10);
      for (const outcome of outcomes) if (outcome.status === 'rejected') expect(outcome.reason).toMatchObject(REFUSED);
    });

    test('counts each name and each key apart', async () => {
      const limit = { points: 1, durationS: 60 };
      await here.consume('one', 'a', limit);
      await here.consume('one', 'b', limit);
      await here.consume('two', 'a', limit);
      for (const limits of [here, there])
        await expect(limits.consume('one', 'a', limit)).rejects.toMatchObject(REFUSED);
    });

    test.each([
      [30, /^30 seconds$/],
      [60, /^1 minute$/],
      [90, /^2 minutes$/],
      [600, /^10 minutes$/],
      [7_200, /^120 minutes$/],
      [86_400, /^24 hours$/],
    ])('a refusal for %i s says so in words and seconds', async (durationS, words) => {
      const limit = { points: 1, durationS };
      await here.consume('wait', `${durationS}`, limit);
      const refusal = await here.consume('wait', `${durationS}`, limit).catch((error) => error);
      expect(refusal).toMatchObject({ ...REFUSED, metadata: { retryAfterS: `${durationS}` } });
      expect(/^Too many attempts\. Please wait (.*) and try again\.$/.exec(refusal.message)?.[1]).toMatch(words);
    });

    test('allows calls again after the duration, however often it refused meanwhile', async () => {
      const limit = { points: 2, durationS: 2 };
      const began = performance.now();
      await here.consume('again', 'a', limit);
      await here.consume('again', 'a', limit);
      await expect(here.consume('again', 'a', limit)).rejects.toMatchObject(REFUSED);
      await eventually(() => here.consume('again', 'a', limit));
      expect(performance.now() - began).toBeGreaterThan(1_900);
    });

    test('uses a changed limit from the next call', async () => {
      await here.consume('changed', 'a', { points: 1, durationS: 60 });
      await here.consume('changed', 'a', { points: 5, durationS: 60 });
    });
  });
}
