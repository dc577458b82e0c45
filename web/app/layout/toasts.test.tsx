import { jest } from '@jest/globals';
import { render, screen } from '@testing-library/react';
import { act } from 'react';
import { toast } from '../ui/toast.ts';
import { Toasts } from './toasts.tsx';

const place = () => screen.queryByRole('region', { name: 'Notifications' });

afterEach(() => jest.useRealTimers());

test('the place for toasts is loaded for the first of them', async () => {
  await act(async () => void render(<Toasts />));
  expect(place()).toBeNull();
  await act(async () => toast({ message: 'The film was sent for review again.' }));
  expect(await screen.findByText('The film was sent for review again.')).toBeTruthy();
});

test('one that was raised before the layout was there is not lost', async () => {
  toast({ message: 'Your plan has ended.' });
  await act(async () => void render(<Toasts />));
  expect(await screen.findByText('Your plan has ended.')).toBeTruthy();
});

test('without one it is loaded after the first things of the page, for a time without a network', async () => {
  jest.useFakeTimers();
  await act(async () => void render(<Toasts />));
  await act(() => jest.advanceTimersByTimeAsync(4_999));
  expect(place()).toBeNull();
  await act(() => jest.advanceTimersByTimeAsync(1));
  jest.useRealTimers();
  expect(await screen.findByRole('region', { name: 'Notifications' })).toBeTruthy();
});
