import { getEventListeners } from 'node:events';
import { FairQueue, type Waiter } from './fair-queue.ts';

const nobodyLeaves = new AbortController().signal;

/** A queue of waiters such as 'a1': the holder a; '!a1' is of rank 0, the others are of rank 1. */
function queue(options: ConstructorParameters<typeof FairQueue>[0] = {}) {
  const made = new FairQueue<Waiter & { title: string }>(options);
  const waiter = (title: string) => ({
    title,
    holder: title.replace(/[!\d]/g, ''),
    rank: title.startsWith('!') ? 0 : 1,
  });
  return {
    made,
    before: (title: string) => made.before(waiter(title)),
    wait: (title: string, gone = nobodyLeaves) => made.wait(waiter(title), gone),
    next: (mayBegin: (title: string) => boolean = () => true) => made.beginNext(({ title }) => mayBegin(title))?.title,
  };
}

function order(of: ReturnType<typeof queue>): string[] {
  const titles = [];
  for (let title = of.next(); title !== undefined; title = of.next()) titles.push(title);
  return titles;
}

test('holders take turns, in the order of their arrival', () => {
  const of = queue();
  for (const title of ['a1', 'a2', 'a3', 'b1', 'b2', 'c1']) of.wait(title);
  expect(order(of)).toEqual(['a1', 'b1', 'c1', 'a2', 'b2', 'a3']);
});

test('the first turn of who comes later is before the second of others', () => {
  const of = queue();
  for (const title of ['a1', 'a2', 'a3']) of.wait(title);
  expect(of.next()).toBe('a1');
  of.wait('b1');
  expect(of.next()).toBe('b1');
  expect(of.next()).toBe('a2');
  of.wait('c1');
  expect(order(of)).toEqual(['c1', 'a3']);
});

test('a lower rank comes first, and says how many come before a turn', () => {
  const of = queue();
  for (const title of ['a1', 'a2', 'b1', '!z1']) of.wait(title);
  expect([of.before('!y1'), of.before('c1'), of.before('a3')]).toEqual([1, 3, 4]);
  expect(order(of)).toEqual(['!z1', 'a1', 'b1', 'a2']);
  expect(of.before('c1')).toBe(0);
});

test('a turn that may not begin yet lets others pass and keeps its place', async () => {
  const of = queue();
  const waits = of.wait('a1');
  of.wait('b1');
  expect(of.next((title) => title !== 'a1')).toBe('b1');
  expect(of.next((title) => title !== 'a1')).toBeUndefined();
  expect(of.made.size).toBe(1);
  expect(of.next()).toBe('a1');
  await waits;
  expect(of.made.size).toBe(0);
});

test('the turn that is overdue longest is next, if it may begin', () => {
  let now = 0;
  const of = queue({ overdueMs: 100, now: () => now });
  of.wait('a1');
  now = 1;
  of.wait('b1');
  now = 101;
  of.wait('!z1');
  expect(of.next((title) => title !== 'a1')).toBe('!z1');
  now = 102;
  of.wait('!z2');
  expect(of.next((title) => title !== 'a1')).toBe('b1');
  expect(order(of)).toEqual(['a1', '!z2']);
});

test('a wait ends with the reason of who has left', async () => {
  const of = queue();
  const gone = new AbortController();
  const left = of.wait('a1', gone.signal);
  of.wait('b1');
  gone.abort(new Error('closed'));
  await expect(left).rejects.toThrow('closed');
  expect(order(of)).toEqual(['b1']);
});

test('a turn that has begun no longer follows its waiter', async () => {
  const of = queue();
  const { signal } = new AbortController();
  const begun = of.wait('a1', signal);
  expect(getEventListeners(signal, 'abort')).toHaveLength(1);
  of.next();
  await begun;
  expect(getEventListeners(signal, 'abort')).toEqual([]);
});
