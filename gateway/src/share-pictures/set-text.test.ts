import { atEnd } from '@marquee/testing/cleanup';
import { Resvg } from '@resvg/resvg-js';
import { openFontFolder, writeFontFiles } from './font-files.ts';
import { type Setting, textSetter } from './set-text.ts';

const folder = openFontFolder();
atEnd(folder.remove);
const fonts = writeFontFiles(folder.path);
const setText = textSetter(fonts);
/** A column from 100 to 1,100. */
const COLUMN: Setting = { style: 'title', x: 100, y: 0, width: 1_000, sizes: [100, 50], linesMax: 2, fill: '#000' };

/** Where ink is, from left to right, and the texts with their places. */
function set(text: string, more: Partial<Setting> = {}) {
  const { svg = '', height = 0 } = setText(text, { ...COLUMN, ...more }) ?? {};
  const font = { loadSystemFonts: false, fontFiles: fonts.paths };
  const box = new Resvg(`<svg xmlns="http://www.w3.org/2000/svg">${svg}</svg>`, { font }).getBBox();
  const texts = [...svg.matchAll(/<text x="([\d.-]+)" y="([\d.]+)".*?font-size="([\d.]+)"[^>]*>([^<]*)/g)].map(
    ([, x, y, size, letters]) => ({ x: Number(x), y: Number(y), size: Number(size), letters }),
  );
  const [left, width] = [box?.x ?? 0, box?.width ?? 0];
  return { texts, height, left, width, right: left + width, words: texts.map(({ letters }) => letters) };
}
const linesOf = ({ texts }: ReturnType<typeof set>) => new Set(texts.map(({ y }) => y)).size;

test('words begin at the left and stand a quarter of their size apart', () => {
  const one = set('nn');
  const two = set('nn nn');
  expect(one.texts).toEqual([{ x: 100, y: 100, size: 100, letters: 'nn' }]);
  expect(one.left).toBeLessThan(110);
  const gap = two.width - 2 * one.width;
  expect(gap).toBeGreaterThan(22);
  expect(gap).toBeLessThan(45);
});

test('a text has the largest size in which its lines and its longest word fit', () => {
  const title = set('A short one');
  expect([title.texts[0]?.size, Math.round(title.height)]).toEqual([100, 112]);
  expect(Math.round(set('A short one', { style: 'line' }).height)).toBe(140);
  const wrapped = set('The keeper of the lighthouse');
  expect([wrapped.texts[0]?.size, linesOf(wrapped), Math.round(wrapped.height)]).toEqual([100, 2, 224]);
  const smaller = set('The keeper of the lighthouse on the island of the birds');
  expect([smaller.texts[0]?.size, linesOf(smaller)]).toEqual([50, 2]);
  // Wider than the column in the first size, although it is one line.
  const word = set('Donaudampfschifffahrt');
  expect([word.texts[0]?.size, linesOf(word)]).toEqual([50, 1]);
  for (const { right } of [title, wrapped, smaller, word]) expect(right).toBeLessThanOrEqual(1_100);
});

test('what does not fit in the smallest size ends with an ellipsis within the column', () => {
  const long = set('The keeper of the lighthouse on the island of the birds '.repeat(4));
  expect([long.texts[0]?.size, linesOf(long), long.words.at(-1)?.at(-1)]).toEqual([50, 2, '…']);
  expect(long.right).toBeLessThanOrEqual(1_100);
  // A line that is nearly full loses no more than it must.
  expect(long.right).toBeGreaterThan(850);
  const endless = set('W'.repeat(200));
  expect([linesOf(endless), endless.words]).toEqual([1, ['W'.repeat(200)]]);
  expect(endless.right).toBeLessThanOrEqual(1_100);
  const two = set(`${'W'.repeat(50)} ${'W'.repeat(50)} end`, { linesMax: 1 });
  expect(two.words).toEqual(['W'.repeat(50), '…']);
  expect(two.right).toBeLessThanOrEqual(1_130);
});

test('of a text the first 60 words are set; spaces and emoji count for nothing', () => {
  expect(set('word '.repeat(70), { linesMax: 99 }).texts).toHaveLength(60);
  expect(set('  Salt \n\t 😀 water ').words).toEqual(['Salt', 'water']);
  for (const nothing of ['', ' \n ', '😀', '山田']) expect(setText(nothing, COLUMN)).toBeUndefined();
});

test('a mark stays with its letter, also where a font of its own has it', () => {
  expect(set('q\u0303u').words).toEqual(['q\u0303u']);
  expect(set('\u0303q').texts.length).toBeGreaterThan(0);
});

test('a right-to-left text begins at the right edge, and names in it keep their order', () => {
  const { texts, right, words } = set('حارس Ana Sousa المنارة', { sizes: [50] });
  expect(right).toBeGreaterThan(1_080);
  expect(right).toBeLessThanOrEqual(1_105);
  expect(new Set(words).size).toBe(4);
  expect(texts.toSorted((a, b) => a.x - b.x).map(({ letters }) => letters)).toEqual([
    'المنارة',
    'Ana',
    'Sousa',
    'حارس',
  ]);
  // Between texts from left to right nothing is turned, nor where there are no letters.
  expect(
    set('12 Ana 7')
      .texts.toSorted((a, b) => a.x - b.x)
      .map(({ letters }) => letters),
  ).toEqual(['12', 'Ana', '7']);
});
