import { marksOn } from '../testing/pdf-marks.ts';
import { documentPdf, type PrintedDocument } from './document-pdf.ts';

const row = (cells: string[], strong = false) => ({ cells, strong });
const marks = async (changes: Partial<PrintedDocument>) => {
  const pdf = await documentPdf({ language: 'en', title: 'Receipt', lines: ['Sold by Ada'], tables: [], ...changes });
  return marksOn(pdf);
};
const A4_HEIGHT = 842;

test('a document begins with the site, its title and its lines, below each other at the margin', async () => {
  const [page = []] = await marks({ lines: ['Sold by Ada', 'Paid'] });
  expect(page.map(({ size }) => size)).toEqual([11, 18, 10, 10]);
  const [site, title, one, other] = page;
  expect([title?.font, one?.font === site?.font, other?.font]).toEqual([site?.font, false, one?.font]);
  expect(page.map(({ x }) => x)).toEqual([48, 48, 48, 48]);
  const gaps = page.map(({ y }, index) => (page[index - 1]?.y ?? A4_HEIGHT - 48) - y);
  expect(gaps).toEqual([10, 30, 24, 12]);
});

test('a table has columns of one width, the last of them to the right, and headings and strong rows are bold', async () => {
  const rows = [row(['a', 'b', 'c']), row(['a', '', 'c'], true)];
  const [page = []] = await marks({ tables: [{ headings: ['A', 'B', 'C'], rows }] });
  const [site, , line] = page;
  const table = page.slice(3);
  expect(table.map(({ size }) => size)).toEqual(Array(8).fill(10));
  const [bold, plain] = [site?.font, line?.font];
  expect(table.map(({ font }) => font)).toEqual([bold, bold, bold, plain, plain, plain, bold, bold]);
  // An empty cell writes nothing, and keeps its place.
  const columns = table.map(({ x }) => x);
  expect([columns[0], columns[1], columns[3], columns[4], columns[6]]).toEqual([48, 218, 48, 218, 48]);
  for (const last of [columns[2], columns[5], columns[7]]) expect(last).toBeGreaterThan(535);
  const [heading = 0, first = 0, second = 0] = [table[0]?.y, table[3]?.y, table[6]?.y];
  expect([(line?.y ?? 0) - heading, heading - first, first - second]).toEqual([25, 19, 19]);
});

test('rows that do not fit begin the next page, and a cell of several lines stays whole', async () => {
  const rows = Array.from({ length: 60 }, (_, n) => row([n === 59 ? 'word '.repeat(60) : `${n}`, 'b']));
  const pages = await marks({ tables: [{ headings: ['A', 'B'], rows }] });
  expect(pages.length).toBe(2);
  for (const page of pages) for (const { y } of page) expect(y).toBeGreaterThan(48);
  expect(pages[1]?.[0]).toMatchObject({ x: 48, y: A4_HEIGHT - 48 - 9 });
});
