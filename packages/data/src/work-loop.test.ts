// @inputs packages/data

import { jest } from '@jest/globals';
import { systemClock } from '@marquee/runtime/clock';
import { atEnd } from '@marquee/testing/cleanup';
import { eventually } from '@marquee/testing/eventually';
import { fixedClock } from '@marquee/testing/fixed-clock';
import { recordingLog } from '@marquee/testing/recording-log';
import { silentLog } from '@marquee/testing/silent-log';
import { type TestDatabase, testDatabase } from '@marquee/testing/test-database';
import { openDatabase, type Tx } from './database.ts';
import { translateSqlError } from './sqlstate.ts';
import {
  type AttemptSignals,
  attemptWork,
  type Ending,
  startWorkLoop,
  WorkerLostError,
  type WorkLoopOptions,
} from './work-loop.ts';
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
const finish = async (tx: Tx, { id, attempt }: Work): Promise<boolean> => {
  const done = await tx.query(`UPDATE errands SET done = true, lease_until = NULL WHERE ${errands.held} RETURNING 1`, [
    ...[id, attempt],
  ]);
  return done.length === 1;
};

type Options = WorkLoopOptions<Errand, unknown>;

function loopOf(change: Partial<Options> = {}): Options {
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

function start(change: Partial<Options> = {}) {
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
        // Until both loops do as much as they may.
        await eventually(() => most.every((count) => count >= 3));
        done.push(errand.id);
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

  const refused = [
    errands.renew(db, late),
    errands.release(db, late),
    errands.retry(db, late, at(1)),
    finish(db, late),
  ];
  expect(await Promise.all(refused)).toEqual([false, false, false, false]);
  expect(await rows()).toMatchObject([{ done: false, shown: 'RUNNING', tries: 2, failures: 1 }]);
  expect(await finish(db, held)).toBe(true);
  expect(await errands.release(db, held)).toBe(false);
});

test('work that loses its lease is aborted, and does not requeue the row that another worker has taken', async () => {
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

test('work whose lease expires because it cannot be renewed is aborted, and returns to the queue uncounted', async () => {
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

test('a failure is written by the option of the loop where there is one', async () => {
  await add('noted');
  const noted: [string, unknown, Date][] = [];
  start({
    run: async () => {
      throw new Error('refused');
    },
    retry: async ({ tx }, errand, error, dueAt) => {
      noted.push([errand.id, (error as Error).message, dueAt]);
      return errands.retry(tx, errand, dueAt);
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
    giveUp: async ({ tx }, errand, error) => {
      given.push(error);
      return finish(tx, errand);
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

test.each([
  ['ahead', 600_000],
  ['behind', -600_000],
])('a process whose clock is %s claims and retries by the time of the database', async (_, offMs) => {
  jest.spyOn(systemClock, 'now').mockImplementation(() => new Date(Date.now() + offMs));
  atEnd(() => jest.restoreAllMocks());
  const due = (id: string, inS: number) =>
    db.query('INSERT INTO errands (id, due_at) VALUES ($1, now() + make_interval(secs => $2))', [id, inS]);
  await Promise.all([due('failing', -2), due('done', -1), due('later', 300)]);
  const run = async ({ id }: Errand) => {
    if (id === 'failing') throw new Error('no');
  };
  const loop = startWorkLoop(loopOf({ clock: systemClock, run, retryDelaysMs: [60_000, 60_000] }));
  atEnd(() => loop.close());
  await eventually(async () => expect((await rows()).find(({ id }) => id === 'done')?.done).toBe(true));
  // Claimed after all that is due by now, so that whatever comes too early has had its turn.
  await due('last', 0);
  await eventually(async () => expect((await rows()).find(({ id }) => id === 'last')?.done).toBe(true));
  expect((await rows()).map(({ id, done, tries }) => [id, done, tries])).toEqual([
    ['done', true, 1],
    ['failing', false, 1],
    ['last', true, 1],
    ['later', false, 0],
  ]);
  const pauses = await db.query(
    `SELECT due_at BETWEEN now() AND now() + interval '60 s' AS "isRight" FROM errands WHERE id = 'failing'`,
  );
  expect(pauses).toEqual([{ isRight: true }]);
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
    giveUp: async ({ tx }, errand, error) => {
      given.push(error);
      return finish(tx, errand);
    },
  });
  await eventually(async () => expect(await rows()).toMatchObject([{ done: true, failures: 3 }]));
  expect(given).toEqual([expect.any(WorkerLostError)]);
});

test('trouble that passes and the end of the process return a row to the queue, uncounted', async () => {
  await add('patient');
  let tries = 0;
  const { log, lines } = recordingLog();
  const { close } = start({
    log,
    isPassing: (error) => (error as Error).message === 'unavailable',
    run: async (_, { signal }) => {
      tries += 1;
      if (tries === 1) throw new Error('unavailable');
      await new Promise((resolve) => signal.addEventListener('abort', resolve));
      throw new Error('broken off');
    },
  });
  await eventually(async () => expect(await rows()).toMatchObject([{ shown: 'WAITING', failures: 0, tries: 1 }]));
  await close();
  expect(lines()).toMatchObject([
    { level: 'error', msg: 'work waits for what it needs, and is tried again', err: { message: 'unavailable' } },
  ]);
  const again = start({
    log,
    run: async (_, { signal }) => {
      tries += 1;
      await new Promise((resolve) => signal.addEventListener('abort', resolve));
      throw new Error('broken off');
    },
  });
  await eventually(() => tries === 2);
  await again.close();
  expect(await rows()).toMatchObject([{ shown: 'WAITING', failures: 0, tries: 2 }]);
  // The end of a process is no trouble.
  expect(lines()).toHaveLength(1);
});

test('announced work is taken without waiting for the next poll, and all loops of a pool listen on one connection', async () => {
  const done: string[] = [];
  const loops = ['errands', 'others'].map((name) =>
    start({
      name,
      // The others have nothing to do.
      table: name === 'errands' ? errands : { ...errands, claim: async () => undefined },
      pollMs: NEVER_MS,
      run: async () => {
        done.push(name);
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

  // What is announced while nobody listens is found when somebody listens again.
  await db.query('SELECT pg_terminate_backend($1)', [listener?.pid]);
  await announce('two');
  await eventually(() => expect(done).toHaveLength(2));
  await Promise.all(loops.map(({ close }) => close()));
  await eventually(async () => expect(await listening()).toEqual([]));
});

test('work that was announced while nobody listened is taken once somebody does', async () => {
  const done: string[] = [];
  const loop = start({
    pollMs: NEVER_MS,
    run: async (errand) => {
      done.push(errand.id);
    },
  });
  const [listener] = await eventually(async () => {
    const found = await db.query<{ pid: number }>(
      "SELECT pid FROM pg_stat_activity WHERE datname = current_database() AND query = 'LISTEN work'",
    );
    expect(found).toHaveLength(1);
    return found;
  });
  await db.query('SELECT pg_terminate_backend($1)', [listener?.pid]);
  await add('unheard');
  await eventually(() => expect(done).toEqual(['unheard']));
  await loop.close();
});

test('while the database is unavailable a loop is quiet, and anything else is logged as an error', async () => {
  const { log, lines } = recordingLog();
  // Nobody listens there.
  const unavailable = openDatabase({ url: 'postgres://127.0.0.1:1/nothing', log, applicationName: 'test' });
  let asked = 0;
  const claim = async () => {
    asked += 1;
    if (asked <= 2) await unavailable.query('SELECT 1');
    throw new Error('something else');
  };
  const { close } = start({ db: unavailable, log, table: { ...errands, claim } });
  await eventually(() => lines().length > 0);
  await close();
  await unavailable.close();
  expect(asked).toBe(3);
  expect(lines()).toMatchObject([{ level: 'error', loop: 'errands', err: { message: 'something else' } }]);
});

const connectionLost = () => translateSqlError(Object.assign(new Error('the connection was lost'), { code: '08006' }));

/** Makes one attempt at a new row, and gives how it ended. */
async function oneAttempt(id: string, change: Partial<Options>, stopping = new AbortController().signal) {
  await db.query('DELETE FROM errands');
  await add(id);
  const endings: Ending<unknown>[] = [];
  const ended = (_: Errand, ending: Ending<unknown>) => void endings.push(ending);
  await attemptWork(loopOf({ ended, ...change }), (await errands.claim(db, NOW)) as Errand, stopping);
  expect(endings).toHaveLength(1);
  expect(endings[0]?.seconds).toBeGreaterThan(0);
  return endings[0];
}
const failing = (message: string) => async () => {
  throw new Error(message);
};

test('a follower of the end of an attempt learns how it ended, and with which result or error', async () => {
  const unavailable = { isPassing: (error: unknown) => (error as Error).message === 'unavailable' };
  const isStopping = AbortSignal.abort();
  const takeOver = async ({ id }: Work) => void (await db.query('UPDATE errands SET done = true WHERE id = $1', [id]));
  expect(await oneAttempt('done', { run: async () => 'made' })).toMatchObject({ outcome: 'complete', result: 'made' });
  expect(await oneAttempt('refused', { run: failing('no') })).toMatchObject({
    ...{ outcome: 'delayed', result: undefined, error: { message: 'no' } },
  });
  expect(await oneAttempt('hopeless', { run: failing('no'), retryDelaysMs: [] })).toMatchObject({ outcome: 'failed' });
  expect(await oneAttempt('stopped', {}, isStopping)).toMatchObject({ outcome: 'returned' });
  expect(await oneAttempt('taken', { run: takeOver })).toEqual({
    ...{ outcome: 'lost', result: undefined, seconds: expect.any(Number) },
  });
  const takenAndFailed = { retryDelaysMs: [], run: (row: Errand) => takeOver(row).then(failing('no')) };
  expect(await oneAttempt('taken too', takenAndFailed)).toMatchObject({ outcome: 'lost', error: { message: 'no' } });
  const unanswered = { ...errands, release: async () => Promise.reject(connectionLost()) };
  expect(await oneAttempt('unknown', { table: unanswered }, isStopping)).toMatchObject({ outcome: 'unknown' });
  const resting = new AbortController();
  const seen: string[] = [];
  const ended = (_: Errand, { outcome }: Ending<unknown>) => {
    seen.push(outcome);
    resting.abort();
  };
  await add('waiting');
  const waiting = (await errands.claim(db, NOW)) as Errand;
  // Its worker rests afterwards, and the end of the process ends the rest.
  const { log, lines } = recordingLog();
  await attemptWork(loopOf({ ...unavailable, log, run: failing('unavailable'), ended }), waiting, resting.signal);
  expect(seen).toEqual(['returned']);
  expect(lines()).toMatchObject([{ level: 'error', id: 'waiting', msg: expect.stringContaining('waits for what it') }]);
});

test('an attempt that another one took over is noted, and one whose end cannot be written is an error', async () => {
  const logged = async (change: Partial<Options>, stopping?: AbortSignal) => {
    const { log, lines } = recordingLog();
    await oneAttempt('logged', { ...change, log }, stopping);
    return lines().map(({ level, msg }) => [level, msg]);
  };
  expect(await logged({})).toEqual([]);
  const takeOver = async () => void (await db.query('UPDATE errands SET done = true'));
  expect(await logged({ run: takeOver })).toEqual([['info', 'an attempt ended after its row was taken over or ended']]);
  const broken = { ...errands, release: async () => Promise.reject(new Error('no such column')) };
  expect(await logged({ table: broken }, AbortSignal.abort())).toEqual([
    ['error', expect.stringMatching(/^the end of an attempt could not be written/)],
  ]);
});

test('a failure that every attempt would repeat is given up at once, a lost worker only after every pause', async () => {
  const isFinal = () => true;
  expect(await oneAttempt('broken', { isFinal, run: failing('no') })).toMatchObject({ outcome: 'failed' });
  expect(await rows()).toMatchObject([{ done: true, tries: 1, failures: 0 }]);
  await add('lost');
  await db.query(
    "UPDATE errands SET tries = 2, failures = 1, lease_until = now() - interval '1 second' WHERE id = 'lost'",
  );
  const lost = (await errands.claim(db, NOW)) as Errand;
  await attemptWork(loopOf({ isFinal }), lost, new AbortController().signal);
  expect(await rows()).toMatchObject([{}, { id: 'lost', done: true, tries: 3, failures: 2 }]);
});

test('a result is written once the database is there again, although the lease was lost meanwhile', async () => {
  let tries = 0;
  const complete: Options['complete'] = async ({ tx }, errand) => {
    tries += 1;
    if (tries === 1) {
      await tx.query("UPDATE errands SET lease_until = now() - interval '1 second'");
      throw connectionLost();
    }
    return finish(tx, errand);
  };
  const renew = async () => {
    throw connectionLost();
  };
  const silent = { ...errands, renew };
  expect(await oneAttempt('kept', { complete, table: silent })).toMatchObject({ outcome: 'complete' });
  expect([tries, await rows()]).toMatchObject([2, [{ done: true, tries: 1 }]]);
});

test('a row whose return was not answered is in the queue again when the worker tries again', async () => {
  let tries = 0;
  const release: typeof errands.release = async (tx, lease) => {
    tries += 1;
    const isBack = await errands.release(tx, lease);
    if (tries === 1) throw connectionLost();
    return isBack;
  };
  const run = async () => {
    throw connectionLost();
  };
  expect(await oneAttempt('back', { run, table: { ...errands, release } })).toMatchObject({ outcome: 'returned' });
  expect([tries, await rows()]).toMatchObject([2, [{ shown: 'WAITING', failures: 0 }]]);
});

test('what follows the end of an attempt cannot break the loop', async () => {
  await add('one');
  await add('two', at(-1));
  const { log, lines } = recordingLog();
  start({ log, ended: failing('not counted') });
  await eventually(async () => expect(await rows()).toMatchObject([{ done: true }, { done: true }]));
  expect(lines()[0]).toMatchObject({ level: 'error', err: { message: 'not counted' } });
});
