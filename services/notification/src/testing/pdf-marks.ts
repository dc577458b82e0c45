import { inflateSync } from 'node:zlib';

/** A piece of text on a page of a PDF: points from its left and lower edge, its font by the order of use, and its size. */
type Mark = { x: number; y: number; font: string; size: number };

const TEXT = /1 0 0 1 (\S+) (\S+) Tm\s+\/(\S+) (\S+) Tf/g;

/** What pdfkit has drawn on each page, as the operators of PDF (ISO 32000, 8 and 9). */
export function drawnOn(pdf: Uint8Array): string[] {
  const file = Buffer.from(pdf);
  const pages: string[] = [];
  for (let at = file.indexOf('stream\n'); at >= 0; ) {
    const end = file.indexOf('\nendstream', at);
    const text = inflated(file.subarray(at + 'stream\n'.length, end));
    if (/ Tf\b/.test(text)) pages.push(text);
    at = file.indexOf('stream\n', end + '\nendstream'.length);
  }
  return pages;
}

/** The texts of each page, in the order in which they were written. */
export function marksOn(pdf: Uint8Array): Mark[][] {
  const marksOf = (page: string) =>
    [...page.matchAll(TEXT)].map(([, x, y, font = '', size]) => ({
      ...{ x: Math.round(Number(x)), y: Math.round(Number(y)), font, size: Number(size) },
    }));
  return drawnOn(pdf).map(marksOf);
}

/** Fonts and pictures are no text. */
function inflated(stream: Buffer): string {
  try {
    return inflateSync(stream).toString('latin1');
  } catch {
    return '';
  }
}
