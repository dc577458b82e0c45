// @inputs packages/data
import { jest } from '@jest/globals';
import { systemClock } from '@marquee/runtime/clock';
import { atEnd } from '@marquee/testing/cleanup';
import { eventually } from '@marquee/testing/eventually';
import { fixedClock } from '@marquee/testing/fixed-clock';
import { recordingLog } from '@marquee/testing/recording-log';
import { add, at, db, type Errand, errands, finish, LEASE_S, loopOf, NOW, rows, start } from './testing/errands.ts';
import { type AttemptSignals, attemptWork, startWorkLoop, WorkerLostError } from './work-loop.ts';

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
