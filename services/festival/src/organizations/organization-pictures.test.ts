import { Code, ConnectError } from '@connectrpc/connect';
import { pictureClient, shownPictures } from './organization-pictures.ts';

const image = { uri: '/media/images/p', width: 4, height: 3, widths: [4], thumbhash: 'x', version: 9 };

/** What festival gets where media answers so, and how long it waits. */
async function kept(answer: () => { image?: typeof image }) {
  let timeoutMs: number | undefined;
  const media = {
    async keepPicture(_request: unknown, options: { timeoutMs: number }) {
      timeoutMs = options.timeoutMs;
      return answer();
    },
  };
  const pictures = pictureClient(media as unknown as Parameters<typeof pictureClient>[0]);
  const picture = await pictures.keep('owner', new Uint8Array(1)).catch((error: unknown) => error);
  return { picture, timeoutMs };
}

test('media has 20 s to decode a picture, of which festival keeps what it shows', async () => {
  const { version: _, ...shown } = image;
  expect(await kept(() => ({ image }))).toEqual({ picture: shown, timeoutMs: 20_000 });
});

test.each<[string, () => { image?: typeof image }, string]>([
  [
    'that cannot be read',
    () => {
      throw new ConnectError('no picture', Code.InvalidArgument);
    },
    'PICTURE_BAD',
  ],
  [
    'while media is unavailable',
    () => {
      throw new ConnectError('down', Code.Unavailable);
    },
    'PICTURE_FAILED',
  ],
  ['that media has not kept', () => ({}), 'PICTURE_FAILED'],
])('a picture %s is refused', async (_name, answer, reason) => {
  expect((await kept(answer)).picture).toMatchObject({ reason });
});

test('an organization shows its logo and its header', () => {
  const picture = (uri: string) => ({ ...image, uri });
  expect(
    shownPictures({ organizationLogo: picture('/media/images/logo/x'), headerImage: picture('/media/images/header') }),
  ).toEqual(['logo', 'header']);
  expect(shownPictures({ organizationLogo: null, headerImage: picture('https://elsewhere.example/p') })).toEqual([]);
});
