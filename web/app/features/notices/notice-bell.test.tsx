import { jest } from '@jest/globals';
import type { Answers } from '@marquee/testing/answer-calls';
import { aPerson } from '@marquee/testing/contract-messages';
import { screen, waitFor } from '@testing-library/react';
import { doing, showPage } from '../../testing/show-page.tsx';

type Refetch = (signal?: object) => unknown;
const followed: { topic: string; refetch: Refetch }[] = [];
jest.unstable_mockModule('../../realtime/browser-hub.ts', () => ({
  browserHub: () => ({
    follow: (topic: string, refetch: Refetch) => {
      followed.push({ topic, refetch });
      return () => {};
    },
  }),
}));
const { default: NoticeBell } = await import('./notice-bell.tsx');

const viewer = aPerson();
let count = { unread: 0, version: 0n };
const answers = { countUnread: () => count } as Answers;
const bell = () => screen.getByRole('link');
const open = () => showPage(<NoticeBell accountId={viewer.id} />, { viewer, answers });

test.each([
  [0, 'Notifications', ''],
  [1, 'Notifications, 1 unread', '1'],
  [99, 'Notifications, 99 unread', '99'],
  [100, 'Notifications, 99+ unread', '99+'],
])('the bell shows %d unread notifications as a badge of at most 99+ [NOT-05:badge]', async (unread, name, badge) => {
  count = { unread, version: 1n };
  const { sent } = await open();
  await waitFor(() => expect(bell().getAttribute('aria-label')).toBe(name));
  expect(bell().textContent).toBe(badge);
  expect(bell().getAttribute('href')).toBe('/notifications');
  expect(sent('countUnread')).toMatchObject([{ accountId: viewer.id }]);
});

test('a signal of the account’s own topic counts again on every open page, an older one does not [NOT-05:badge]', async () => {
  count = { unread: 1, version: 4n };
  const { sent } = await open();
  await waitFor(() => expect(bell().textContent).toBe('1'));
  await waitFor(() => expect(followed.at(-1)?.topic).toBe(`notices:${viewer.id}`));
  count = { unread: 2, version: 5n };
  const signal = (version: string) => followed.at(-1)?.refetch({ topic: '', version, data: {} });
  await doing(() => signal('4'));
  expect(sent('countUnread')).toHaveLength(1);
  await doing(() => signal('5'));
  await waitFor(() => expect(bell().textContent).toBe('2'));
});
