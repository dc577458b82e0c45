import { act, renderHook } from '@testing-library/react';
import { useAttempt } from './use-attempt.ts';
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

test('what failed says why until it is tried again', async () => {
  const { result } = renderHook(useAttempt);
  const shown = () => result.current.slice(0, 2);
  const attempt = (work: () => Promise<unknown>) => act(() => result.current[2](work, 'We failed.'));
  expect(shown()).toEqual([false, '']);
  await attempt(() => Promise.reject(new Error('lost')));
  expect(shown()).toEqual([false, 'We failed.']);
  const { promise, resolve } = Promise.withResolvers<void>();
  let again: Promise<void> | undefined;
  await act(async () => {
    again = result.current[2](() => promise, 'We failed.');
  });
  expect(shown()).toEqual([true, '']);
  await act(async () => resolve());
  await again;
  expect(shown()).toEqual([false, '']);
});
