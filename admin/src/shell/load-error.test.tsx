import { screen } from '@testing-library/react';
import type { ComponentType } from 'react';
import { show } from '../testing/show.tsx';
import { page } from './page.tsx';
import { Shell } from './shell.tsx';

const open = (load: () => Promise<ComponentType>) =>
  show('/content', {}, [{ element: <Shell />, children: [{ path: 'content', ...page(load) }] }]);

test('while the code of a page loads, the frame says so', async () => {
  const loaded = Promise.withResolvers<ComponentType>();
  await open(() => loaded.promise);
  expect(screen.getByText('Marquee back office')).toBeTruthy();
  expect(screen.getByRole('status', { name: 'The page is loading' })).toBeTruthy();
  loaded.resolve(() => <p>All of it</p>);
  expect(await screen.findByText('All of it')).toBeTruthy();
  expect(screen.queryByRole('status', { name: 'The page is loading' })).toBeNull();
});

test('a page whose code does not arrive says so inside the frame, and can be tried again', async () => {
  // React and React Router report what the page shows.
  const reported: string[] = [];
  console.error = (...parts: unknown[]) => reported.push(parts.join(' '));
  await open(() => Promise.reject(new Error('offline')));
  expect(await screen.findByText('This page could not be loaded.')).toBeTruthy();
  expect(screen.getByRole('button', { name: 'Try again' })).toBeTruthy();
  expect(screen.getByText('Marquee back office')).toBeTruthy();
  expect(reported.join()).toContain('offline');
});
