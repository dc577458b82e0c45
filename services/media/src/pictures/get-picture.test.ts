import { randomUUID } from 'node:crypto';
import { BlobsFullError } from '@marquee/storage/blob-store';
import type { MediaResources } from '../resources.ts';
import { pictureSizes, readPicturePath } from './get-picture.ts';
import type { PictureAnswer } from './picture-maker.ts';

const id = randomUUID();
const wanted = { id, name: '320', width: 320, format: 'webp' } as const;

/** Sizes of one picture whose decoder answers so; `seen` is what was asked and released. */
function sizes(answer: PictureAnswer, isKnown = true) {
  const seen: string[] = [];
  const resources = {
    config: { SCRATCH_DIR: '/nonexistent' },
    db: { query: async () => (isKnown ? [{}] : []) },
    pictures: {
      run: async ({ width }: { width: number }) => {
        seen.push(`resize to ${width}`);
        return answer;
      },
    },
    blobs: {
      stat: async () => undefined,
      localCopy: async () => ({ path: 'master', release: async () => void seen.push('released') }),
      putFile: async (key: string) => ({ key, size: 1, etag: 'e', modifiedAt: new Date() }),
    },
  };
  return { get: pictureSizes(resources as unknown as MediaResources), seen };
}
const made = { ok: true, width: 320, height: 240, thumbhash: '', focalX: null, focalY: null } as const;

test('a size that is not there is made of the master, once for all that ask at the same time', async () => {
  const { get, seen } = sizes(made);
  const [first, second] = await Promise.all([get(wanted), get(wanted)]);
  expect(second).toBe(first);
  expect(seen).toEqual(['resize to 320', 'released']);
});

test.each([
  ['ENOSPC: no space', BlobsFullError, 'There is no room'],
  ['a broken file', Error, 'A picture could not be resized: PICTURE_UNREADABLE a broken file'],
  [undefined, Error, 'A picture could not be resized: PICTURE_UNREADABLE'],
])('a decoder failure "%s" is reported, and the master is released', async (detail, type, message) => {
  const { get, seen } = sizes({ ok: false, refusal: 'PICTURE_UNREADABLE', ...(detail && { detail }) });
  const error = await get(wanted).catch((thrown: unknown) => thrown);
  expect(error).toBeInstanceOf(type);
  expect((error as Error).message).toContain(message);
  expect(seen.at(-1)).toBe('released');
});

test('an unknown picture is not made', async () => {
  const { get, seen } = sizes(made, false);
  await expect(get(wanted)).rejects.toMatchObject({ reason: 'MEDIA_NOT_FOUND' });
  expect(seen).toEqual([]);
});

test.each([
  ['320.webp', { name: '320', width: 320, format: 'webp' }],
  ['360x202.avif', { name: '360x202', width: 360, height: 202, format: 'avif' }],
  ['321.webp', undefined],
  ['360x203.avif', undefined],
  ['320.gif', undefined],
  ['0320.webp', undefined],
  ['320', undefined],
])('%s is a size of a picture: %#', (file, size) => {
  expect(readPicturePath(id, file)).toEqual(size && expect.objectContaining({ id, ...size }));
  expect(readPicturePath('no id', file)).toBeUndefined();
});
