import { jest } from '@jest/globals';
import { act, fireEvent, screen } from '@testing-library/react';
import { useState } from 'react';
import type { HydratedRouterProps } from 'react-router/dom';
import { held } from './layout/held-entry.ts';
import { reports } from './testing/document-loads.ts';

let boundary: HydratedRouterProps['onError'];

function Page({ onError }: HydratedRouterProps) {
  boundary = onError;
  const [count, setCount] = useState(0);
  return (
    <html lang="en">
      <head />
      <body>
        <button type="button" onClick={() => setCount(count + 1)}>
          {count}
        </button>
      </body>
    </html>
  );
}

jest.unstable_mockModule('react-router/dom', () => ({ HydratedRouter: Page }));

test('a page that the server wrote answers once its script is there', async () => {
  document.documentElement.lang = 'en';
  document.body.innerHTML = '<button type="button">0</button>';
  const written = screen.getByRole('button');
  await act(async () => {
    await import('./entry.client.tsx');
  });
  fireEvent.click(screen.getByRole('button'));
  expect(written.textContent).toBe('1');
});

test('what a boundary shows and what is thrown outside of one is reported [SYS-07:browser-entry]', async () => {
  const location = { pathname: '/feed/1', search: '?to=ana', hash: '', state: null, key: '', mask: undefined };
  Object.assign(window, {
    __reactRouterManifest: { version: 'ab12' },
    __reactRouterDataRouter: { state: { matches: [{ route: {} }, { route: { path: 'sign-in' } }] } },
  });
  boundary?.(new RangeError('shown'), { location, params: {}, pattern: '/feed/:filmId' });
  const error = Object.assign(new Error('lost'), { stack: `at ${window.location.origin}/assets/a.js:1:2` });
  window.dispatchEvent(new ErrorEvent('error', { error }));
  const both = { source: 'web', build: 'ab12' };
  expect(reports).toEqual([
    { ...both, error: 'RangeError', info: 'shown', stack: [], route: '/feed/:filmId' },
    { ...both, error: 'Error', info: 'lost', stack: ['assets/a.js:1:2'], route: '/sign-in' },
  ]);
});

test('going back from a page that was not reached is heard before the router hears it', async () => {
  await act(async () => {
    await import('./entry.client.tsx');
  });
  const [onReturn, router] = [jest.fn(), jest.fn()];
  window.addEventListener('popstate', router);
  held.entry = { index: 3, onReturn };
  const back = () => window.dispatchEvent(new PopStateEvent('popstate', { state: { idx: 3 } }));
  back();
  expect([onReturn.mock.calls.length, router.mock.calls.length]).toEqual([1, 0]);
  back();
  expect([onReturn.mock.calls.length, router.mock.calls.length]).toEqual([1, 1]);
  window.removeEventListener('popstate', router);
});
