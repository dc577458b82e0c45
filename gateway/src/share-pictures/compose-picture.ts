import { type FontFiles, writeFontFiles } from './font-files.ts';
import { type SetText, type Setting, textSetter } from './set-text.ts';

/** Of the finished picture, in pixels. */
export const SHARE_PICTURE = { width: 1200, height: 630 } as const;

/** What a share picture shows. */
export type ShareContent = {
  kind: 'profile' | 'film';
  title: string;
  /** A line below it, such as the director and the year. */
  line: string;
  /** A JPEG of the portrait, the still or the poster, and its size. */
  image?: { jpeg: Uint8Array; shape: 'portrait' | 'still' | 'poster' } | undefined;
};

const { width: WIDTH, height: HEIGHT } = SHARE_PICTURE;
const MARGIN = 72;
const PORTRAIT = 400;
const POSTER_WIDTH = 316;
/** The dark theme: pictures lie on pages of both. */
const CANVAS = '#100e0c';
const INK = '#f5eee3';
const MUTED = '#cfc6b8';
const ACTION = '#f2a65e';
const TITLE_SIZES = [92, 78, 66, 56] as const;
const LINE_SIZES = [34, 30] as const;

/** Composes share pictures as SVG; writes their fonts into the folder. */
export function sharePictureComposer(fontFolder: string): {
  compose: (content: ShareContent) => string;
  fonts: FontFiles;
} {
  const fonts = writeFontFiles(fontFolder);
  const setText = textSetter(fonts);
  const textsAt = (content: ShareContent, x: number, width: number, bottom: number | undefined): string => {
    const put = (y: number) => {
      const base: Omit<Setting, 'style' | 'y' | 'sizes' | 'linesMax' | 'fill'> = { x, width };
      const title = setText(content.title, { ...base, y, style: 'title', sizes: TITLE_SIZES, linesMax: 3, fill: INK });
      const below = y + (title ? title.height + 24 : 0);
      const line = setText(content.line, {
        ...base,
        ...{ y: below, style: 'line', sizes: LINE_SIZES, linesMax: 2, fill: MUTED },
      });
      return { svg: svgOf(title) + svgOf(line), height: below - y + (line?.height ?? 0) };
    };
    const { height } = put(0);
    return put(bottom === undefined ? (HEIGHT - height) / 2 : bottom - height).svg;
  };
  const compose = (content: ShareContent) => {
    const { image } = content;
    const mark = svgOf(
      setText('Marquee', {
        x: MARGIN,
        y: MARGIN - 24,
        width: 400,
        style: 'title',
        sizes: [34],
        linesMax: 1,
        fill: ACTION,
      }),
    );
    if (image?.shape === 'still')
      return page(stillSvg(image.jpeg) + mark + textsAt(content, MARGIN, WIDTH - 2 * MARGIN, HEIGHT - 48));
    const side = image ? (image.shape === 'poster' ? posterSvg(image.jpeg) : portraitSvg(image.jpeg)) : '';
    const taken = image ? (image.shape === 'poster' ? POSTER_WIDTH : PORTRAIT) + MARGIN : 0;
    return page(side + mark + textsAt(content, MARGIN, WIDTH - 2 * MARGIN - taken, undefined));
  };
  return { compose, fonts };
}

function page(inside: string): string {
  return `<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" width="${WIDTH}" height="${HEIGHT}"><rect width="${WIDTH}" height="${HEIGHT}" fill="${CANVAS}"/>${inside}<rect y="${HEIGHT - 8}" width="${WIDTH}" height="8" fill="${ACTION}"/></svg>`;
}

function stillSvg(jpeg: Uint8Array): string {
  const shade = `<linearGradient id="shade" x1="0" y1="0" x2="0" y2="1"><stop offset="0" stop-color="${CANVAS}" stop-opacity="0.55"/><stop offset="0.35" stop-color="${CANVAS}" stop-opacity="0.35"/><stop offset="1" stop-color="${CANVAS}" stop-opacity="0.94"/></linearGradient>`;
  return `<defs>${shade}</defs>${imageSvg(jpeg, 0, 0, WIDTH, HEIGHT)}<rect width="${WIDTH}" height="${HEIGHT}" fill="url(#shade)"/>`;
}

function posterSvg(jpeg: Uint8Array): string {
  const height = POSTER_WIDTH * 1.5;
  const [x, y] = [WIDTH - MARGIN - POSTER_WIDTH, (HEIGHT - height) / 2];
  return `<defs><clipPath id="poster"><rect x="${x}" y="${y}" width="${POSTER_WIDTH}" height="${height}" rx="12"/></clipPath></defs><g clip-path="url(#poster)">${imageSvg(jpeg, x, y, POSTER_WIDTH, height)}</g>`;
}

function portraitSvg(jpeg: Uint8Array): string {
  const [x, y] = [WIDTH - MARGIN - PORTRAIT, (HEIGHT - PORTRAIT) / 2];
  const radius = PORTRAIT / 2;
  return `<defs><clipPath id="portrait"><circle cx="${x + radius}" cy="${y + radius}" r="${radius}"/></clipPath></defs><g clip-path="url(#portrait)">${imageSvg(jpeg, x, y, PORTRAIT, PORTRAIT)}</g>`;
}

function imageSvg(jpeg: Uint8Array, x: number, y: number, width: number, height: number): string {
  const data = Buffer.from(jpeg).toString('base64');
  return `<image x="${x}" y="${y}" width="${width}" height="${height}" preserveAspectRatio="xMidYMid slice" xlink:href="data:image/jpeg;base64,${data}"/>`;
}

function svgOf(set: SetText | undefined): string {
  return set?.svg ?? '';
}
