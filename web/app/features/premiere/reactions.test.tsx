import { jest } from '@jest/globals';
import { failing } from '@marquee/testing/answer-calls';
import { act, render, screen } from '@testing-library/react';
import { press, showPage } from '../../testing/show-page.tsx';
import { PremiereRoom } from './premiere-room.ts';
import { FloatingReactions, ReactionButtons } from './reactions.tsx';

test('reactions are sent, one at a time, and one that was not taken is said so [WAT-13:reactions]', async () => {
  let isTooMuch = true;
  let now = 1_000;
  jest.spyOn(performance, 'now').mockImplementation(() => now);
  const { sent } = await showPage(<ReactionButtons filmId="f1" />, {
    answers: { reactToPremiere: () => (isTooMuch ? failing() : {}) },
  });
  const said = () => screen.getByRole('status').textContent;
  await press('Love it');
  expect(await screen.findByText('That one was not sent. Please wait a moment.')).toBeTruthy();
  isTooMuch = false;
  now += 399;
  await press('Wow');
  expect(sent('reactToPremiere')).toHaveLength(1);
  now += 1;
  await press('Wow');
  expect(said()).toBe('');
  expect(sent('reactToPremiere')).toMatchObject([
    { filmId: 'f1', kind: 2 },
    { filmId: 'f1', kind: 4 },
  ]);
  jest.restoreAllMocks();
});

test('what others send floats over the film and goes, sixteen at the most [WAT-13:reactions]', async () => {
  jest.useFakeTimers();
  const room = new PremiereRoom({ filmId: 'f1', calls: {} as never, isSignedIn: true, known: undefined });
  const { container, unmount } = render(<FloatingReactions room={room} />);
  const shown = () =>
    [...container.querySelectorAll('[data-reaction]')].map((one) => one.getAttribute('data-reaction'));
  const hear = (data: object) => act(() => room.hear({ version: '0', data: { here: '9', ...data } } as never));
  hear({ WOW: '2' });
  expect(shown()).toEqual(['WOW', 'WOW']);
  hear({ LOVE: '99' });
  expect(shown()).toHaveLength(10);
  hear({ LOVE: '99' });
  expect(shown()).toEqual(Array(16).fill('LOVE'));
  act(() => void jest.advanceTimersByTime(2_599));
  expect(shown()).toHaveLength(16);
  act(() => void jest.advanceTimersByTime(1));
  expect(shown()).toEqual([]);
  hear({ WOW: '1' });
  unmount();
  expect(jest.getTimerCount()).toBe(0);
  room.hear({ version: '0', data: { here: '9', WOW: '1' } } as never);
  expect(jest.getTimerCount()).toBe(0);
  jest.useRealTimers();
});
