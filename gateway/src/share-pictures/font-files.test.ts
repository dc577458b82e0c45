import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { atEnd } from '@marquee/testing/cleanup';
import { openFontFolder, sfntOfWoff, writeFontFiles } from './font-files.ts';

const woffOf = (name: string) =>
  readFileSync(fileURLToPath(import.meta.resolve(`@fontsource/fraunces/files/${name}.woff`)));
const woff = woffOf('fraunces-latin-600-normal');

/** The directory at the beginning of an SFNT font: https://learn.microsoft.com/typography/opentype/spec/otff */
function tablesOf(font: Buffer) {
  return Array.from({ length: font.readUInt16BE(4) }, (_, index) => {
    const at = 12 + index * 16;
    const [offset, length] = [font.readUInt32BE(at + 8), font.readUInt32BE(at + 12)];
    const tag = font.toString('latin1', at, at + 4);
    return { tag, checksum: font.readUInt32BE(at + 4), offset, length, bytes: font.subarray(offset, offset + length) };
  });
}

function checksumOf(bytes: Buffer): number {
  const padded = Buffer.concat([bytes, Buffer.alloc(-bytes.length & 3)]);
  let sum = 0;
  for (let at = 0; at < padded.length; at += 4) sum = (sum + padded.readUInt32BE(at)) >>> 0;
  return sum;
}

test('a WOFF file becomes an SFNT font with the same tables and its own family', () => {
  const font = sfntOfWoff(woff, 'fraunces-latin');
  const tables = tablesOf(font);
  expect([font.readUInt32BE(0), tables.length]).toEqual([woff.readUInt32BE(4), woff.readUInt16BE(12)]);
  const powerOfTwo = 2 ** Math.floor(Math.log2(tables.length));
  expect([6, 8, 10].map((at) => font.readUInt16BE(at))).toEqual([
    ...[16 * powerOfTwo, Math.log2(powerOfTwo), 16 * (tables.length - powerOfTwo)],
  ]);
  expect(tables.map(({ tag }) => tag)).toEqual(expect.arrayContaining(['cmap', 'glyf', 'head', 'hmtx', 'name']));
  for (const { tag, checksum, offset, bytes } of tables) {
    expect([tag, offset % 4]).toEqual([tag, 0]);
    // The sum of head leaves out a field of it; name is another one.
    if (tag !== 'head' && tag !== 'name') expect([tag, checksumOf(bytes)]).toEqual([tag, checksum]);
  }
  const name = tables.find(({ tag }) => tag === 'name')?.bytes ?? Buffer.alloc(0);
  const [count, texts] = [name.readUInt16BE(2), name.readUInt16BE(4)];
  const names = Array.from({ length: count }, (_, index) => {
    const [platform, encoding, language, id, length, offset] = [0, 2, 4, 6, 8, 10].map((at) =>
      name.readUInt16BE(6 + 12 * index + at),
    ) as [number, number, number, number, number, number];
    const text = Buffer.from(name.subarray(texts + offset, texts + offset + length))
      .swap16()
      .toString('utf16le');
    return [platform, encoding, language, id, text];
  });
  // Unicode for Windows in English: the family, and the name for PostScript.
  expect(names).toEqual([
    [3, 1, 0x409, 1, 'fraunces-latin'],
    [3, 1, 0x409, 6, 'fraunces-latin'],
  ]);
});

test('another file is refused', () => {
  expect(() => sfntOfWoff(Buffer.from('wOF2'.padEnd(64)), 'any')).toThrow('this is no WOFF file');
});

test('the first and the last letter of a range are found in its file, what lies beside them is not', () => {
  const folder = openFontFolder();
  atEnd(folder.remove);
  const { fileOf } = writeFontFiles(folder.path);
  const familyOf = (letter: string, style: 'title' | 'line') => fileOf(letter, style)?.family;
  expect(['ÿ', 'Ā', 'Ỳ', 'ỿ'].map((letter) => familyOf(letter, 'title'))).toEqual([
    ...['fraunces-latin', 'fraunces-latin-ext', 'fraunces-latin-ext', 'fraunces-latin-ext'],
  ]);
  expect([familyOf('a', 'line'), familyOf('山', 'line')]).toEqual(['inter-latin', undefined]);
});
