import { qrCodeOf } from '@marquee/rules/qr-code';
import { BOLD, MARGIN_PT, pdfFile, SANS } from '../print/pdf-file.ts';

/** A ticket in words, and its code. */
export type PrintedTicket = {
  title: string;
  festivalName: string;
  when: string;
  where: string;
  ticketTypeName: string;
  /** What its QR code says. */
  code: string;
  /** How it is used. */
  note: string;
};

export type TicketPdf = { language: string; title: string; tickets: readonly PrintedTicket[] };

const QR_PT = 260;
/** The quiet zone that scanners need, in squares. */
const BORDER = 4;

/** One page for each ticket, with its code. */
export function ticketPdf({ language, title, tickets }: TicketPdf): Promise<Uint8Array<ArrayBuffer>> {
  return pdfFile({ size: 'A5', language, title }, (document) => {
    for (const ticket of tickets) printTicket(document.addPage(), ticket);
  });
}

function printTicket(page: PDFKit.PDFDocument, ticket: PrintedTicket): void {
  const width = page.page.width - 2 * MARGIN_PT;
  // Long names take at most a few lines, so that a ticket is one page.
  const line = (text: string, font: PDFKit.Mixins.PDFFontSource, size: number, height: number) =>
    page.font(font).fontSize(size).text(text, MARGIN_PT, page.y, { width, height, ellipsis: true });
  line('Marquee', BOLD, 11, 16);
  page.moveDown(0.8);
  line(ticket.title, BOLD, 19, 54);
  line(ticket.festivalName, SANS, 11, 30);
  page.moveDown(0.6);
  line(ticket.when, SANS, 11, 30);
  line(ticket.where, SANS, 11, 30);
  line(ticket.ticketTypeName, BOLD, 11, 30);
  const { size, path } = qrCodeOf(ticket.code);
  const scale = QR_PT / (size + 2 * BORDER);
  const bottom = page.page.height - MARGIN_PT;
  const top = bottom - 34 - QR_PT;
  page
    .save()
    .translate((page.page.width - QR_PT) / 2 + BORDER * scale, top + BORDER * scale)
    .scale(scale)
    .path(path)
    .fill('#000')
    .restore();
  page
    .font(SANS)
    .fontSize(9)
    .text(ticket.note, MARGIN_PT, bottom - 28, { width, height: 26, align: 'center', ellipsis: true });
}
