import { PrintService } from '@marquee/contracts/notification/v1/print_pb';
import { clientFor } from '@marquee/testing/client-for';
import { pdfText } from '@marquee/testing/pdf-text';
import { viewers } from '@marquee/testing/viewers';
import { notificationService } from '../testing/notification-service.ts';

async function printer() {
  const { service } = await notificationService();
  return clientFor(service, PrintService, viewers.movieLover());
}
const row = (...cells: string[]) => ({ cells, strong: false });
const rows = (length: number) => Array.from({ length }, () => row('a', 'b'));

test('a document is a PDF with its title, its lines and its tables, on as many pages as it takes [SET-11:pdf]', async () => {
  const rows = Array.from({ length: 120 }, (_, n) => row(`Μαΐου ${n}`, `$${n}.00`));
  const { pdf } = await (await printer()).printDocument({
    ...{ language: 'fr', title: 'Reçu 0123', lines: ['Vendu par: Maeve Byrne'] },
    tables: [{ headings: ['Date', 'Montant'], rows }],
  });
  const pages = await pdfText(pdf);
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
    { lines: [] },
    { lines: Array(21).fill('A line') },
    { tables: Array(5).fill({ headings: ['A', 'B'], rows: rows(1) }) },
    { tables: [{ headings: Array(7).fill('A'), rows: rows(1) }] },
    { tables: [{ headings: ['A', 'B'], rows: [row(...'abcdefg')] }] },
    { language: '../..' },
    { tables: [{ headings: ['A', 'B'], rows: rows(301) }] },
    { tables: [250, 51].map((count) => ({ headings: ['A', 'B'], rows: rows(count) })) },
    { tables: [{ headings: ['A', 'B'], rows: [row('one')] }] },
  ]) {
    await expect(print.printDocument({ ...asked, ...wrong })).rejects.toMatchObject(invalid);
  }
});

test('one document is made for an account at a time, and others have theirs meanwhile [SET-11:pdf]', async () => {
  const { service } = await notificationService();
  const [eager, other] = [viewers.movieLover(), viewers.movieLover()].map((viewer) =>
    clientFor(service, PrintService, viewer),
  );
  const asked = {
    ...{ language: 'en', title: 'A title', lines: ['A line'] },
    tables: [{ headings: ['A', 'B'], rows: rows(300) }],
  };
  const print = (client = eager) => client?.printDocument(asked);
  const answers = await Promise.allSettled([...Array.from({ length: 5 }, () => print()), print(other)]);
  expect(answers.map(({ status }) => status).toSorted()).toEqual([
    'fulfilled',
    'fulfilled',
    'rejected',
    'rejected',
    'rejected',
    'rejected',
  ]);
  expect(answers.at(-1)?.status).toBe('fulfilled');
  for (const answer of answers) {
    if (answer.status === 'rejected') expect(answer.reason).toMatchObject({ reason: 'PRINTER_BUSY' });
  }
  expect((await print())?.pdf.length).toBeGreaterThan(0);
}, 60_000);
