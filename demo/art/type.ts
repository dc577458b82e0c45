import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import opentype, { type Font, type Glyph, type PathCommand } from 'opentype.js';

export const typefaces = {
  anton: 'anton/files/anton-latin-400-normal.woff',
  bebas: 'bebas-neue/files/bebas-neue-latin-400-normal.woff',
  abril: 'abril-fatface/files/abril-fatface-latin-400-normal.woff',
  playfair: 'playfair-display/files/playfair-display-latin-900-normal.woff',
  playfairItalic: 'playfair-display/files/playfair-display-latin-500-italic.woff',
  grotesk: 'space-grotesk/files/space-grotesk-latin-700-normal.woff',
  groteskLight: 'space-grotesk/files/space-grotesk-latin-400-normal.woff',
  syne: 'syne/files/syne-latin-800-normal.woff',
  limelight: 'limelight/files/limelight-latin-400-normal.woff',
  elite: 'special-elite/files/special-elite-latin-400-normal.woff',
  mono: 'ibm-plex-mono/files/ibm-plex-mono-latin-500-normal.woff',
  josefin: 'josefin-sans/files/josefin-sans-latin-700-normal.woff',
  josefinLight: 'josefin-sans/files/josefin-sans-latin-300-normal.woff',
  archivo: 'archivo/files/archivo-latin-900-normal.woff',
  archivoText: 'archivo/files/archivo-latin-500-normal.woff',
  cormorant: 'cormorant-garamond/files/cormorant-garamond-latin-600-normal.woff',
  cormorantItalic: 'cormorant-garamond/files/cormorant-garamond-latin-500-italic.woff',
} as const;

export type Typeface = keyof typeof typefaces;

type Letter = { glyph: Glyph; font: Font };

const fonts = new Map<string, Font>();

function fontFile(file: string): Font {
  const known = fonts.get(file);
  if (known) return known;
  const bytes = readFileSync(fileURLToPath(import.meta.resolve(`@fontsource/${file}`)));
  const font = opentype.parse(bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.byteLength) as ArrayBuffer);
  fonts.set(file, font);
  return font;
}

// A face has two files: Western European letters, and the rest of Latin. A letter that is in neither loses its accent.
function letters(text: string, face: Typeface): Letter[] {
  const western = fontFile(typefaces[face]);
  return [...text.normalize('NFC')].map((character) => {
    const glyph = western.charToGlyph(character);
    if (glyph.index !== 0) return { glyph, font: western };
    const rest = fontFile(typefaces[face].replace('-latin-', '-latin-ext-'));
    const other = rest.charToGlyph(character);
    if (other.index !== 0) return { glyph: other, font: rest };
    const plain = character.normalize('NFD').charAt(0);
    return { glyph: western.charToGlyph(plain === character ? ' ' : plain), font: western };
  });
}

function advance(letter: Letter, next: Letter | undefined, tracking: number): number {
  const { glyph, font } = letter;
  // The library reads some fonts' kerning tables as NaN.
  const pair = next && next.font === font ? font.getKerningValue(glyph, next.glyph) : 0;
  const kerning = Number.isFinite(pair) ? pair : 0;
  return (glyph.advanceWidth + kerning) / font.unitsPerEm + (next ? tracking : 0);
}

export type Setting = {
  face: Typeface;
  x: number;
  /** Of the baseline. */
  y: number;
  size: number;
  fill: string;
  align?: 'left' | 'center' | 'right';
  /** Extra space after each letter, in ems. */
  tracking?: number;
  /** The text is made smaller until it fits this width. */
  widthMax?: number;
  opacity?: number;
};

// The library's own path text turns numbers near zero into NaN.
function commandText({ type, x1, y1, x2, y2, x, y }: PathCommand): string {
  const numbers = [x1, y1, x2, y2, x, y].filter((value) => value !== undefined);
  return type + numbers.map((value) => Math.round(value * 10) / 10).join(' ');
}

/** How wide a text is at size 1. */
export function widthOf(text: string, face: Typeface, tracking = 0): number {
  const all = letters(text, face);
  return all.reduce((width, letter, index) => width + advance(letter, all[index + 1], tracking), 0);
}

/** A line of text as a path, so that it looks the same whatever fonts a machine has. */
export function line(text: string, setting: Setting): string {
  const { face, x, y, fill, align = 'left', tracking = 0, widthMax, opacity = 1 } = setting;
  const unit = widthOf(text, face, tracking);
  const size = widthMax && unit * setting.size > widthMax ? widthMax / unit : setting.size;
  const width = unit * size;
  let pen = align === 'left' ? x : align === 'center' ? x - width / 2 : x - width;
  const all = letters(text, face);
  const data = all.map((letter, index) => {
    const path = letter.glyph.getPath(pen, y, size).commands.map(commandText).join('');
    pen += advance(letter, all[index + 1], tracking) * size;
    return path;
  });
  return `<path d="${data.join('')}" fill="${fill}"${opacity < 1 ? ` opacity="${opacity}"` : ''}/>`;
}

/** The size at which a text is exactly that wide. */
export function sizeToFit(text: string, face: Typeface, width: number, tracking = 0): number {
  return width / widthOf(text, face, tracking);
}

/** Breaks a text into lines that are no wider at this size. */
export function wrap(text: string, face: Typeface, size: number, width: number, tracking = 0): string[] {
  const lines: string[] = [];
  for (const word of text.split(' ')) {
    const last = lines.at(-1);
    const longer = last ? `${last} ${word}` : word;
    if (last !== undefined && widthOf(longer, face, tracking) * size <= width) lines[lines.length - 1] = longer;
    else lines.push(word);
  }
  return lines;
}
