import { v7 } from 'uuid';

/** A new id: UUIDv7, so that rows made later sort later. */
export function newId(): string {
  return v7();
}

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

/** True for a text that PostgreSQL accepts as a uuid; ask it before an id from outside reaches a query. */
export function isId(text: string): boolean {
  return UUID.test(text);
}
