import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import type { TicketPdf } from '../tickets/ticket-pdf.ts';
import type { PrintedDocument } from './document-pdf.ts';

export type AskedPdf = TicketPdf | PrintedDocument;

const HEAP_MEGABYTES = 128;
const TIMEOUT_MS = 20_000;
const ENTRY = new URL('./pdf-worker.ts', import.meta.url);

/**
 * Makes the PDF in a thread: with its fonts it takes tenths of a second, while this thread answers others. Who asks bounds how
 * many are made at once.
 */
export async function writePdf(asked: AskedPdf): Promise<Uint8Array<ArrayBuffer>> {
  const worker = new Worker(ENTRY, { workerData: asked, resourceLimits: { maxOldGenerationSizeMb: HEAP_MEGABYTES } });
  try {
    const [pdf] = await once(worker, 'message', { signal: AbortSignal.timeout(TIMEOUT_MS) });
    return pdf as Uint8Array<ArrayBuffer>;
  } finally {
    void worker.terminate();
  }
}
