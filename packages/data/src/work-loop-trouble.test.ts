// @inputs packages/data
import { eventually } from '@marquee/testing/eventually';
import { recordingLog } from '@marquee/testing/recording-log';
import { openDatabase } from './database.ts';
import { translateSqlError } from './sqlstate.ts';
import {
  add,
  at,
  db,
  type Errand,
  errands,
  finish,
  loopOf,
  NOW,
  type Options,
  rows,
  start,
} from './testing/errands.ts';
import { attemptWork, type Ending } from './work-loop.ts';
import type { Work } from './work-table.ts';

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
