import { fileURLToPath } from 'node:url';
import { THREAD_LIMITS } from '@marquee/runtime/ask-thread';
import { Piscina } from 'piscina';
import type { TicketPdf } from '../tickets/ticket-pdf.ts';
import type { PrintedDocument } from './document-pdf.ts';

export type AskedPdf = TicketPdf | PrintedDocument;

/** Makes PDFs. Who asks bounds how many are made at once. */
export type Printer = {
  /** @throws AbortError after 20 seconds */
  print(asked: AskedPdf): Promise<Uint8Array<ArrayBuffer>>;
};

const ENTRY = fileURLToPath(new URL('./print-pdf.ts', import.meta.url));
const TIMEOUT_MS = 20_000;
const IDLE_MS = 60_000;

/**
 * PDFs are made one after the other in a thread of their own, while others are answered. It lives while there is something to
 * print: to start and to open its fonts takes half a second of CPU, a ticket then takes about fifteen milliseconds.
 */
export function openPrinter({ onClose }: { onClose(work: () => Promise<void>): void }): Printer {
  const threads = new Piscina({
    ...{ filename: ENTRY, minThreads: 0, maxThreads: 1, idleTimeout: IDLE_MS },
    resourceLimits: THREAD_LIMITS,
  });
  onClose(() => threads.destroy());
  return { print: (asked) => threads.run(asked, { signal: AbortSignal.timeout(TIMEOUT_MS) }) };
}
