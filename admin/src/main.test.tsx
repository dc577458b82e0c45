import './testing/browser-apis.ts';
import { jest } from '@jest/globals';
import { act, screen, waitFor } from '@testing-library/react';

const routes = [
  {
    path: 'users',
    ErrorBoundary: () => <p>Failed</p>,
    children: [
      {
        path: ':userId',
        Component: () => {
          throw new Error('no row of ana@example.com in 8f14e45f');
        },
      },
    ],
  },
];
jest.unstable_mockModule('./routes.tsx', () => ({ routes }));

test('a page of the back office that fails is reported without what it is about [SYS-07:browser-back-office]', async () => {
  const reports: unknown[] = [];
  navigator.sendBeacon = (url, body) => reports.push([url, JSON.parse(String(body))]) > 0;
  console.error = () => {};
  window.history.pushState(null, '', '/superadmin/users/8f14e45f?search=ana');
  document.body.innerHTML =
    '<div id="root"></div><script type="module" src="/superadmin/assets/index-Ab12.js"></script>';
  await act(async () => void (await import('./main.tsx')));
  expect(await screen.findByText('Failed')).toBeTruthy();
  await waitFor(() => expect(reports).toHaveLength(1));
  expect(reports).toEqual([
    [
      '/errors',
      {
        ...{ source: 'back-office', error: 'Error', info: 'no row of [address] in [value]', stack: [] },
        ...{ route: '/users/:userId', build: 'index-Ab12.js' },
      },
    ],
  ]);
});
