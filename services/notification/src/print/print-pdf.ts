// What the printer's thread runs for each PDF.
import { ticketPdf } from '../tickets/ticket-pdf.ts';
import { documentPdf } from './document-pdf.ts';
import type { AskedPdf } from './printer.ts';

/** The bytes of a PDF file. */
export default function printPdf(asked: AskedPdf): Promise<Uint8Array<ArrayBuffer>> {
  return 'tickets' in asked ? ticketPdf(asked) : documentPdf(asked);
}
