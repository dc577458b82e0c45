import { drawnOn, marksOn } from '../testing/pdf-marks.ts';
import { ticketPdf } from './ticket-pdf.ts';

const ticket = {
  ...{ title: 'Opening night', festivalName: 'Riverside', when: 'Friday', where: 'Hall', ticketTypeName: 'Full price' },
  ...{ code: 'code', note: 'Show it at the door.' },
};
const pdf = (...tickets: object[]) =>
  ticketPdf({ language: 'en', title: 'Tickets', tickets: tickets.map((changes) => ({ ...ticket, ...changes })) });

test('each ticket is a page with what it is for, where, when, and how it is used', async () => {
  const pages = marksOn(await pdf({}, {}));
  expect(pages).toHaveLength(2);
  for (const page of pages) {
    expect(page.map(({ size }) => size)).toEqual([11, 19, 11, 11, 11, 11, 9]);
    const [site, title, festival, , , type, note] = page;
    expect([title?.font, type?.font, note?.font]).toEqual([site?.font, site?.font, festival?.font]);
    expect(page.slice(0, 6).map(({ x }) => x)).toEqual(Array(6).fill(48));
    expect(note?.x).toBeGreaterThan(100);
    expect(page.map(({ y }) => y)).toEqual([537, 507, 492, 471, 459, 446, 68]);
  }
});

test('a code is 260 points wide with its border of four squares, in the middle of the page', async () => {
  const [page = ''] = drawnOn(await pdf({}));
  const [, x, y, square] = /1 0 0 1 (\S+) (\S+) cm\s+(\S+) 0 0 \S+ 0 0 cm/.exec(page) ?? [];
  const squares = 21 + 2 * 4;
  expect(Number(square) * squares).toBeCloseTo(260, 3);
  expect(Number(x) - 4 * Number(square)).toBeCloseTo((419.53 - 260) / 2, 2);
  expect(Number(y) - 4 * Number(square)).toBeCloseTo(595.28 - 48 - 34 - 260, 2);
  expect(page).toMatch(/f\nQ/);
});

test('names that are too long are cut, so that a ticket stays one page', async () => {
  const long = 'A very long name '.repeat(40);
  const pages = marksOn(
    await pdf({ title: long, festivalName: long, when: long, where: long, ticketTypeName: long, note: long }),
  );
  expect(pages).toHaveLength(1);
  const lowest = pages[0]?.filter(({ size }) => size > 9).map(({ y }) => y) ?? [];
  // Above the code.
  expect(Math.min(...lowest)).toBeGreaterThan(48 + 34 + 260);
});
