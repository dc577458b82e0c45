import { readPlaybackPath, withoutToken } from './playback-origin.ts';

const version = '0199a1b2-0000-7000-8000-000000000003';

test('a path holds a token, a version and a plain file name', () => {
  const file = 'video-360_1.m4s';
  expect(readPlaybackPath(`/v/a.b.c/${version}/${file}`)).toEqual({ token: 'a.b.c', version, file });
});

test.each([
  `/w/t/${version}/a.m4s`,
  `/v//${version}/a.m4s`,
  '/v/t/1/a.m4s',
  `/v/t/${version}/`,
  `/v/t/${version}`,
  `/v/t/${version}/a/b.m4s`,
  `/v/t/${version}/.hidden`,
  `/v/t/${version}/..`,
  `/v/t/${version}/a%2f.m4s`,
  `/x/v/t/${version}/a.m4s`,
])('%s is none', (path) => {
  expect(readPlaybackPath(path)).toBeUndefined();
});

test('logs have the path without its token', () => {
  expect(withoutToken(`/v/secret/${version}/a.m4s`)).toBe(`/v/[token]/${version}/a.m4s`);
  expect(withoutToken(`/playback-access/secret/${version}`)).toBe(`/playback-access/[token]/${version}`);
  expect(withoutToken('/uploads/1')).toBe('/uploads/1');
});
