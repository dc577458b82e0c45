import { jest } from '@jest/globals';
import { act, renderHook } from '@testing-library/react';
import { useTypedSearch } from './use-typed-search.ts';

beforeEach(() => void jest.useFakeTimers());
afterEach(() => void jest.useRealTimers());
const passing = (ms: number) => act(async () => void (await jest.advanceTimersByTimeAsync(ms)));

/** A search whose answers come when a test gives them. */
function open() {
  const asked = new Map<string, PromiseWithResolvers<string[]>>();
  const find = (query: string) => {
    const answer = Promise.withResolvers<string[]>();
    asked.set(query, answer);
    return answer.promise;
  };
  const { result, unmount } = renderHook(() => useTypedSearch(find, 2));
  const type = (text: string) => act(() => result.current.search(text));
  const now = () => [result.current.state, result.current.found] as const;
  return { asked, type, now, unmount };
}

test('what is typed is searched after a pause, from two characters, without the spaces around it', async () => {
  const { asked, type, now } = open();
  expect(now()).toEqual(['short', []]);
  type('s');
  await passing(1_000);
  expect([now(), asked.size]).toEqual([['short', []], 0]);
  type('sa');
  expect(now()).toEqual(['searching', []]);
  await passing(249);
  expect(asked.size).toBe(0);
  type(' sal ');
  type('sal');
  await passing(250);
  expect([...asked.keys()]).toEqual(['sal']);
  await act(async () => asked.get('sal')?.resolve(['Salt']));
  expect(now()).toEqual(['found', ['Salt']]);
  type('x');
  expect(now()).toEqual(['short', []]);
});

test('only the newest answer counts, and a failure of it is said', async () => {
  const { asked, type, now } = open();
  type('sa');
  await passing(250);
  type('salt');
  await passing(250);
  await act(async () => asked.get('sa')?.resolve(['Sand']));
  expect(now()).toEqual(['searching', []]);
  await act(async () => asked.get('salt')?.reject(new Error('no')));
  expect(now()).toEqual(['failed', []]);
  type('amber');
  await passing(250);
  type('ambers');
  await act(async () => asked.get('amber')?.reject(new Error('no')));
  expect(now()).toEqual(['searching', []]);
});

test('nothing is asked after the page is left', async () => {
  const { asked, type, unmount } = open();
  type('salt');
  unmount();
  await passing(1_000);
  expect(asked.size).toBe(0);
});
