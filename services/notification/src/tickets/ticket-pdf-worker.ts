// The thread that makes the PDF of one mail.
import { parentPort, workerData } from 'node:worker_threads';
import { type TicketPdf, ticketPdf } from './ticket-pdf.ts';

parentPort?.postMessage(await ticketPdf(workerData as TicketPdf));
