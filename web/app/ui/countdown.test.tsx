import { jest } from '@jest/globals';
import { act, render, screen } from '@testing-library/react';
import { Countdown, useNow } from './countdown.tsx';

test.each([
  [-5, 'in 0 s'],
  [999, 'in 0 s'],
  [59_000, 'in 59 s'],
  [60_000, 'in 1 min 0 s'],
  [3_600_000, 'in 1 h 0 min 0 s'],
  [86_400_000 + 3_661_000, 'in 1 d 1 h 1 min 1 s'],
])('%d ms are shown in the units that are left', (ms, shown) => {
  render(<Countdown ms={ms} />);
  expect(screen.getByRole('timer').textContent).toBe(shown);
});

function Clock({ wanted }: { wanted: boolean }) {
  return <p>{useNow(wanted) ?? 'unknown'}</p>;
}

test('the time is known at once after hydration and each second from then on, and only where it is wanted', async () => {
  const start = Date.now();
  jest.useFakeTimers({ now: start });
  try {
    const shown = () => Number(screen.getByRole('paragraph').textContent) - start;
    const { rerender, unmount } = render(<Clock wanted={false} />);
    await act(() => jest.advanceTimersByTimeAsync(5_000));
    expect(screen.getByText('unknown')).toBeTruthy();
    rerender(<Clock wanted />);
    expect(shown()).toBe(5_000);
    await act(() => jest.advanceTimersByTimeAsync(2_000));
    expect(shown()).toBe(7_000);
    unmount();
    expect(jest.getTimerCount()).toBe(0);
  } finally {
    jest.useRealTimers();
  }
});
