import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import type { TicketPdf } from './ticket-pdf.ts';

const HEAP_MEGABYTES = 128;
const TIMEOUT_MS = 20_000;
const ENTRY = new URL('./ticket-pdf-worker.ts', import.meta.url);

/**
 * Makes the PDF in a thread: with its fonts it takes tenths of a second, while this thread answers others. The lane of the
 * mail bounds how many are made at once.
 */
export async function writeTicketPdf(asked: TicketPdf): Promise<Uint8Array> {
  const worker = new Worker(ENTRY, { workerData: asked, resourceLimits: { maxOldGenerationSizeMb: HEAP_MEGABYTES } });
  try {
    const [pdf] = await once(worker, 'message', { signal: AbortSignal.timeout(TIMEOUT_MS) });
    return pdf as Uint8Array;
  } finally {
    void worker.terminate();
  }
}
