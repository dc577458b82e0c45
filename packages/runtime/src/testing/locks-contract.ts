import assert from 'node:assert/strict';
import { setTimeout as delay } from 'node:timers/promises';
import type { Locks } from '../locks.ts';

type TestFunction = (name: string, run: () => Promise<void>) => void;
/** Two processes that share their locks, or one process twice. */
export type LocksContract = { name: string; open(): Promise<{ here: Locks; there: Locks }> };

const WAIT_MS = 10_000;

/** The suite that all locks pass. */
export function locksContract(contract: LocksContract, test: TestFunction): void {
  const check = (name: string, run: (locks: { here: Locks; there: Locks }) => Promise<void>) =>
    test(`${contract.name}: ${name}`, async () => run(await contract.open()));
  const nobody = { onWanted: () => {}, waitMs: WAIT_MS };

  check('a waiter makes the holder release the lock, and then gets it', async ({ here, there }) => {
    const wanted = Promise.withResolvers<void>();
    const first = await here.acquire('a', { onWanted: wanted.resolve, waitMs: WAIT_MS });
    let isReleased = false;
    const second = there.acquire('a', nobody).then((lock) => {
      assert.equal(isReleased, true);
      return lock;
    });
    await wanted.promise;
    isReleased = true;
    await first?.release();
    const lock = await second;
    assert.ok(lock);
    await first?.release();
    assert.equal(await here.acquire('a', { ...nobody, waitMs: 50 }), undefined);
    await lock.release();
  });

  check('different keys are independent', async ({ here, there }) => {
    const locks = [await here.acquire('b', nobody), await there.acquire('c', nobody)];
    for (const lock of locks) await lock?.release();
  });

  check('waiting ends at its timeout or signal, and uses little CPU', async ({ here, there }) => {
    const held = await here.acquire('d', nobody);
    // CPU time includes other work of this process: one cheap wait of three is enough.
    const usedMicros: number[] = [];
    while (usedMicros.length < 3 && !usedMicros.some((used) => used < 500_000)) {
      const { user } = process.cpuUsage();
      assert.equal(await there.acquire('d', { ...nobody, waitMs: 1_000 }), undefined);
      usedMicros.push(process.cpuUsage({ user, system: 0 }).user);
    }
    assert.ok(
      usedMicros.some((used) => used < 500_000),
      `each wait used ${usedMicros.join(', ')} µs`,
    );
    const giveUp = new AbortController();
    const waiting = there.acquire('d', { ...nobody, signal: giveUp.signal });
    giveUp.abort();
    assert.equal(await waiting, undefined);
    await held?.release();
  });

  check('only one of many waiters holds the lock at a time', async ({ here, there }) => {
    let inside = 0;
    const visits = Array.from({ length: 12 }, async (_, index) => {
      const lock = await (index % 2 ? here : there).acquire('e', nobody);
      assert.ok(lock);
      inside += 1;
      assert.equal(inside, 1);
      await delay(5);
      inside -= 1;
      await lock.release();
    });
    await Promise.all(visits);
  });
}
