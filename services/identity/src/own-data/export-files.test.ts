import type { Tx } from '@marquee/data/database';
import { eventually } from '@marquee/testing/eventually';
import { fixedClock } from '@marquee/testing/fixed-clock';
import { silentLog } from '@marquee/testing/silent-log';
import { viewers } from '@marquee/testing/viewers';
import type { IdentityResources, IdentityWrite } from '../resources.ts';
import type { AccountExport } from './account-exports.ts';
import { nextExportAt, requestExport } from './request-export.ts';
import { sweepExports } from './sweep-exports.ts';

const clock = fixedClock('2026-11-20T12:00:00.000Z');

test('an export has a folder that nobody can guess, of 24 random bytes', async () => {
  const query = async (statement: string | { name: string }, values: unknown[] = []) => {
    const text = typeof statement === 'string' ? statement : statement.name;
    if (text === 'work.announce') return [{ dueAt: clock.now() }];
    if (text.startsWith('INSERT')) return [{ folder: values[2] }];
    return text.includes('account_exports') ? [] : [{ id: 'a' }];
  };
  const write = { tx: { query } as unknown as Tx, clock } as unknown as IdentityWrite;
  const made = [await requestExport(write, viewers.movieLover()), await requestExport(write, viewers.movieLover())];
  for (const { folder } of made) expect(folder).toMatch(/^exports\/[0-9a-f]{48}\/$/);
  expect(made[0]?.folder).not.toBe(made[1]?.folder);
});

test('the next export has to wait a day, unless the last one failed', () => {
  const at = (changes: Partial<AccountExport>, afterMs: number) => {
    const last = { state: 'READY', requestedAt: clock.now(), ...changes } as AccountExport;
    return nextExportAt(last, new Date(clock.now().getTime() + afterMs));
  };
  const DAY_MS = 86_400_000;
  expect(at({}, DAY_MS - 1)).toEqual(new Date(clock.now().getTime() + DAY_MS));
  expect([at({}, DAY_MS), at({ state: 'FAILED' }, 0), nextExportAt(undefined, clock.now())]).toEqual([
    undefined,
    undefined,
    undefined,
  ]);
});

test('all exports whose time is over are deleted, fifty at a time, the files first', async () => {
  const left = Array.from({ length: 51 }, (_, n) => ({ id: `${n}`, folder: `exports/${n}/` }));
  const [asked, steps] = [[] as number[], [] as string[]];
  const db = {
    async query(text: string, values: unknown[]) {
      if (text.startsWith('SELECT')) {
        const rows = left.slice(0, values[1] as number);
        asked.push(rows.length);
        return rows;
      }
      steps.push(`row ${values[0]}`);
      left.shift();
      return [];
    },
  };
  const blobs = { deletePrefix: async (folder: string) => void steps.push(folder) };
  const resources = { db, blobs, clock, log: silentLog } as unknown as IdentityResources;
  const sweeping = sweepExports(resources);
  await eventually(() => asked.length === 2);
  await sweeping.close();
  expect([asked, left, steps.length]).toEqual([[50, 1], [], 102]);
  expect(steps.slice(0, 2)).toEqual(['exports/0/', 'row 0']);
});
