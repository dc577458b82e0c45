import { jest } from '@jest/globals';
import { act, fireEvent, screen } from '@testing-library/react';
import { useState } from 'react';
import { held } from './layout/held-entry.ts';

function Page() {
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
