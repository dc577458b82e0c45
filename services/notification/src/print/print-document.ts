import { DomainError } from '@marquee/runtime/errors';
import type { AccountViewer } from '@marquee/runtime/viewer';
import { z } from 'zod';
import type { NotificationResources } from '../resources.ts';

const TEXT_LENGTH_MAX = 300;
const LINES_MAX = 20;
const TABLES_MAX = 4;
const COLUMNS_MAX = 6;
/** Of all tables together: nobody has paid, or been given back, as often for one thing. */
const ROWS_MAX = 300;
/** More wait at who asks. */
const AT_ONCE_MAX = 4;

const text = z.string().max(TEXT_LENGTH_MAX);
export const printDocumentSchema = z.object({
  language: z.string().regex(/^[a-z]{2,3}(-[A-Za-z0-9]{2,8})?$/),
  title: text.min(1),
  lines: z.array(text.min(1)).min(1).max(LINES_MAX),
  tables: z
    .array(
      z.object({
        headings: z.array(text).min(2).max(COLUMNS_MAX),
        rows: z.array(z.object({ cells: z.array(text).min(2).max(COLUMNS_MAX), strong: z.boolean() })).max(ROWS_MAX),
      }),
    )
    .max(TABLES_MAX)
    .refine((tables) => tables.reduce((sum, { rows }) => sum + rows.length, 0) <= ROWS_MAX),
});

/** Who waits for a document. One for each account, so that nobody keeps others from theirs. */
const printing = new Set<string>();

/** A document that a page has worded, as a PDF [SET-11]. @throws DomainError UNAVAILABLE, PRINTER_BUSY */
export async function printDocument(
  { printer }: NotificationResources,
  { accountId }: AccountViewer,
  asked: z.output<typeof printDocumentSchema>,
): Promise<{ pdf: Uint8Array<ArrayBuffer> }> {
  if (printing.size >= AT_ONCE_MAX || printing.has(accountId)) throw printerBusy();
  printing.add(accountId);
  try {
    return { pdf: await printer.print(asked) };
  } finally {
    printing.delete(accountId);
  }
}

function printerBusy(): DomainError {
  const message = 'Many documents are being made at the moment. Please try again in a moment.';
  return new DomainError({ kind: 'UNAVAILABLE', reason: 'PRINTER_BUSY', message });
}
