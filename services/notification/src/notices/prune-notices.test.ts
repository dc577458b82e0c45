import { jest } from '@jest/globals';
import { fixedClock } from '@marquee/testing/fixed-clock';
import { silentLog } from '@marquee/testing/silent-log';
import { pruneDeliveries } from '../delivery/prune-deliveries.ts';
import type { NotificationResources } from '../resources.ts';
import { pruneNotices } from './prune-notices.ts';

beforeEach(() => jest.useFakeTimers());
afterEach(() => jest.useRealTimers());

const NOW = new Date('2026-11-20T12:00:00.000Z');
const DAY_MS = 86_400_000;

/** What is deleted, and how many days old it is, in two hours. */
async function pruned(start: (resources: NotificationResources) => { close(): Promise<void> }) {
  const deleted: [string, number][] = [];
  const query = async ({ text, values: [before] }: { text: string; values: [Date] }) => {
    const [, what = ''] = /SELECT ctid FROM \w+ WHERE (.*?) LIMIT/.exec(text) ?? [];
    deleted.push([what, (NOW.getTime() - before.getTime()) / DAY_MS]);
    return [];
  };
  const loop = start({ db: { query }, clock: fixedClock(NOW.toISOString()), log: silentLog } as never);
  await jest.advanceTimersByTimeAsync(0);
  const first = [...deleted];
  await jest.advanceTimersByTimeAsync(7_200_000);
  await loop.close();
  expect(deleted).toEqual([...first, ...first, ...first]);
  return first;
}

test('each hour notices of a year ago, deleted ones of a day ago and events of 90 days ago are deleted', async () => {
  expect(await pruned(pruneNotices)).toEqual([
    ['created_at < $1', 365],
    ['deleted_at IS NOT NULL AND deleted_at < $1', 1],
    ["state <> 'WAITING' AND created_at < $1", 90],
  ]);
});

test('each hour deliveries of 90 days ago are deleted', async () => {
  expect((await pruned(pruneDeliveries)).map(([, days]) => days)).toEqual([90]);
});
