import { jest } from '@jest/globals';
import { fixedClock } from '@marquee/testing/fixed-clock';
import { recordingLog } from '@marquee/testing/recording-log';
import { createViewBuffer, writeViews } from './view-buffer.ts';

const visitor = { profileId: 'p', viewerId: null, ip: '192.0.2.1', userAgent: 'Firefox' };

/** A buffer, the bytes of the keys that it made, and the viewers of each write. */
function buffer() {
  const [keys, writes] = [[] as number[], [] as string[][]];
  const at = { keyFails: false };
  let key: Buffer | undefined;
  const db = {
    async query({ name, values: [, proposed] }: { name: string; values: [string, Buffer?] }) {
      if (at.keyFails) throw new Error('no key');
      if (name === 'profile-views.key') return [{ key }];
      key = proposed;
      keys.push(key?.length ?? 0);
      return [];
    },
    transaction: (work: (tx: object) => Promise<unknown>) =>
      work({
        query: async ({ values }: { values: unknown[][] }) =>
          void writes.push((values[3] as Buffer[]).map((viewer) => viewer.toString('hex'))),
      }),
  };
  const clock = fixedClock('2026-11-20T12:00:00.000Z');
  const views = createViewBuffer({ db: db as never, clock });
  return { at, clock, keys, writes, views };
}

test('a viewer counts once, and cannot be known again by their key, which is new each day', async () => {
  const { clock, keys, writes, views } = buffer();
  for (const looking of [
    visitor,
    visitor,
    { ...visitor, ip: '192.0.2.2' },
    { ...visitor, userAgent: 'Safari' },
    { ...visitor, profileId: 'other' },
    { ...visitor, viewerId: 'somebody' },
  ]) {
    await views.note(looking);
  }
  await views.flush();
  expect([keys, writes.length, new Set(writes[0]).size]).toEqual([[32], 1, 5]);
  for (const viewer of writes[0] ?? []) expect(viewer).toMatch(/^[0-9a-f]{32}$/);
  clock.advance(86_400_000);
  await views.note(visitor);
  await views.flush();
  expect(keys).toEqual([32, 32]);
  expect(writes[0]).not.toContain(writes[1]?.[0]);
});

test('10,000 views wait at the most, and are written by the thousand', async () => {
  const { writes, views } = buffer();
  for (let n = 0; n < 10_001; n += 1) await views.note({ ...visitor, ip: `${n}` });
  await views.flush();
  expect(writes.map((viewers) => viewers.length)).toEqual(Array(10).fill(1_000));
  await views.flush();
  expect(writes).toHaveLength(10);
});

test('a key that could not be read is asked for again', async () => {
  const { at, keys, views } = buffer();
  at.keyFails = true;
  await expect(views.note(visitor)).rejects.toThrow('no key');
  at.keyFails = false;
  await views.note(visitor);
  expect(keys).toEqual([32]);
});

test('views are written each five seconds, and at the end, where a failure is logged', async () => {
  jest.useFakeTimers();
  const { log, said } = recordingLog();
  let flushes = 0;
  const flush = async () => {
    flushes += 1;
    if (flushes === 3) throw new Error('no database');
  };
  const loop = writeViews({ views: { note: async () => {}, flush }, log });
  await jest.advanceTimersByTimeAsync(5_000);
  expect(flushes).toBe(2);
  await loop.close();
  jest.useRealTimers();
  expect([flushes, said()]).toEqual([3, ['profile views could not be written']]);
});
