import { fileURLToPath } from 'node:url';
import { type Font, openSync } from 'fontkit';
import PDFDocument from 'pdfkit';

// Latin, Greek and Cyrillic in one file; a PDF has no other fonts to fall back to. They are read once: to read them takes
// longer than to write a ticket. The types of pdfkit know only files and bytes.
const font = (name: string) => {
  const opened = openSync(fileURLToPath(import.meta.resolve(`dejavu-fonts-ttf/ttf/${name}.ttf`))) as Font;
  return opened as unknown as PDFKit.Mixins.PDFFontSource;
};
export const [SANS, BOLD] = [font('DejaVuSans'), font('DejaVuSans-Bold')] as const;
export const MARGIN_PT = 48;

type Paper = { size: 'A4' | 'A5'; language: string; title: string };

/** A PDF with what is written on its pages. */
export async function pdfFile(
  { size, language, title }: Paper,
  write: (document: PDFKit.PDFDocument) => void,
): Promise<Uint8Array<ArrayBuffer>> {
  const document = new PDFDocument({
    ...{ size, margin: MARGIN_PT, autoFirstPage: false, lang: language },
    info: { Title: title, Creator: 'Marquee' },
  });
  const chunks: Buffer[] = [];
  document.on('data', (chunk: Buffer) => chunks.push(chunk));
  const ended = new Promise<void>((resolve, reject) => document.on('end', resolve).on('error', reject));
  write(document);
  document.end();
  await ended;
  return new Uint8Array(Buffer.concat(chunks));
}
