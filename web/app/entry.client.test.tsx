import { jest } from '@jest/globals';
import { act, fireEvent, screen } from '@testing-library/react';
import { useState } from 'react';

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
