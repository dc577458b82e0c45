import { z } from 'zod';
import { SENT_PICTURE_BYTES_MAX } from './media.ts';
import { oneLine } from './plain-text.ts';

/** At most 6 photos [PRO-11]. */
export const GALLERY_PHOTOS_MAX = 6;
const NAME_CHARACTERS_MAX = 255;
const PATH_CHARACTERS_MAX = 100;
const ORDER_MAX = 999;

export const PICTURE_MESSAGES = {
  uploading: 'Uploading...',
  saved: 'Successfully updated your picture',
  failed: 'Failed to upload your picture',
  uploadFailed: { title: 'We failed to upload your image', body: 'Please try again later or contact support' },
  removeFailed: 'We failed to remove your picture',
  nothingToRemove: 'There is no picture to remove!',
  needPermission: 'Need Permission',
  bad: 'Bad image selected. Please try a different one.',
  tooMany: 'You can only have up to 6 photos.',
  noData: 'Error: image has no data',
  noName: 'Please name the picture.',
  orderWrong: 'The order of a photo is a number from 0 to 999.',
  unknown: 'This photo is not in your gallery.',
} as const;

/** A photo of a gallery as it is kept; its place in the list is its order. */
export type GalleryPhoto = {
  /** Relative to the site; sizes are below it. */
  path: string;
  name: string;
  width: number;
  height: number;
  thumbhash: string;
};

const name = oneLine().max(NAME_CHARACTERS_MAX, PICTURE_MESSAGES.bad);
const data = z.instanceof(Uint8Array).refine(({ length }) => length <= SENT_PICTURE_BYTES_MAX, PICTURE_MESSAGES.bad);

const needsName = { message: PICTURE_MESSAGES.noName, path: ['name'] };
const needsData = { message: PICTURE_MESSAGES.noData, path: ['data'] };

/** A new profile picture, or its removal [PRO-10]. */
export const profilePictureSchema = z
  .object({ name, data, delete: z.boolean() })
  .refine((picture) => picture.delete || picture.name !== '', needsName)
  .refine((picture) => picture.delete || picture.data.length > 0, needsData);

const galleryPhotoSchema = z
  .object({
    path: z.string().max(PATH_CHARACTERS_MAX, PICTURE_MESSAGES.unknown),
    ...{ name, data },
    order: z
      .int32(PICTURE_MESSAGES.orderWrong)
      .min(0, PICTURE_MESSAGES.orderWrong)
      .max(ORDER_MAX, PICTURE_MESSAGES.orderWrong),
  })
  .refine((photo) => photo.path !== '' || photo.name !== '', needsName)
  .refine((photo) => photo.path !== '' || photo.data.length > 0, needsData);

/** The whole gallery in the order of `order`: photos that stay by their path, new ones by their data [PRO-11]. */
export const gallerySchema = z
  .array(galleryPhotoSchema)
  .max(GALLERY_PHOTOS_MAX, PICTURE_MESSAGES.tooMany)
  .transform((photos) => photos.toSorted((one, other) => one.order - other.order));
