import '../testing/component-tests.ts';
import { act, render, screen } from '@testing-library/react';
import { ApiError } from '../api/api-error.ts';
import { Toaster } from '../ui/toaster.tsx';
import { optimistically, optimisticallyOrToast } from './optimistically.ts';

const refused = (message = '') => new ApiError({ code: 'Internal', reason: '', message, fields: [], metadata: {} });

/** A value on the page, and what changes it. */
function shown() {
  const state = { value: 'before' };
  const show = () => {
    state.value = 'after';
    return () => {
      state.value = 'before';
    };
  };
  return { state, show };
}

test('a change shows before it is saved, and stays', async () => {
  const { state, show } = shown();
  const { promise, resolve } = Promise.withResolvers<void>();
  const saving = optimistically(show, () => promise);
  expect(state.value).toBe('after');
  resolve();
  await saving;
  expect(state.value).toBe('after');
});

test('what could not be saved is taken back and thrown', async () => {
  const { state, show } = shown();
  const error = refused('No.');
  await expect(optimistically(show, () => Promise.reject(error))).rejects.toBe(error);
  expect(state.value).toBe('before');
});

test.each([
  ['the server’s words', 'This film is closed.', 'This film is closed.'],
  ['its own', '', 'We failed.'],
])('or said as a message, in %s', async (_whose, message, text) => {
  const { state, show } = shown();
  render(<Toaster />);
  let saved: boolean | undefined;
  await act(async () => {
    saved = await optimisticallyOrToast(show, () => Promise.reject(refused(message)), 'We failed.');
  });
  expect([saved, state.value]).toEqual([false, 'before']);
  expect(await screen.findAllByText(text)).not.toHaveLength(0);
  await act(async () => {
    saved = await optimisticallyOrToast(show, async () => {}, 'We failed.');
  });
  expect([saved, state.value]).toEqual([true, 'after']);
});
