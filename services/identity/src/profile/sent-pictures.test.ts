import { Code, ConnectError } from '@connectrpc/connect';
import { avatarUrl, galleryAfter, pictureClient, pictureIdOf } from './sent-pictures.ts';

const image = { uri: '/media/images/p', width: 4, height: 3, thumbhash: 'x' };

/** Media that answers both calls so, and the time that it was given. */
function mediaThat(answer: () => { image?: typeof image }) {
  const timeouts: number[] = [];
  const call = async (_request: unknown, { timeoutMs }: { timeoutMs: number }) => {
    timeouts.push(timeoutMs);
    return answer();
  };
  const media = { keepPicture: call, convertPicture: call } as unknown as Parameters<typeof pictureClient>[0];
  return { timeouts, pictures: pictureClient(media) };
}
const sent = { name: 'A still', data: new Uint8Array(1), field: 'gallery.0.data' };

test('media has 20 s to keep or to convert a picture', async () => {
  const { timeouts, pictures } = mediaThat(() => ({ image }));
  const { uri: path, ...size } = image;
  expect(await pictures.keep('owner', sent)).toEqual({ path, name: 'A still', ...size });
  expect(await pictures.convert('owner', 'p')).toBe(path);
  expect(timeouts).toEqual([20_000, 20_000]);
});

test.each([
  ['that cannot be read', Code.InvalidArgument, 'PICTURE_BAD', 'PICTURE_BAD'],
  ['that is not there', Code.NotFound, 'PICTURE_FAILED', 'PICTURE_BAD'],
  ['while media is unavailable', Code.Unavailable, 'PICTURE_FAILED', 'PICTURE_FAILED'],
])('a picture %s is refused', async (_name, code, keepReason, convertReason) => {
  const { pictures } = mediaThat(() => {
    throw new ConnectError('refused', code);
  });
  await expect(pictures.keep('owner', sent)).rejects.toMatchObject({ reason: keepReason });
  await expect(pictures.convert('owner', 'p')).rejects.toMatchObject({ reason: convertReason });
});

test('a picture of a person is shown 320 pixels wide', () => {
  expect(avatarUrl('/media/images/p')).toMatch(/\/p\/.*\b320\b/);
  expect([pictureIdOf('/media/images/p/x'), pictureIdOf('https://elsewhere.example/media/images/p')]).toEqual([
    'p',
    '',
  ]);
});

test('a gallery has each photo once, in the order that was sent', () => {
  const photo = (path: string) => ({ path, name: '', width: 1, height: 1, thumbhash: '' });
  const [one, other, added] = [photo('one'), photo('other'), photo('new')];
  expect(galleryAfter([one, other], ['other', added, 'one'])).toEqual([other, added, one]);
  for (const paths of [['one', 'one'], ['unknown']]) {
    expect(() => galleryAfter([one, other], paths)).toThrow(expect.objectContaining({ reason: 'PHOTO_UNKNOWN' }));
  }
});
