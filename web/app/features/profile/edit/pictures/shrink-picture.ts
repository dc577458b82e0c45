import { SENT_PICTURE_BYTES_MAX } from '@marquee/rules/media';

/** A part of a picture in its own pixels, after it was turned. */
export type Crop = { x: number; y: number; width: number; height: number };

/** The longest side of what is sent; media makes the sizes that pages request. */
export const SENT_SIDE_MAX = { avatar: 800, gallery: 1_600 };

// The first that fits; a photograph at 0.8 and 1,600 pixels is about 300 KiB.
const QUALITIES = [0.8, 0.6, 0.4, 0.2];

/** The browser cannot decode the file, or may not read it. */
export class PictureError extends Error {
  override readonly name = 'PictureError';
  readonly kind: 'bad' | 'permission';
  constructor(kind: 'bad' | 'permission', cause?: unknown) {
    super(kind, { cause });
    this.kind = kind;
  }
}

const MAY_NOT = ['NotAllowedError', 'NotReadableError', 'SecurityError'];

/**
 * Decodes a chosen file, upright.
 *
 * @throws PictureError
 */
export async function openPicture(file: Blob): Promise<ImageBitmap> {
  try {
    return await createImageBitmap(file, { imageOrientation: 'from-image' });
  } catch (cause) {
    const { name } = cause as Error;
    throw new PictureError(MAY_NOT.includes(name) ? 'permission' : 'bad', cause);
  }
}

/** How large a picture is once it was turned by this many degrees. */
export function turnedSize({ width, height }: { width: number; height: number }, degrees: number) {
  return degrees % 180 === 0 ? { width, height } : { width: height, height: width };
}

/** The size of a crop when neither side is longer than this. It is never enlarged. */
export function fittedSize({ width, height }: Pick<Crop, 'width' | 'height'>, sideMax: number) {
  const scale = Math.min(1, sideMax / Math.max(width, height));
  return { width: Math.max(1, Math.round(width * scale)), height: Math.max(1, Math.round(height * scale)) };
}

/**
 * The part of a picture, turned and shrunk, as JPEG of at most 700 KiB.
 *
 * @throws PictureError when the browser cannot encode it
 */
export async function shrinkPicture(
  picture: ImageBitmap,
  crop: Crop,
  { degrees, sideMax }: { degrees: number; sideMax: number },
): Promise<Uint8Array<ArrayBuffer>> {
  const { width, height } = fittedSize(crop, sideMax);
  const canvas = document.createElement('canvas');
  canvas.width = width;
  canvas.height = height;
  const context = canvas.getContext('2d');
  if (!context) throw new PictureError('bad');
  const turned = turnedSize(picture, degrees);
  context.fillStyle = '#fff';
  context.fillRect(0, 0, width, height);
  context.imageSmoothingQuality = 'high';
  context.scale(width / crop.width, height / crop.height);
  context.translate(turned.width / 2 - crop.x, turned.height / 2 - crop.y);
  context.rotate((degrees * Math.PI) / 180);
  context.drawImage(picture, -picture.width / 2, -picture.height / 2);
  for (const quality of QUALITIES) {
    const blob = await new Promise<Blob | null>((done) => canvas.toBlob(done, 'image/jpeg', quality));
    if (blob && blob.size <= SENT_PICTURE_BYTES_MAX) return new Uint8Array(await blob.arrayBuffer());
  }
  throw new PictureError('bad');
}
