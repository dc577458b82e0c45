import { createHmac, timingSafeEqual } from 'node:crypto';
import { DomainError } from '@marquee/runtime/errors';

export const PAGE_SIZE_MAX = 100;
export const PAGE_SIZE_DEFAULT = 24;
const MAC_BYTES = 16;
const CURSOR_CHARACTERS_MAX = 1_024;

/** What a cursor may hold: the sort values of the last row of a page. */
export type CursorPart = string | number | boolean | null;

/**
 * An opaque cursor that only the holder of `key` can make. `scope` names the list and its filters, so that a cursor of
 * one list is refused by another; dates go in as ISO strings, bigints as decimal strings.
 */
export function encodeCursor(key: Uint8Array | string, parts: readonly CursorPart[], scope = ''): string {
  const body = Buffer.from(JSON.stringify(parts), 'utf8');
  return Buffer.concat([mac(key, scope, body), body]).toString('base64url');
}

/** The parts of a cursor made by encodeCursor. @throws DomainError INVALID, CURSOR_INVALID when it was not. */
export function decodeCursor<P extends readonly CursorPart[] = CursorPart[]>(
  key: Uint8Array | string,
  cursor: string,
  scope = '',
): P {
  if (cursor.length > CURSOR_CHARACTERS_MAX) throw cursorInvalid();
  const bytes = Buffer.from(cursor, 'base64url');
  const body = bytes.subarray(MAC_BYTES);
  // base64url decoding ignores what it does not know: only the one canonical spelling is accepted.
  if (body.length === 0 || bytes.toString('base64url') !== cursor) throw cursorInvalid();
  if (!timingSafeEqual(bytes.subarray(0, MAC_BYTES), mac(key, scope, body))) throw cursorInvalid();
  return JSON.parse(body.toString('utf8')) as P;
}

/** The rows to read for a requested page: the default for 0, never over the maximum. */
export function pageSize(requested: number, sizeDefault = PAGE_SIZE_DEFAULT): number {
  if (!Number.isInteger(requested) || requested <= 0) return sizeDefault;
  return Math.min(requested, PAGE_SIZE_MAX);
}

/**
 * Cuts a page out of `size + 1` rows read: the extra row says that there is more, and `cursorOf` the last row shown
 * makes the next page's cursor ('' on the last page).
 */
export function cutPage<R>(
  rows: readonly R[],
  size: number,
  cursorOf: (last: R) => string,
): { rows: R[]; nextCursor: string } {
  const page = rows.slice(0, size);
  const last = page.at(-1);
  return { rows: page, nextCursor: last !== undefined && rows.length > size ? cursorOf(last) : '' };
}

/** One page of a list that is ordered by a key: what to read, and how to answer. */
export type Keyset<K extends readonly CursorPart[]> = {
  /** The key of the last row that was shown; undefined at the beginning of the list. */
  after: K | undefined;
  /** Rows to read: one more than the page shows, which says that there are more. */
  limit: number;
  /** The page out of the rows that were read, and the cursor of the next one ('' on the last page). */
  page<R>(rows: readonly R[], keyOf: (row: R) => K): { rows: R[]; nextCursor: string };
};

/**
 * Reads a list page by page, each after the key of the last row shown.
 *
 * @param list.key secret that authenticates cursors
 * @param list.scope names the list, its filters and its viewer: a cursor of another list is refused
 * @param list.size rows asked for; PAGE_SIZE_DEFAULT for 0, PAGE_SIZE_MAX at the most
 * @throws DomainError INVALID, CURSOR_INVALID
 */
export function keyset<K extends readonly CursorPart[]>(list: {
  key: Uint8Array | string;
  scope: string;
  size: number;
  cursor: string;
  sizeDefault?: number;
}): Keyset<K> {
  const { key, scope, cursor } = list;
  const size = pageSize(list.size, list.sizeDefault);
  return {
    after: cursor === '' ? undefined : decodeCursor<K>(key, cursor, scope),
    limit: size + 1,
    page: (rows, keyOf) => cutPage(rows, size, (last) => encodeCursor(key, keyOf(last), scope)),
  };
}

function mac(key: Uint8Array | string, scope: string, body: Uint8Array): Buffer {
  return createHmac('sha256', key).update(`cursor\0${scope}\0`).update(body).digest().subarray(0, MAC_BYTES);
}

function cursorInvalid(): DomainError {
  return new DomainError({
    kind: 'INVALID',
    reason: 'CURSOR_INVALID',
    message: 'This list has changed. Please start again from its beginning.',
  });
}
