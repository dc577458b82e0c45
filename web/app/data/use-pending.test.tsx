import { act, renderHook } from '@testing-library/react';
import { usePending } from './use-pending.ts';

test('something is pending until it has ended, well or not, and its answer comes through', async () => {
  const { result } = renderHook(usePending);
  const pending = () => result.current[0];
  const begin = () => {
    const { promise, resolve, reject } = Promise.withResolvers<string>();
    const ended = result.current[1](() => promise).catch((error: Error) => error.message);
    return { ended, resolve, reject };
  };
  expect(pending()).toBe(false);
  let work = await act(async () => begin());
  expect(pending()).toBe(true);
  await act(async () => work.resolve('saved'));
  expect([pending(), await work.ended]).toEqual([false, 'saved']);
  work = await act(async () => begin());
  expect(pending()).toBe(true);
  await act(async () => work.reject(new Error('refused')));
  expect([pending(), await work.ended]).toEqual([false, 'refused']);
});
