import type { Tx } from '@marquee/data/database';
import { booksClosed } from './books-errors.ts';
import * as closed from './closed-books.ts';

/**
 * Money of tickets may be given back by rule: not all of their events are closed, nor will be before the transaction ends.
 *
 * @throws DomainError FAILED_PRECONDITION, BOOKS_CLOSED
 */
export async function requireOpenBooks(tx: Tx, typeId: string): Promise<void> {
  await closed.holdEvents(tx, typeId);
  if (await closed.areClosed(tx, typeId)) throw booksClosed();
}
