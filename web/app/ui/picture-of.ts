import type { Image } from '@marquee/contracts/film/v1/film_pb';
import type { PictureSource } from './picture.tsx';

/** A picture as plain data for a page. */
export function pictureOf(image: Image | undefined): PictureSource | undefined {
  if (!image || image.widths.length === 0) return undefined;
  const { uri, width, height, widths, thumbhash, focalPoint } = image;
  const focus = focalPoint && { x: focalPoint.x, y: focalPoint.y };
  return { uri, width, height, widths, thumbhash, ...(focus && { focus }) };
}
