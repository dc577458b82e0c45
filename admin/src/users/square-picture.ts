import { SENT_PICTURE_BYTES_MAX } from '@marquee/rules/media';

const SIDE_PX_MAX = 1_600;
/** Tried in this order until the picture is small enough. */
const QUALITIES = [0.9, 0.8, 0.65, 0.5] as const;

/** The middle square of a picture, as `middlePicture`. */
export const squarePicture = (file: Blob): Promise<Uint8Array<ArrayBuffer>> => middlePicture(file, 1);

/**
 * The middle of a picture as a JPEG that media takes: at most 1,600 pixels a side and 700 KiB.
 *
 * @param aspect width by height
 * @throws Error for a file that the browser cannot read as a picture
 */
export async function middlePicture(file: Blob, aspect: number): Promise<Uint8Array<ArrayBuffer>> {
  const image = await createImageBitmap(file);
  try {
    const cut = {
      width: Math.min(image.width, image.height * aspect),
      height: Math.min(image.height, image.width / aspect),
    };
    const scale = Math.min(1, SIDE_PX_MAX / Math.max(cut.width, cut.height));
    const [width, height] = [Math.round(cut.width * scale), Math.round(cut.height * scale)];
    const canvas = Object.assign(document.createElement('canvas'), { width, height });
    const context = canvas.getContext('2d');
    if (!context) throw new Error('this browser has no canvas');
    const [left, top] = [(image.width - cut.width) / 2, (image.height - cut.height) / 2];
    context.drawImage(image, left, top, cut.width, cut.height, 0, 0, width, height);
    for (const quality of QUALITIES) {
      const blob = await new Promise<Blob | null>((done) => canvas.toBlob(done, 'image/jpeg', quality));
      if (blob && blob.size <= SENT_PICTURE_BYTES_MAX) return new Uint8Array(await blob.arrayBuffer());
    }
    throw new Error('the picture is too large');
  } finally {
    image.close();
  }
}
