import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { inflateSync } from 'node:zlib';

const WOFF_SIGNATURE = 0x774f4646;
const WOFF_HEADER_BYTES = 44;
const WOFF_ENTRY_BYTES = 20;
const SFNT_HEADER_BYTES = 12;
const SFNT_ENTRY_BYTES = 16;
const NAME_HEADER_BYTES = 6;
const NAME_RECORD_BYTES = 12;

const INTER = ['latin', 'latin-ext', 'vietnamese', 'cyrillic', 'cyrillic-ext', 'greek', 'greek-ext'];
/** As on the pages: titles in Fraunces, lines in Inter. Inter has more letters, and Noto those of Arabic. */
const FACES = [
  { name: 'fraunces', weight: 600, subsets: ['latin', 'latin-ext', 'vietnamese'] },
  { name: 'inter', weight: 500, subsets: INTER },
  { name: 'noto-sans-arabic', weight: 500, subsets: ['arabic'] },
] as const;
const FACES_OF_STYLE = {
  title: ['fraunces', 'inter', 'noto-sans-arabic'],
  line: ['inter', 'noto-sans-arabic'],
} as const;
export type TextStyle = keyof typeof FACES_OF_STYLE;

type Range = readonly [first: number, last: number];

/** One file of a face: the letters of some scripts. */
export type FontFile = { family: string; path: string };

export type FontFiles = {
  /** The file that draws a letter in a style. */
  fileOf: (letter: string, style: TextStyle) => FontFile | undefined;
  paths: string[];
};

/** A new folder for the fonts. */
export function openFontFolder(): { path: string; remove: () => void } {
  const path = mkdtempSync(join(tmpdir(), 'share-picture-fonts-'));
  return { path, remove: () => rmSync(path, { recursive: true, force: true, maxRetries: 3 }) };
}

/** Writes the fonts into a folder as files that the renderer reads. */
export function writeFontFiles(directory: string): FontFiles {
  const files = FACES.flatMap(({ name, weight, subsets }) => {
    const declared = JSON.parse(readFileSync(packaged(name, 'unicode.json'), 'utf8')) as Record<string, string>;
    return subsets.map((subset) => {
      const family = `${name}-${subset}`;
      const path = join(directory, `${family}.ttf`);
      const woff = readFileSync(packaged(name, `files/${family}-${weight}-normal.woff`));
      writeFileSync(path, sfntOfWoff(woff, family));
      return { name, family, path, ranges: rangesOf(declared[subset] ?? '') };
    });
  });
  return {
    fileOf(letter, style) {
      const point = letter.codePointAt(0) ?? 0;
      for (const name of FACES_OF_STYLE[style]) {
        const found = files.find((file) => file.name === name && isWithin(file.ranges, point));
        if (found) return found;
      }
      return undefined;
    },
    paths: files.map(({ path }) => path),
  };
}

/**
 * An SFNT font (TTF or OTF) of a WOFF 1.0 file, which holds the same tables, each compressed. It gets a family of its own,
 * because all files of a face have the same, and the renderer would always take the first.
 * https://www.w3.org/TR/WOFF/
 */
export function sfntOfWoff(woff: Buffer, family: string): Buffer {
  if (woff.readUInt32BE(0) !== WOFF_SIGNATURE) throw new Error('this is no WOFF file');
  const count = woff.readUInt16BE(12);
  const entries = Array.from({ length: count }, (_, index) => {
    const at = WOFF_HEADER_BYTES + index * WOFF_ENTRY_BYTES;
    const [offset, packed, length] = [woff.readUInt32BE(at + 4), woff.readUInt32BE(at + 8), woff.readUInt32BE(at + 12)];
    const bytes = woff.subarray(offset, offset + packed);
    const tag = woff.toString('latin1', at, at + 4);
    const table = packed < length ? inflateSync(bytes) : bytes;
    return { tag, checksum: woff.readUInt32BE(at + 16), table: tag === 'name' ? nameTable(family) : table };
  });
  const log2 = Math.floor(Math.log2(count));
  const head = Buffer.alloc(SFNT_HEADER_BYTES + count * SFNT_ENTRY_BYTES);
  head.writeUInt32BE(woff.readUInt32BE(4), 0);
  head.writeUInt16BE(count, 4);
  head.writeUInt16BE(SFNT_ENTRY_BYTES * 2 ** log2, 6);
  head.writeUInt16BE(log2, 8);
  head.writeUInt16BE(SFNT_ENTRY_BYTES * (count - 2 ** log2), 10);
  let offset = head.length;
  const tables = entries.map(({ tag, checksum, table }, index) => {
    const at = SFNT_HEADER_BYTES + index * SFNT_ENTRY_BYTES;
    head.write(tag, at, 'latin1');
    head.writeUInt32BE(checksum, at + 4);
    head.writeUInt32BE(offset, at + 8);
    head.writeUInt32BE(table.length, at + 12);
    const padded = Buffer.concat([table, Buffer.alloc(-table.length & 3)]);
    offset += padded.length;
    return padded;
  });
  return Buffer.concat([head, ...tables]);
}

/** A name table with a family and a PostScript name, in UTF-16 for Windows, English. */
function nameTable(family: string): Buffer {
  const text = Buffer.from(family, 'utf16le').swap16();
  const ids = [1, 6];
  const head = Buffer.alloc(NAME_HEADER_BYTES + ids.length * NAME_RECORD_BYTES);
  head.writeUInt16BE(ids.length, 2);
  head.writeUInt16BE(head.length, 4);
  for (const [index, id] of ids.entries()) {
    const record = [3, 1, 0x409, id, text.length, 0];
    for (const [field, value] of record.entries()) {
      head.writeUInt16BE(value, NAME_HEADER_BYTES + index * NAME_RECORD_BYTES + field * 2);
    }
  }
  return Buffer.concat([head, text]);
}

function packaged(name: string, file: string): string {
  return fileURLToPath(import.meta.resolve(`@fontsource/${name}/${file}`));
}

/** Such as U+0000-00FF,U+0131. */
function rangesOf(declared: string): Range[] {
  return declared.split(',').map((one) => {
    const [first = '', last = first] = one.trim().replace(/^U\+/i, '').split('-');
    return [Number.parseInt(first, 16), Number.parseInt(last, 16)];
  });
}

function isWithin(ranges: Range[], point: number): boolean {
  return ranges.some(([first, last]) => point >= first && point <= last);
}
