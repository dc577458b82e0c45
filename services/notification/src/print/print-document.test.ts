import { PDFiumLibrary } from '@hyzyla/pdfium';
import { PrintService } from '@marquee/contracts/notification/v1/print_pb';
import { clientFor } from '@marquee/testing/client-for';
import { viewers } from '@marquee/testing/viewers';
import { notificationService } from '../testing/notification-service.ts';

/** The text of each page of a PDF. */
async function pagesOf(pdf: Uint8Array): Promise<string[]> {
  const library = await PDFiumLibrary.init();
  const document = await library.loadDocument(pdf);
  const texts = [...document.pages()].map((page) => page.getText());
  document.destroy();
  library.destroy();
  return texts;
}

async function printer() {
  const { service } = await notificationService();
  return clientFor(service, PrintService, viewers.movieLover());
}
const row = (...cells: string[]) => ({ cells, strong: false });

test('a document is a PDF with its title, its lines and its tables, on as many pages as it takes [SET-11:pdf]', async () => {
  const rows = Array.from({ length: 120 }, (_, n) => row(`Μαΐου ${n}`, `$${n}.00`));
  const { pdf } = await (await printer()).printDocument({
    ...{ language: 'fr', title: 'Reçu 0123', lines: ['Vendu par: Maeve Byrne'] },
    tables: [{ headings: ['Date', 'Montant'], rows }],
  });
  const pages = await pagesOf(pdf);
  expect(pages.length).toBeGreaterThan(1);
  for (const text of ['Reçu 0123', 'Vendu par: Maeve Byrne', 'Montant', 'Μαΐου 0']) expect(pages[0]).toContain(text);
  expect(pages.at(-1)).toContain('Μαΐου 119');
  expect(pages.at(-1)).toContain('$119.00');
}, 60_000);

test('more than fits on some pages, and what is no language, is refused [SET-11:pdf]', async () => {
  const print = await printer();
  const asked = { language: 'en', title: 'A title', lines: ['A line'], tables: [] };
  const invalid = { code: 3 };
  for (const wrong of [
    { title: '' },
    { title: 'x'.repeat(301) },
    { language: '../..' },
    { tables: [{ headings: ['A', 'B'], rows: Array.from({ length: 2_001 }, () => row('a', 'b')) }] },
    { tables: [{ headings: ['A', 'B'], rows: [row('one')] }] },
  ]) {
    await expect(print.printDocument({ ...asked, ...wrong })).rejects.toMatchObject(invalid);
  }
});
