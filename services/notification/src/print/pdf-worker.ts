// The thread that makes one PDF.
import { parentPort, workerData } from 'node:worker_threads';
import { ticketPdf } from '../tickets/ticket-pdf.ts';
import { documentPdf } from './document-pdf.ts';
import type { AskedPdf } from './write-pdf.ts';

const asked = workerData as AskedPdf;
parentPort?.postMessage(await ('tickets' in asked ? ticketPdf(asked) : documentPdf(asked)));
