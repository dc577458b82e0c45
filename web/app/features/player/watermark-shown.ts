/** Less of it than this is not readable. */
const OPACITY_MIN = 0.2;
const SIDE_MIN_PX = 8;

type Shown = { mark: HTMLElement; frame: HTMLElement; picture: HTMLVideoElement; text: string };

/**
 * Whether a watermark is over the picture: in the player, with its text, not hidden by any style of it or of what it is in,
 * within the picture, and with the picture where the page shows it.
 */
export function isShownOver({ mark, frame, picture, text }: Shown): boolean {
  if (!mark.isConnected || !frame.contains(mark) || !mark.textContent?.includes(text)) return false;
  if (isAlone(picture)) return false;
  return isReadable(mark, frame) && overlaps(mark.getBoundingClientRect(), pictureBox(picture));
}

/** The picture is in a window of its own, or fills the screen without its page. */
function isAlone(picture: HTMLVideoElement): boolean {
  const { fullscreenElement, pictureInPictureElement } = document;
  const { webkitDisplayingFullscreen } = picture as { webkitDisplayingFullscreen?: boolean };
  return fullscreenElement === picture || pictureInPictureElement === picture || webkitDisplayingFullscreen === true;
}

function isReadable(mark: HTMLElement, frame: HTMLElement): boolean {
  let opacity = 1;
  for (let element: HTMLElement | null = mark; element; element = element.parentElement) {
    const style = getComputedStyle(element);
    opacity *= Number(style.opacity || 1);
    if (style.display === 'none' || style.visibility === 'hidden' || opacity < OPACITY_MIN) return false;
    // What is around the player hides both.
    if (element === frame) break;
  }
  const { fontSize, color, clipPath, filter } = getComputedStyle(mark);
  if (color === 'transparent' || color === 'rgba(0, 0, 0, 0)' || Number.parseFloat(fontSize || '16') < SIDE_MIN_PX)
    return false;
  return isNone(clipPath) && isNone(filter);
}

const isNone = (value: string | undefined): boolean => !value || value === 'none';

/** Where nothing is laid out, as while the page is hidden, nothing is out of place either. */
function overlaps(mark: DOMRect, picture: PictureBox): boolean {
  if (picture.width === 0 || picture.height === 0) return true;
  if (mark.width < SIDE_MIN_PX || mark.height < SIDE_MIN_PX) return false;
  const [x, y] = [mark.left + mark.width / 2 - picture.left, mark.top + mark.height / 2 - picture.top];
  return x > 0 && x < picture.width && y > 0 && y < picture.height;
}

/** Pixels. */
export type PictureBox = { left: number; top: number; width: number; height: number };

/** Where the picture itself is in its element, without the bars beside it. */
function pictureBox(picture: HTMLVideoElement): PictureBox {
  const { left, top, width, height } = picture.getBoundingClientRect();
  const { videoWidth, videoHeight } = picture;
  if (!videoWidth || !videoHeight) return { left, top, width, height };
  const scale = Math.min(width / videoWidth, height / videoHeight);
  const [wide, high] = [videoWidth * scale, videoHeight * scale];
  return { left: left + (width - wide) / 2, top: top + (height - high) / 2, width: wide, height: high };
}

/** The same, from the corner of the player. */
export function pictureBoxIn(frame: HTMLElement, picture: HTMLVideoElement): PictureBox {
  const around = frame.getBoundingClientRect();
  const box = pictureBox(picture);
  return { ...box, left: box.left - around.left, top: box.top - around.top };
}

/** The style that puts a watermark there: parts of the picture from its corner, and no wider than what is left of it. */
export const placeIn = ({ left, top, width, height }: PictureBox, { x, y }: { x: number; y: number }) => ({
  left: left + x * width,
  top: top + y * height,
  maxWidth: (1 - x) * width,
});
