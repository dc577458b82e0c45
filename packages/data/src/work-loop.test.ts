import { eventually } from '@marquee/testing/eventually';
import { fixedClock } from '@marquee/testing/fixed-clock';
import { recordingLog } from '@marquee/testing/recording-log';
import { silentLog } from '@marquee/testing/silent-log';
import { type TestDatabase, testDatabase } from '@marquee/testing/test-database';
import { openDatabase } from './database.ts';
import { type AttemptSignals, attemptWork, startWorkLoop, WorkerLostError, type WorkLoopOptions } from './work-loop.ts';
import { announceWork } from './work-notices.ts';
import { type Work, workTable } from './work-table.ts';

type Errand = Work & { what: string };

const LEASE_S = 0.6;
const NEVER_MS = 600_000;

const errands = workTable<Errand>({
  table: 'errands',
  open: 'NOT done',
  leaseS: LEASE_S,
  columns: { dueAt: 'due_at', attempt: 'tries', failures: 'failures', leaseUntil: 'lease_until' },
  returning: 'id, what',
  onClaim: "shown = 'RUNNING'",
  onReturn: "shown = 'WAITING'",
});

let db: TestDatabase;
beforeEach(async () => {
  db = await testDatabase('data');
  await db.query(`CREATE TABLE errands (id text PRIMARY KEY, what text NOT NULL DEFAULT '', done boolean NOT NULL DEFAULT false,
    shown text NOT NULL DEFAULT 'WAITING', due_at timestamptz NOT NULL, tries int NOT NULL DEFAULT 0,
    failures int NOT NULL DEFAULT 0, lease_until timestamptz)`);
});

const NOW = new Date('2026-11-22T12:00:00Z');
const at = (ms: number) => new Date(NOW.getTime() + ms);
const add = (id: string, dueAt = NOW) =>
  db.query('INSERT INTO errands (id, due_at) VALUES ($1, $2)', [id, dueAt]).then(() => ({ id }));
const rows = () =>
  db.query<{ id: string; done: boolean; shown: string; tries: number; failures: number }>(
    'SELECT id, done, shown, tries, failures FROM errands ORDER BY id',
  );
const finish = async ({ id, attempt }: Work): Promise<boolean> => {
  const done = await db.query(`UPDATE errands SET done = true, lease_until = NULL WHERE ${errands.held} RETURNING 1`, [
    ...[id, attempt],
  ]);
  return done.length === 1;
};

function loopOf(change: Partial<WorkLoopOptions<Errand>> = {}): WorkLoopOptions<Errand> {
  return {
    name: 'errands',
    db,
    log: silentLog,
    clock: fixedClock(NOW.toISOString()),
    table: errands,
    run: async (errand) => void (await finish(errand)),
    retryDelaysMs: [1_000, 60_000],
    giveUp: finish,
    pollMs: 20,
    ...change,
  };
}

function start(change: Partial<WorkLoopOptions<Errand>> = {}) {
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

test('what is due is done, the oldest first, and what is not yet due waits', async () => {
  await add('second', at(-1_000));
  await add('first', at(-2_000));
  await add('later', at(1_000));
  const seen: string[] = [];
  const clock = fixedClock(NOW.toISOString());
  start({
    clock,
    run: async (errand) => {
      seen.push(errand.id);
      await finish(errand);
    },
  });
  await eventually(async () => expect((await rows()).filter(({ done }) => done)).toHaveLength(2));
  expect(seen).toEqual(['first', 'second']);
  clock.advance(1_000);
  await eventually(() => expect(seen).toEqual(['first', 'second', 'later']));
});

test('several loops share the rows: each is done once, and no loop does more at once than it may', async () => {
  for (let index = 0; index < 30; index += 1) await add(`errand ${index}`);
  const done: string[] = [];
  const most = [0, 0];
  most.forEach((_, loop) => {
    let running = 0;
    start({
      concurrency: 3,
      run: async (errand) => {
        running += 1;
        most[loop] = Math.max(most[loop] ?? 0, running);
        await db.query('SELECT pg_sleep(0.01)');
        done.push(errand.id);
        await finish(errand);
        running -= 1;
      },
    });
  });
  await eventually(() => expect(done).toHaveLength(30));
  expect(new Set(done).size).toBe(30);
  expect(most).toEqual([3, 3]);
});

test('a row stays with its worker for longer than a lease, and one whose worker was lost is taken by another', async () => {
  await add('lost');
  const lost = await errands.claim(db, NOW);
  expect(lost).toMatchObject({ id: 'lost', attempt: 1, failures: 0 });
  expect(await errands.claim(db, NOW)).toBeUndefined();
  const attempts: number[] = [];
  const runLong = async (errand: Errand) => {
    attempts.push(errand.attempt);
    await db.query('SELECT pg_sleep($1)', [LEASE_S * 2]);
    expect(await finish(errand)).toBe(true);
  };
  start({ run: runLong });
  start({ run: runLong });
  await eventually(async () => expect(await rows()).toMatchObject([{ done: true, tries: 2, failures: 1 }]));
  expect(attempts).toEqual([2]);
});

test('a result that comes after the row was taken over is refused', async () => {
  await add('late');
  const late = (await errands.claim(db, NOW)) as Errand;
  await db.query("UPDATE errands SET lease_until = now() - interval '1 second'");
  // The lease ran out, and nobody has taken the row: it is still this attempt's.
  expect(await errands.renew(db, late)).toBe(true);
  await db.query("UPDATE errands SET lease_until = now() - interval '1 second'");
  const held = (await errands.claim(db, NOW)) as Errand;
  expect(held).toMatchObject({ attempt: 2, failures: 1 });

  const refused = [errands.renew(db, late), errands.release(db, late), errands.retry(db, late, at(1)), finish(late)];
  expect(await Promise.all(refused)).toEqual([false, false, false, false]);
  expect(await rows()).toMatchObject([{ done: false, shown: 'RUNNING', tries: 2, failures: 1 }]);
  expect(await finish(held)).toBe(true);
  expect(await errands.release(db, held)).toBe(false);
});

test('work that loses its lease is told to stop, and does not put the row of another back in line', async () => {
  await add('stolen');
  const stolen = (await errands.claim(db, NOW)) as Errand;
  const run = async (_: Errand, { signal, stopping }: AttemptSignals) => {
    await db.query('UPDATE errands SET tries = tries + 1');
    await new Promise((resolve) => signal.addEventListener('abort', resolve));
    expect(signal.reason).toMatchObject({ name: 'LeaseLostError' });
    expect(stopping.aborted).toBe(false);
    signal.throwIfAborted();
  };
  await attemptWork(loopOf({ run }), stolen, new AbortController().signal);
  expect(await rows()).toMatchObject([{ shown: 'RUNNING', tries: 2, failures: 0 }]);
});

test('work whose lease cannot be renewed for as long as it lasts is told to stop, and goes back in line uncounted', async () => {
  await add('silent');
  const silent = (await errands.claim(db, NOW)) as Errand;
  const startedAt = performance.now();
  const renew = async () => {
    throw new Error('no answer');
  };
  const run = async (_: Errand, { signal }: AttemptSignals) => {
    await new Promise((resolve) => signal.addEventListener('abort', resolve));
    expect(signal.reason).toMatchObject({ name: 'LeaseLostError' });
    throw new Error('broken off');
  };
  await attemptWork(loopOf({ run, table: { ...errands, renew } }), silent, new AbortController().signal);
  // Before another worker may take it.
  expect(performance.now() - startedAt).toBeGreaterThan((LEASE_S * 1_000) / 2);
  expect(await rows()).toMatchObject([{ done: false, shown: 'WAITING', tries: 1, failures: 0 }]);
});

test('a failure is written in its own way where the loop is told how', async () => {
  await add('noted');
  const noted: [string, unknown, Date][] = [];
  start({
    run: async () => {
      throw new Error('refused');
    },
    retry: async (errand, error, dueAt) => {
      noted.push([errand.id, (error as Error).message, dueAt]);
      await errands.retry(db, errand, dueAt);
    },
  });
  await eventually(async () => expect(await rows()).toMatchObject([{ shown: 'WAITING', failures: 1 }]));
  expect(noted).toEqual([['noted', 'refused', at(1_000)]]);
});

test('a failure is tried again after each pause, and after the last one given up', async () => {
  await add('hopeless');
  const { log, lines } = recordingLog();
  const clock = fixedClock(NOW.toISOString());
  const given: unknown[] = [];
  let tries = 0;
  start({
    clock,
    log,
    run: async () => {
      tries += 1;
      throw new Error(`failure ${tries}`);
    },
    giveUp: async (errand, error) => {
      given.push(error);
      await finish(errand);
    },
  });
  const waits = (failures: number) =>
    eventually(async () => expect(await rows()).toMatchObject([{ done: false, shown: 'WAITING', failures }]));
  await waits(1);
  clock.advance(999);
  expect(await errands.claim(db, clock.now())).toBeUndefined();
  clock.advance(1);
  await waits(2);
  clock.advance(60_000);
  await eventually(async () => expect(await rows()).toMatchObject([{ done: true, tries: 3 }]));
  expect(given).toMatchObject([{ message: 'failure 3' }]);
  expect(lines().map(({ level, msg }) => [level, msg])).toEqual([
    ['warn', 'work failed and is tried again'],
    ['warn', 'work failed and is tried again'],
    ['error', 'work failed for the last time'],
  ]);
});

test('a row that takes its worker down with it each time is given up', async () => {
  await add('deadly');
  await db.query("UPDATE errands SET tries = 3, failures = 2, lease_until = now() - interval '1 second'");
  const given: unknown[] = [];
  const run = async () => {
    throw new Error('this must not run again');
  };
  start({
    run,
    giveUp: async (errand, error) => {
      given.push(error);
      await finish(errand);
    },
  });
  await eventually(async () => expect(await rows()).toMatchObject([{ done: true, failures: 3 }]));
  expect(given).toEqual([expect.any(WorkerLostError)]);
});

test('trouble that passes and the end of the process put a row back in line, uncounted', async () => {
  await add('patient');
  let tries = 0;
  const { close } = start({
    isPassing: (error) => (error as Error).message === 'away',
    run: async (_, { signal }) => {
      tries += 1;
      if (tries === 1) throw new Error('away');
      await new Promise((resolve) => signal.addEventListener('abort', resolve));
      throw new Error('broken off');
    },
  });
  await eventually(async () => expect(await rows()).toMatchObject([{ shown: 'WAITING', failures: 0, tries: 1 }]));
  await close();
  const again = start({
    run: async (_, { signal }) => {
      tries += 1;
      await new Promise((resolve) => signal.addEventListener('abort', resolve));
      throw new Error('broken off');
    },
  });
  await eventually(() => tries === 2);
  await again.close();
  expect(await rows()).toMatchObject([{ shown: 'WAITING', failures: 0, tries: 2 }]);
});

test('announced work is taken without waiting for the next poll, and all loops of a pool listen on one connection', async () => {
  const done: string[] = [];
  const loops = ['errands', 'others'].map((name) =>
    start({
      name,
      pollMs: NEVER_MS,
      run: async (errand) => {
        done.push(name);
        await finish(errand);
      },
    }),
  );
  const listening = () =>
    db.query<{ pid: number }>(
      "SELECT pid FROM pg_stat_activity WHERE datname = current_database() AND query IN ('LISTEN work', 'SELECT 1')",
    );
  const [listener] = await eventually(async () => {
    const found = await listening();
    expect(found).toHaveLength(1);
    return found;
  });
  const announce = (id: string) =>
    db.transaction(async (tx) => {
      await tx.query('INSERT INTO errands (id, due_at) VALUES ($1, $2)', [id, NOW]);
      await announceWork(tx, 'errands');
    });
  await announce('one');
  await eventually(() => expect(done).toEqual(['errands']));

  // What is announced while nobody listens is found by whoever listens again.
  await db.query('SELECT pg_terminate_backend($1)', [listener?.pid]);
  await announce('two');
  await eventually(() => expect(done).toHaveLength(2));
  await Promise.all(loops.map(({ close }) => close()));
  await eventually(async () => expect(await listening()).toEqual([]));
});

test('while the database is away a loop is quiet, and anything else is logged as an error', async () => {
  const { log, lines } = recordingLog();
  // Nobody listens there.
  const away = openDatabase({ url: 'postgres://127.0.0.1:1/nothing', log, applicationName: 'test' });
  let asked = 0;
  const claim = async () => {
    asked += 1;
    if (asked <= 2) await away.query('SELECT 1');
    throw new Error('something else');
  };
  const { close } = start({ db: away, log, table: { ...errands, claim } });
  await eventually(() => lines().length > 0);
  await close();
  await away.close();
  expect(asked).toBe(3);
  expect(lines()).toMatchObject([{ level: 'error', loop: 'errands', err: { message: 'something else' } }]);
});
