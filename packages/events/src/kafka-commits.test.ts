import { jest } from '@jest/globals';
import { gatherCommits } from './kafka-commits.ts';

beforeEach(() => jest.useFakeTimers());
afterEach(() => jest.useRealTimers());

const EVERY_MS = 200;

function gathered() {
  const committed: string[] = [];
  const state = { isUnavailable: false, tries: 0 };
  const commits = gatherCommits(async (offsets) => {
    state.tries += 1;
    if (state.isUnavailable) throw new Error('unavailable');
    committed.push(offsets.map(({ partition, offset }) => `${partition}/${offset}`).join(' '));
  }, EVERY_MS);
  return { commits, committed, state };
}

test('what was handled is committed together after a pause, the latest of each partition', async () => {
  const { commits, committed, state } = gathered();
  commits.taken(0, 5n);
  await jest.advanceTimersByTimeAsync(EVERY_MS - 1);
  commits.taken(0, 6n);
  commits.taken(1, 3n);
  expect(committed).toEqual([]);
  await jest.advanceTimersByTimeAsync(1);
  expect(committed).toEqual(['0/6 1/3']);
  commits.taken(1, 4n);
  await jest.advanceTimersByTimeAsync(EVERY_MS);
  expect(committed).toEqual(['0/6 1/3', '1/4']);
  await commits.flush();
  expect(state.tries).toBe(2);
});

test('a flush commits now, and nothing is left for the pause', async () => {
  const { commits, committed } = gathered();
  commits.taken(0, 5n);
  await commits.flush();
  expect(committed).toEqual(['0/5']);
  expect(jest.getTimerCount()).toBe(0);
});

test('a commit that failed is tried again after the pause, unless a later one takes its place', async () => {
  const { commits, committed, state } = gathered();
  state.isUnavailable = true;
  commits.taken(0, 5n);
  commits.taken(1, 3n);
  const flushed = commits.flush();
  commits.taken(0, 6n);
  await flushed;
  state.isUnavailable = false;
  await jest.advanceTimersByTimeAsync(EVERY_MS);
  expect(committed).toHaveLength(1);
  expect(committed[0]?.split(' ').sort()).toEqual(['0/6', '1/3']);
});

test('what was forgotten is not committed', async () => {
  const { commits, state } = gathered();
  commits.taken(0, 5n);
  commits.forget();
  expect(jest.getTimerCount()).toBe(0);
  await commits.flush();
  expect(state.tries).toBe(0);
  commits.taken(0, 5n);
  await jest.advanceTimersByTimeAsync(EVERY_MS);
  expect(state.tries).toBe(1);
});
