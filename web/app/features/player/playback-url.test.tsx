import { besideSigned, withTokenOf } from './playback-url.ts';

test('a segment loaded under an old token is asked for under the new one', () => {
  expect(withTokenOf('https://m.example/v/old.1/version/video-1.m4s', '/v/new.2/version/')).toBe(
    'https://m.example/v/new.2/version/video-1.m4s',
  );
});

test('other addresses stay as they are', () => {
  expect(withTokenOf('https://m.example/media/images/1/640.jpg', '/v/new.2/version/')).toBe(
    'https://m.example/media/images/1/640.jpg',
  );
});

test('a token may hold what a replacement pattern would read as special', () => {
  expect(withTokenOf('/v/a/x/1.m4s', '/v/$&$1/x/')).toBe('/v/$&$1/x/1.m4s');
});

test('manifests lie in the folder of the signed address', () => {
  expect(besideSigned('/v/token/version/', 'manifest.mpd', 'https://m.example')).toBe(
    'https://m.example/v/token/version/manifest.mpd',
  );
});
