import { fileURLToPath } from 'node:url';
import PDFDocument from 'pdfkit';

// Latin, Greek and Cyrillic in one file; a PDF has no other fonts to fall back to.
const fontFile = (name: string) => fileURLToPath(import.meta.resolve(`dejavu-fonts-ttf/ttf/${name}.ttf`));
export const [SANS, BOLD] = [fontFile('DejaVuSans'), fontFile('DejaVuSans-Bold')] as const;
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
