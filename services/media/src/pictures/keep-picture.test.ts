import { BlobsFullError } from '@marquee/storage/blob-store';
import { keepPicture } from './keep-picture.ts';
import type { PictureAnswer } from './picture-maker.ts';

/** Keeps a picture of which the decoder says this. */
function keep(answer: PictureAnswer) {
  const pictures = { run: async () => answer };
  const resources = { pictures, config: { SCRATCH_DIR: '/tmp' } } as unknown as Parameters<typeof keepPicture>[0];
  return keepPicture(resources, '/tmp/no-picture', new AbortController().signal);
}

test.each(['write failed: No space left on device', 'ENOSPC: no space left on device, write'])(
  'a full disk is not the picture’s fault: %s',
  async (detail) => {
    await expect(keep({ ok: false, refusal: 'PICTURE_UNREADABLE', detail })).rejects.toBeInstanceOf(BlobsFullError);
  },
);

test('a picture that cannot be decoded is refused with the reason', async () => {
  const refused = { ok: false, refusal: 'PICTURE_UNREADABLE', detail: 'bad header' } as const;
  expect(await keep(refused)).toEqual(refused);
});
