import { roomAt } from './rooms.tsx';

test.each([
  ['/users', '/users'],
  ['/users/01a1/bio', '/users'],
  ['/users/notices', '/users/notices'],
  ['/content/f1', '/content'],
  ['/contents', undefined],
  ['/', undefined],
])('the page %s is in the room %s', (pathname, room) => {
  expect(roomAt(pathname)).toBe(room);
});
