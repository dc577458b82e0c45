import { type Writer, WriteTurns } from './write-turns.ts';

const nobodyLeaves = new AbortController().signal;

/** Turns whose work lasts until the test ends it. */
function turns(runningMax = 3) {
  const made = new WriteTurns({ runningMax });
  const running = new Map<string, () => void>();
  const settle = () => new Promise((resolve) => setImmediate(resolve));
  return {
    write: (title: string, writer: Partial<Writer> = {}, gone = nobodyLeaves) =>
      made.run({ account: undefined, aggregate: undefined, ...writer }, gone, async () => {
        await new Promise<void>((resolve) => running.set(title, resolve));
        return title;
      }),
    async running() {
      await settle();
      return [...running.keys()];
    },
    async end(title: string) {
      running.get(title)?.();
      running.delete(title);
      await settle();
      return [...running.keys()];
    },
  };
}

test('no more writes run at once than allowed', async () => {
  const { write, running, end } = turns(2);
  for (const title of ['1', '2', '3']) void write(title);
  expect(await running()).toEqual(['1', '2']);
  expect(await end('2')).toEqual(['1', '3']);
});

test('an account writes one thing after the other, and keeps nobody else waiting', async () => {
  const { write, running, end } = turns();
  for (const title of ['a1', 'a2', 'a3']) void write(title, { account: 'a' });
  void write('b1', { account: 'b' });
  expect(await running()).toEqual(['a1', 'b1']);
  expect(await end('a1')).toEqual(['b1', 'a2']);
});

test('two writes about one aggregate run at once, and a third waits for one of them', async () => {
  const { write, running, end } = turns();
  for (const account of ['a', 'b', 'c']) void write(account, { account, aggregate: 'film' });
  void write('d', { account: 'd', aggregate: 'other film' });
  expect(await running()).toEqual(['a', 'b', 'd']);
  expect(await end('a')).toEqual(['b', 'd', 'c']);
});

test('accounts take turns when all places are taken', async () => {
  const { write, running, end } = turns(1);
  for (const title of ['a1', 'a2', 'a3']) void write(title, { account: 'a' });
  for (const title of ['b1', 'b2']) void write(title, { account: 'b' });
  const order = await running();
  while (order.length < 5) order.push(...(await end(order.at(-1) ?? '')));
  expect(order).toEqual(['a1', 'a2', 'b1', 'a3', 'b2']);
});

test('visitors and services are not held to one write at a time', async () => {
  const { write, running } = turns();
  for (const title of ['1', '2', '3']) void write(title);
  expect(await running()).toEqual(['1', '2', '3']);
});

test('an account may have 128 writes wait, a failed one gives its turn to the next, and 2,000 may wait in all', async () => {
  const made = new WriteTurns({ runningMax: 1 });
  let fail: (error: Error) => void = () => {};
  const first = made.run(
    { account: 'b', aggregate: 'b' },
    nobodyLeaves,
    () => new Promise((_, reject) => (fail = reject)),
  );
  const write = (account: string | undefined) =>
    made.run({ account, aggregate: undefined }, nobodyLeaves, async () => 'written');
  const waiting = Array.from({ length: 128 }, () => write('a'));
  await expect(write('a')).rejects.toMatchObject({ kind: 'EXHAUSTED', reason: 'TOO_MANY_WRITES' });
  while (waiting.length < 2_000) waiting.push(write(undefined));
  await expect(write('c')).rejects.toMatchObject({
    kind: 'UNAVAILABLE',
    reason: 'BUSY',
    metadata: { retryAfterS: '1' },
  });
  fail(new Error('broken'));
  await expect(first).rejects.toThrow('broken');
  expect(new Set(await Promise.all(waiting))).toEqual(new Set(['written']));
  expect(await write('a')).toBe('written');
});

test('who has left is not written for', async () => {
  const { write, running, end } = turns(1);
  const gone = new AbortController();
  void write('1', { account: 'a' });
  const left = write('2', { account: 'a' }, gone.signal);
  gone.abort(new Error('left'));
  await expect(left).rejects.toThrow('left');
  void write('3', { account: 'a' });
  expect(await running()).toEqual(['1']);
  expect(await end('1')).toEqual(['3']);
  await expect(write('4', {}, gone.signal)).rejects.toThrow('left');
});
