import { addressOf, openPage, shownOf } from './push-messages.ts';

const origin = 'https://marquee.example';

test('a push message becomes a notification with its words, its page, and one place for repetitions [NOT-05:push]', () => {
  const message = { id: 'n1', title: 'Connect Request', text: 'Ada asks.', url: '/notifications/n1' };
  expect(shownOf(JSON.stringify(message))).toEqual({
    title: 'Connect Request',
    options: { body: 'Ada asks.', tag: 'n1', data: { url: '/notifications/n1' } },
  });
});

test.each([undefined, '', 'no json', 'null', '7', '{"title":7}'])(
  'a message that cannot be read is a general notification, never none: %s [NOT-05:push]',
  (text) => {
    expect(shownOf(text)).toMatchObject({ title: 'Marquee', options: { body: 'You have a new notification.' } });
  },
);

test.each([
  [{ url: '/notifications/n1' }, 'https://marquee.example/notifications/n1'],
  [{ url: 'https://elsewhere.example/x' }, 'https://marquee.example/notifications'],
  [{ url: '//elsewhere.example/x' }, 'https://marquee.example/notifications'],
  [{ url: 'javascript:alert(1)' }, 'https://marquee.example/notifications'],
  [null, 'https://marquee.example/notifications'],
])('a click leads to a page of this site alone: %j [NOT-05:push]', (data, address) => {
  expect(addressOf(data, origin)).toBe(address);
});

test('a click shows the page where it is open, and opens a window otherwise [NOT-05:push]', async () => {
  const done: string[] = [];
  const windows = (...urls: string[]) => ({
    matchAll: async () => urls.map((url) => ({ url, focus: async () => void done.push(`focus ${url}`) })),
    openWindow: async (url: string) => void done.push(`open ${url}`),
  });
  await openPage(windows(`${origin}/films`, `${origin}/notifications/n1`), `${origin}/notifications/n1`);
  await openPage(windows(`${origin}/films`), `${origin}/notifications/n1`);
  expect(done).toEqual([`focus ${origin}/notifications/n1`, `open ${origin}/notifications/n1`]);
});
