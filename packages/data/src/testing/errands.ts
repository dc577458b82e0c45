import { fixedClock } from '@marquee/testing/fixed-clock';
import { silentLog } from '@marquee/testing/silent-log';
import { type TestDatabase, testDatabase } from '@marquee/testing/test-database';
import type { Tx } from '../database.ts';
import { startWorkLoop, type WorkLoopOptions } from '../work-loop.ts';
import { type Work, workTable } from '../work-table.ts';

export type Errand = Work & { what: string };

export const LEASE_S = 0.6;
export const NEVER_MS = 600_000;

export const errands = workTable<Errand>({
  table: 'errands',
  open: 'NOT done',
  leaseS: LEASE_S,
  columns: { dueAt: 'due_at', attempt: 'tries', failures: 'failures', leaseUntil: 'lease_until' },
  returning: 'id, what',
  onClaim: "shown = 'RUNNING'",
  onReturn: "shown = 'WAITING'",
});

export let db: TestDatabase;
beforeEach(async () => {
  db = await testDatabase('data');
  await db.query(`CREATE TABLE errands (id text PRIMARY KEY, what text NOT NULL DEFAULT '', done boolean NOT NULL DEFAULT false,
    shown text NOT NULL DEFAULT 'WAITING', due_at timestamptz NOT NULL, tries int NOT NULL DEFAULT 0,
    failures int NOT NULL DEFAULT 0, lease_until timestamptz)`);
});

export const NOW = new Date('2026-11-22T12:00:00Z');
export const at = (ms: number) => new Date(NOW.getTime() + ms);
export const add = (id: string, dueAt = NOW) =>
  db.query('INSERT INTO errands (id, due_at) VALUES ($1, $2)', [id, dueAt]).then(() => ({ id }));
export const rows = () =>
  db.query<{ id: string; done: boolean; shown: string; tries: number; failures: number }>(
    'SELECT id, done, shown, tries, failures FROM errands ORDER BY id',
  );
export const finish = async (tx: Tx, { id, attempt }: Work): Promise<boolean> => {
  const done = await tx.query(`UPDATE errands SET done = true, lease_until = NULL WHERE ${errands.held} RETURNING 1`, [
    ...[id, attempt],
  ]);
  return done.length === 1;
};

export type Options = WorkLoopOptions<Errand, unknown>;

export function loopOf(change: Partial<Options> = {}): Options {
  return {
    name: 'errands',
    db,
    transact: (work) => db.transaction((tx) => work({ tx })),
    log: silentLog,
    clock: fixedClock(NOW.toISOString()),
    table: errands,
    run: async () => {},
    complete: ({ tx }, errand) => finish(tx, errand),
    retryDelaysMs: [1_000, 60_000],
    giveUp: ({ tx }, errand) => finish(tx, errand),
    pollMs: 20,
    ...change,
  };
}

export function start(change: Partial<Options> = {}) {
  const loop = startWorkLoop(loopOf(change));
  let closing: Promise<void> | undefined;
  const close = () => {
    closing ??= loop.close();
    return closing;
  };
  open.push(close);
  return { ...loop, close };
}

const open: (() => Promise<void>)[] = [];
afterEach(() => Promise.all(open.splice(0).map((close) => close())));
