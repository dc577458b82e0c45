import { jest } from '@jest/globals';
import { act, renderHook } from '@testing-library/react';
import { sessionRenewed } from '../../api/browser/session-events.ts';
import { useAutosave } from './use-autosave.ts';

type Change = { title?: string; logLine?: string };

/** A form that saves itself; the test answers each save. */
function form() {
  const saves: { sent: Change; answer: PromiseWithResolvers<void> }[] = [];
  const { result, unmount } = renderHook(() =>
    useAutosave<Change>((sent) => {
      const answer = Promise.withResolvers<void>();
      saves.push({ sent, answer });
      return answer.promise;
    }),
  );
  return {
    unmount,
    state: () => result.current.state,
    sent: () => saves.map(({ sent }) => sent),
    change: (changes: Change) => act(() => result.current.change(changes)),
    retry: () => act(() => void result.current.retry()),
    succeeds: () => act(async () => saves.at(-1)?.answer.resolve()),
    fails: () => act(async () => saves.at(-1)?.answer.reject(new Error('unavailable'))),
  };
}
const passes = (ms: number) => act(() => void jest.advanceTimersByTime(ms));
/** Whether closing the page asks first. */
const asks = () => !window.dispatchEvent(new Event('beforeunload', { cancelable: true }));

beforeEach(() => void jest.useFakeTimers());
afterEach(() => void jest.useRealTimers());

test('what is typed within 800 ms of each other is saved at once', async () => {
  const { state, sent, change, succeeds } = form();
  expect(state()).toBe('saved');
  change({ title: 'S' });
  await passes(799);
  change({ title: 'Salt', logLine: 'A ferryman waits.' });
  await passes(799);
  expect([state(), sent()]).toEqual(['waiting', []]);
  await passes(1);
  expect([state(), sent()]).toEqual(['saving', [{ title: 'Salt', logLine: 'A ferryman waits.' }]]);
  await succeeds();
  expect(state()).toBe('saved');
  await passes(10_000);
  expect(sent()).toHaveLength(1);
});

test('a change of nothing is none', async () => {
  const { state, sent, change } = form();
  change({});
  expect(state()).toBe('saved');
  await passes(10_000);
  expect(sent()).toEqual([]);
});

test('what changes while a save is under way is saved after it, one save at a time', async () => {
  const { state, sent, change, succeeds } = form();
  change({ title: 'Salt' });
  await passes(800);
  change({ title: 'Light' });
  await passes(800);
  expect(sent()).toHaveLength(1);
  await succeeds();
  expect([state(), sent()[1]]).toEqual(['saving', { title: 'Light' }]);
  await succeeds();
  expect(state()).toBe('saved');
});

test('a save that failed is repeated with the next change, or by hand; what was typed later counts', async () => {
  const { state, sent, change, retry, fails, succeeds } = form();
  change({ title: 'Salt', logLine: 'old' });
  await passes(800);
  change({ logLine: 'new' });
  await fails();
  expect(state()).toBe('failed');
  await passes(800);
  expect(sent()[1]).toEqual({ title: 'Salt', logLine: 'new' });
  await fails();
  retry();
  expect([state(), sent()[2]]).toEqual(['saving', { title: 'Salt', logLine: 'new' }]);
  retry();
  await succeeds();
  expect(state()).toBe('saved');
  retry();
  expect(sent()).toHaveLength(3);
});

test('closing the page asks first while something is not saved', async () => {
  const { change, fails, retry, succeeds } = form();
  expect(asks()).toBe(false);
  change({ title: 'Salt' });
  expect(asks()).toBe(true);
  await passes(800);
  expect(asks()).toBe(true);
  await fails();
  expect(asks()).toBe(true);
  retry();
  await succeeds();
  expect(asks()).toBe(false);
});

test('leaving for another page of the site saves what is left, and asks no more', () => {
  const { change, sent, unmount } = form();
  change({ title: 'Salt' });
  unmount();
  expect(sent()).toEqual([{ title: 'Salt' }]);
  expect(asks()).toBe(false);
});

test.each([
  ['the network is back', 'online'],
  ['the person has signed in again', sessionRenewed],
])('a failed save is repeated once %s, and not after the page was left', async (_name, event) => {
  const { state, sent, change, fails, succeeds, unmount } = form();
  change({ title: 'Salt' });
  await passes(800);
  await fails();
  act(() => void window.dispatchEvent(new Event(event)));
  expect([state(), sent()]).toEqual(['saving', [{ title: 'Salt' }, { title: 'Salt' }]]);
  await succeeds();
  expect(state()).toBe('saved');
  act(() => void window.dispatchEvent(new Event(event)));
  expect(sent()).toHaveLength(2);
  change({ title: 'Salted' });
  unmount();
  await fails();
  window.dispatchEvent(new Event(event));
  expect(sent()).toHaveLength(3);
});
