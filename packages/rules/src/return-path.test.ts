import { returnPath } from './return-path.ts';

test.each(['/', '/feed/1', '/feed/1?tab=crew&x=%2F%2Fevil.example#top', '/festivals/abc', '/search?q=//evil.example'])(
  '%s is a path of this site [AUT-05:core AUT-10:built]',
  (path) => {
    expect(returnPath(path)).toBe(path);
  },
);

test.each([
  '',
  'feed/1',
  'https://evil.example/',
  '//evil.example',
  '///evil.example',
  '/\\evil.example',
  '/..//evil.example',
  '/.//evil.example',
  '/a/../..//evil.example',
  '/\t/evil.example',
  '/\n/evil.example',
  '\t//evil.example',
  ' /feed',
  'javascript:alert(1)',
  '/%2e%2e//evil.example',
  '/feed\\..\\evil',
  '/feed/a b',
  '/feed/a\u007f',
  `/${'x'.repeat(2_000)}`,
])('"%s" is not [AUT-05:core AUT-10:built]', (path) => {
  expect(returnPath(path)).toBeUndefined();
});

test.each([
  ...['/sign-in', '/sign-in?next=/', '/create-account', '/auth', '/verify-email', '/verify-phone', '/x/../auth'],
  ...['/auth/google', '/link/'],
])('nobody is sent back to the entrance by %s', (path) => {
  expect(returnPath(path)).toBeUndefined();
});

test('a path is given as browsers read it', () => {
  expect(returnPath('/feed/../rewards')).toBe('/rewards');
  expect(returnPath('/authors')).toBe('/authors');
  expect(returnPath(null)).toBeUndefined();
});
