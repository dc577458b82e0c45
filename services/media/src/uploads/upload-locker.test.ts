import { type Locks, LocksUnavailableError, memoryLocks } from '@marquee/runtime/locks';
import { recordingLog } from '@marquee/testing/recording-log';
import { ownAndShared, uploadLocker } from './upload-locker.ts';

const nobody = { onWanted: () => {}, waitMs: 10_000 };
const wait = () => new AbortController().signal;

test('a newer request has the older one stopped, and writes once that has released the upload', async () => {
  const locker = uploadLocker(memoryLocks());
  const [older, newer] = [locker.newLock('a'), locker.newLock('a')];
  const order: string[] = [];
  await older.lock(wait(), async () => {
    order.push('asked');
    await older.unlock();
  });
  await newer.lock(wait(), () => void order.push('newer asked'));
  expect(order).toEqual(['asked']);
  await newer.unlock();
});

test('a request whose lock is not released in time, and one after the process began to stop, are asked to retry', async () => {
  const locks: Locks = { acquire: async () => undefined };
  await expect(
    uploadLocker(locks)
      .newLock('a')
      .lock(wait(), () => {}),
  ).rejects.toMatchObject({ reason: 'UPLOAD_HELD' });

  const locker = uploadLocker(memoryLocks());
  const asked: string[] = [];
  const [running, ended] = [locker.newLock('a'), locker.newLock('b')];
  await running.lock(wait(), () => void asked.push('running'));
  await ended.lock(wait(), () => void asked.push('ended'));
  await ended.unlock();
  locker.leave();
  expect(asked).toEqual(['running']);
  await expect(locker.newLock('c').lock(wait(), () => {})).rejects.toMatchObject({ reason: 'UPLOADS_PAUSED' });
});

test('a request that waits while the process stops gets the refusal that uploads pause, and does not wait again', async () => {
  const { promise, resolve } = Promise.withResolvers<undefined>();
  const locker = uploadLocker({ acquire: () => promise });
  let asked = 0;
  const waiting = locker.newLock('a').lock(wait(), () => {
    asked += 1;
  });
  locker.leave();
  resolve(undefined);
  await expect(waiting).rejects.toMatchObject({ reason: 'UPLOADS_PAUSED' });
  locker.leave();
  expect(asked).toBe(1);
});

test('a request waits half a minute for its lock, and asks for it under the name of its upload', async () => {
  const seen: unknown[] = [];
  const locks: Locks = {
    acquire: async (key, { waitMs }) => {
      seen.push(key, waitMs);
      return { release: async () => void seen.push('released') };
    },
  };
  const lock = uploadLocker(locks).newLock('a');
  await lock.lock(wait(), () => {});
  await lock.unlock();
  expect(seen).toEqual(['upload:a', 30_000, 'released']);
});

/** Shared locks of which each is given, held by somebody else, or not to be had. */
function sharedLocks() {
  const state = { answer: 'given' as 'given' | 'held' | 'unavailable' | 'broken', released: 0 };
  const shared: Locks = {
    async acquire() {
      if (state.answer === 'unavailable') throw new LocksUnavailableError();
      if (state.answer === 'broken') throw new Error('a mistake');
      if (state.answer === 'held') return undefined;
      return {
        release: async () => {
          state.released += 1;
        },
      };
    },
  };
  return { state, shared };
}

test('a lock is taken here and with the others, and both are released', async () => {
  const { state, shared } = sharedLocks();
  const locks = ownAndShared(shared, recordingLog().log);
  const held = await locks.acquire('a', nobody);
  expect(await locks.acquire('a', { ...nobody, waitMs: 0 })).toBeUndefined();
  await held?.release();
  expect(state.released).toBe(1);
  expect(await locks.acquire('a', nobody)).toBeDefined();
});

test.each(['held', 'broken'] as const)(
  'where the shared lock is %s, that of the process is free again',
  async (answer) => {
    const { state, shared } = sharedLocks();
    const locks = ownAndShared(shared, recordingLog().log);
    state.answer = answer;
    if (answer === 'held') expect(await locks.acquire('a', nobody)).toBeUndefined();
    else await expect(locks.acquire('a', nobody)).rejects.toThrow('a mistake');
    state.answer = 'given';
    expect(await locks.acquire('a', { ...nobody, waitMs: 0 })).toBeDefined();
  },
);

test('while the shared locks are unavailable those of the process are enough, and each change is logged once', async () => {
  const { state, shared } = sharedLocks();
  const { log, said } = recordingLog();
  const locks = ownAndShared(shared, log);
  for (const answer of ['given', 'unavailable', 'unavailable', 'given', 'given'] as const) {
    state.answer = answer;
    const held = await locks.acquire('a', nobody);
    expect(held).toBeDefined();
    await held?.release();
  }
  expect(said()).toEqual([
    'the shared locks cannot be reached: uploads use those of this process alone',
    'the shared locks can be reached again',
  ]);
});
