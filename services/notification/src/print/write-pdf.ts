import { askThread } from '@marquee/runtime/ask-thread';
import type { TicketPdf } from '../tickets/ticket-pdf.ts';
import type { PrintedDocument } from './document-pdf.ts';

export type AskedPdf = TicketPdf | PrintedDocument;

const TIMEOUT_MS = 20_000;
const ENTRY = new URL('./pdf-worker.ts', import.meta.url);

/**
 * Makes the PDF in a thread: with its fonts it takes tenths of a second, while this thread answers others. Who asks bounds how
 * many are made at once.
 */
export const writePdf = (asked: AskedPdf): Promise<Uint8Array<ArrayBuffer>> => askThread(ENTRY, asked, TIMEOUT_MS);
