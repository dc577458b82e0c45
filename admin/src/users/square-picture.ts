import { SENT_PICTURE_BYTES_MAX } from '@marquee/rules/media';

const SIDE_PX_MAX = 1_600;
/** Tried in this order until the picture is small enough. */
const QUALITIES = [0.9, 0.8, 0.65, 0.5] as const;

/**
 * The middle square of a picture as a JPEG that media takes: at most 1,600 pixels a side and 700 KiB.
 *
 * @throws Error for a file that the browser cannot read as a picture
 */
export async function squarePicture(file: Blob): Promise<Uint8Array<ArrayBuffer>> {
  const image = await createImageBitmap(file);
  try {
    const side = Math.min(image.width, image.height);
    const size = Math.min(side, SIDE_PX_MAX);
    const canvas = Object.assign(document.createElement('canvas'), { width: size, height: size });
    const context = canvas.getContext('2d');
    if (!context) throw new Error('this browser has no canvas');
    const [left, top] = [(image.width - side) / 2, (image.height - side) / 2];
    context.drawImage(image, left, top, side, side, 0, 0, size, size);
    for (const quality of QUALITIES) {
      const blob = await new Promise<Blob | null>((done) => canvas.toBlob(done, 'image/jpeg', quality));
      if (blob && blob.size <= SENT_PICTURE_BYTES_MAX) return new Uint8Array(await blob.arrayBuffer());
    }
    throw new Error('the picture is too large');
  } finally {
    image.close();
  }
}
