const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

/**
 * An id in the one way to write it: a UUID in small letters; other texts as they are. PostgreSQL takes both, so that a
 * limit, a lock or a cache keyed by the text of an id would have many places for one object.
 */
export function canonicalId(id: string): string {
  return UUID.test(id) ? id.toLowerCase() : id;
}
