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
  return isReadable(mark, frame) && overlaps(mark.getBoundingClientRect(), picture.getBoundingClientRect());
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

/** Where nothing is laid out, as while the page is hidden, nothing is moved away either. */
function overlaps(mark: DOMRect, picture: DOMRect): boolean {
  if (picture.width === 0 || picture.height === 0) return true;
  if (mark.width < SIDE_MIN_PX || mark.height < SIDE_MIN_PX) return false;
  const [x, y] = [mark.left + mark.width / 2, mark.top + mark.height / 2];
  return x > picture.left && x < picture.right && y > picture.top && y < picture.bottom;
}
