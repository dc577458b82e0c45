import { jest } from '@jest/globals';
import { screen } from '@testing-library/react';
import { doing, showPage } from '../../testing/show-page.tsx';
import { showGrants } from './coin-hints.ts';

test('50 coins are shown 1 second after a first picture and 1.5 seconds after name and bio [PRO-14:hints]', async () => {
  await showPage(<p>Profile</p>, { at: '/profile' });
  jest.useFakeTimers();
  const passed = (ms: number) => doing(() => jest.advanceTimersByTime(ms));
  const shown = () => screen.queryAllByText('You earned 50 coins').length;
  showGrants([
    { reason: 'PROFILE_PICTURE', coins: 50 },
    { reason: 'NAME_AND_BIO', coins: 50 },
    { reason: 'UNKNOWN', coins: 50 },
  ]);
  await passed(999);
  expect(shown()).toBe(0);
  await passed(1);
  expect(shown()).toBe(1);
  await passed(499);
  expect(shown()).toBe(1);
  await passed(1);
  expect(shown()).toBe(2);
  await passed(5_000);
  jest.useRealTimers();
});
