import { jest } from '@jest/globals';
import { fixedClock } from '@marquee/testing/fixed-clock';
import { silentLog } from '@marquee/testing/silent-log';
import type { FestivalResources } from '../resources.ts';
import { createMissingTallies } from './add-missing.ts';
import { startTallying } from './start-tallying.ts';

const clock = fixedClock('2026-11-20T12:00:00.000Z');

describe('sums', () => {
  beforeEach(() => jest.useFakeTimers());
  afterEach(() => jest.useRealTimers());

  test('are folded each second, and those who look at them hear of it', async () => {
    const [published, runs] = [[] as string[], [] as string[]];
    let folded = [{ festivalId: 'f', subjectId: 's' }];
    const query = async ({ name }: { name: string }) => {
      runs.push(name);
      if (name === 'tallies.fold') return folded.splice(0);
      return name === 'tallies.events' ? [{ id: 'e' }] : [];
    };
    const signals = { publish: (topic: string) => published.push(topic) };
    const resources = { db: { query }, clock, signals, log: silentLog } as unknown as FestivalResources;
    const loop = startTallying(resources);
    await jest.advanceTimersByTimeAsync(0);
    expect(published).toEqual(['dashboard:f', 'event-dashboard:e']);
    folded = [];
    await jest.advanceTimersByTimeAsync(2_000);
    await loop.close();
    expect(runs).toEqual(['tallies.fold', 'tallies.events', 'tallies.fold', 'tallies.fold']);
    expect(published).toHaveLength(2);
  });
});

test('ten minutes after a start sums are completed once, of twenty subjects at a time', async () => {
  const ids = Array.from({ length: 25 }, (_, n) => `subject ${String(n).padStart(2, '0')}`);
  const [added, rounds] = [[] as string[], [] as number[]];
  const db = {
    async query({ values: [after, limit] }: { values: [string, number] }) {
      const next = ids.filter((id) => id > (after.startsWith('subject') ? after : '')).slice(0, limit);
      rounds.push(next.length);
      return next.map((id) => ({ id, festivalId: 'f' }));
    },
    transaction: async () => added.push('') < 0,
  };
  const addMissing = createMissingTallies({ db, clock, log: silentLog } as unknown as FestivalResources);
  clock.advance(599_999);
  await addMissing();
  expect(rounds).toEqual([]);
  clock.advance(1);
  for (let round = 0; round < 3; round += 1) await addMissing();
  expect([rounds, added.length]).toEqual([[20, 5], 25]);
});
