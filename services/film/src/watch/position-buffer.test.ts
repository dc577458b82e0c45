import type { Database } from '@marquee/data/database';
import { eventually } from '@marquee/testing/eventually';
import { recordingLog } from '@marquee/testing/recording-log';
import { BUFFERED_SESSIONS_MAX, createPositionBuffer } from './position-buffer.ts';
import type { Position } from './positions.ts';

/** A buffer on a database whose transactions end when the test says so. */
function buffered() {
  const { log, said } = recordingLog();
  const writes: { ids: string[]; done(): void; fail(error: Error): void }[] = [];
  const transaction = async (work: (tx: object) => Promise<void>) => {
    let ids: string[] = [];
    const worked = work({
      query: async ({ name, values }: { name: string; values: [string[]] }) => {
        if (name === 'positions.sessions') ids = values[0];
        return [];
      },
    });
    const { promise, resolve: done, reject: fail } = Promise.withResolvers<void>();
    writes.push({ ids, done, fail });
    await Promise.all([worked, promise]);
  };
  const buffer = createPositionBuffer({ db: { transaction } as unknown as Database, log });
  const put = (playbackSessionId: string, playedMs = 1, accountId = 'viewer') =>
    buffer.put({ playbackSessionId, accountId, playedMs } as Position);
  return { buffer, put, writes, said };
}

test('nothing is written while nothing waits, and what was written is not written again', async () => {
  const { buffer, put, writes } = buffered();
  await buffer.flush();
  put('b');
  put('a');
  const written = buffer.flush();
  // In one order, so that two processes lock the rows alike.
  expect(writes.map(({ ids }) => ids)).toEqual([['a', 'b']]);
  expect(buffer.pending('a')).toBeDefined();
  writes[0]?.done();
  await written;
  expect(buffer.pending('a')).toBeUndefined();
  await buffer.flush();
  expect(writes).toHaveLength(1);
});

test('what could not be written waits for the next time, unless something newer has come', async () => {
  const { buffer, put, writes } = buffered();
  for (const id of ['a', 'b']) put(id);
  const lost = buffer.flush();
  put('a', 2);
  writes[0]?.fail(new Error('unavailable'));
  await expect(lost).rejects.toThrow('unavailable');
  expect([buffer.pending('a')?.playedMs, buffer.pending('b')?.playedMs]).toEqual([2, 1]);
});

test('with 5,000 sessions it writes at once, one write at a time, and says when that fails', async () => {
  const { buffer, put, writes, said } = buffered();
  const fill = (from: number, count: number) => {
    for (let n = from; n < from + count; n += 1) put(String(n));
  };
  fill(0, 4_999);
  expect(writes).toEqual([]);
  fill(4_999, 1);
  expect(BUFFERED_SESSIONS_MAX).toBe(5_000);
  expect(writes).toHaveLength(1);
  fill(5_000, 5_001);
  expect(writes).toHaveLength(1);
  writes[0]?.fail(new Error('unavailable'));
  await eventually(() => expect(said()).toEqual(['positions could not be written; they are tried again']));
  expect(writes).toHaveLength(1);
  const all = buffer.flush();
  expect(writes[1]?.ids).toHaveLength(10_001);
  writes[1]?.done();
  await all;
});

test('a viewer waits for their own positions only, waiting or being written', async () => {
  const { buffer, put, writes } = buffered();
  put('a', 1, 'viewer');
  await buffer.flushFor('other');
  expect(writes).toEqual([]);
  const flushed = buffer.flushFor('viewer');
  expect(writes).toHaveLength(1);
  let isRead = false;
  const again = buffer.flushFor('viewer').then(() => {
    isRead = true;
  });
  await buffer.flushFor('other');
  expect(isRead).toBe(false);
  writes[0]?.done();
  await Promise.all([flushed, again]);
});
