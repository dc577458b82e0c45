import { BOLD, MARGIN_PT, pdfFile, SANS } from './pdf-file.ts';

/** Lines below a title, and tables whose last column is an amount. */
export type PrintedDocument = {
  language: string;
  title: string;
  lines: readonly string[];
  tables: readonly { headings: readonly string[]; rows: readonly { cells: readonly string[]; strong: boolean }[] }[];
};

const SIZE_PT = 10;
const GAP_PT = 10;
const ROW_GAP_PT = 7;

/** A document on as many pages as it takes. */
export function documentPdf(printed: PrintedDocument): Promise<Uint8Array<ArrayBuffer>> {
  return pdfFile({ ...printed, size: 'A4' }, (page) => {
    page.addPage();
    page.font(BOLD).fontSize(11).text('Marquee');
    page.moveDown(0.8);
    page.font(BOLD).fontSize(18).text(printed.title);
    page.moveDown(0.5);
    for (const line of printed.lines) page.font(SANS).fontSize(SIZE_PT).text(line);
    for (const { headings, rows } of printed.tables) {
      page.moveDown(1.2);
      printRow(page, headings, true);
      for (const { cells, strong } of rows) printRow(page, cells, strong);
    }
  });
}

function printRow(page: PDFKit.PDFDocument, cells: readonly string[], isStrong: boolean): void {
  const whole = page.page.width - 2 * MARGIN_PT;
  const width = (whole - GAP_PT * (cells.length - 1)) / cells.length;
  page.font(isStrong ? BOLD : SANS).fontSize(SIZE_PT);
  const height = Math.max(...cells.map((cell) => page.heightOfString(cell || ' ', { width })));
  if (page.y + height > page.page.height - MARGIN_PT) page.addPage();
  const top = page.y;
  for (const [index, cell] of cells.entries()) {
    const align = index === cells.length - 1 ? 'right' : 'left';
    page.text(cell, MARGIN_PT + index * (width + GAP_PT), top, { width, align });
  }
  page.x = MARGIN_PT;
  page.y = top + height + ROW_GAP_PT;
}
