import type { PictureSource } from './picture.tsx';

/** What messages of film and of media have of a picture. */
type Image = {
  uri: string;
  width: number;
  height: number;
  widths: number[];
  thumbhash: string;
  focalPoint?: { x: number; y: number } | undefined;
};

/** A picture as plain data for a page. */
export function pictureOf(image: Image | undefined): PictureSource | undefined {
  if (!image || image.widths.length === 0) return undefined;
  const { uri, width, height, widths, thumbhash, focalPoint } = image;
  const focus = focalPoint && { x: focalPoint.x, y: focalPoint.y };
  return { uri, width, height, widths, thumbhash, ...(focus && { focus }) };
}
