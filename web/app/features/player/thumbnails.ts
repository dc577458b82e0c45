/** One picture of the seek bar: a region of a sheet. Times in seconds, sides in pixels. */
export type Thumbnail = {
  from: number;
  to: number;
  sheet: string;
  x: number;
  y: number;
  width: number;
  height: number;
};

const CUE = /((?:\d+:)?\d+:\d+\.\d+)\s+-->\s+((?:\d+:)?\d+:\d+\.\d+)[^\n]*\n\s*([^\s#]+)#xywh=(\d+),(\d+),(\d+),(\d+)/g;

/** Reads a WebVTT track of sprite regions; `sheet` stays as it is written, relative to the track. */
export function readThumbnails(vtt: string): Thumbnail[] {
  const found: Thumbnail[] = [];
  for (const [, from = '', to = '', sheet = '', x, y, width, height] of vtt.replaceAll('\r', '').matchAll(CUE)) {
    found.push({
      ...{ from: seconds(from), to: seconds(to), sheet },
      ...{ x: Number(x), y: Number(y), width: Number(width), height: Number(height) },
    });
  }
  return found.sort((a, b) => a.from - b.from);
}

/** The picture of a moment: the last one that starts at or before it. */
export function thumbnailAt(thumbnails: readonly Thumbnail[], second: number): Thumbnail | undefined {
  let low = 0;
  let high = thumbnails.length - 1;
  let best = thumbnails[0];
  while (low <= high) {
    const middle = (low + high) >> 1;
    const candidate = thumbnails[middle] as Thumbnail;
    if (candidate.from <= second) {
      best = candidate;
      low = middle + 1;
    } else high = middle - 1;
  }
  return best;
}

function seconds(text: string): number {
  return text.split(':').reduce((total, part) => total * 60 + Number(part), 0);
}
