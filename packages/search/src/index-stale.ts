import type { Database, Tx } from '@marquee/data/database';
import * as documents from './documents.ts';
import { type SearchDocument, storedDocument } from './vector.ts';

/** Rows that are found by search, as the service that owns them describes them. */
export type SearchSource = {
  /** As the triggers of its tables call it: `search_mark('film', 'id')`. Never renamed. */
  name: string;
  /** The collections that its rows may be in. */
  collections: readonly string[];
  /** The documents of these rows as they are now; a row without one in a collection is not found there. */
  describe(tx: Tx, ids: readonly string[]): Promise<SearchDocument[]>;
};

/** Changes that are taken in one transaction. */
const ROWS_MAX = 500;
const LOCK_ID = 6_277_104;

/**
 * Indexes the rows that have changed since they were last indexed, until none are left. One process works at a time: words
 * are counted in rows that many documents share. What others mark meanwhile waits for the next call.
 */
export async function indexStale(
  { db, signal }: { db: Pick<Database, 'query' | 'transaction'>; signal?: AbortSignal },
  source: SearchSource,
): Promise<void> {
  const isStale = async () =>
    (await db.query({ name: 'search.is-stale', text: IS_STALE, values: [source.name] })).length > 0;
  while (!signal?.aborted && (await isStale())) {
    if (!(await db.transaction((tx) => indexSome(tx, source)))) return;
  }
}

/** False while another process indexes. */
async function indexSome(tx: Tx, { name, collections, describe }: SearchSource): Promise<boolean> {
  const [turn] = await tx.query<{ mine: boolean }>('SELECT pg_try_advisory_xact_lock($1) AS mine', [LOCK_ID]);
  if (!turn?.mine) return false;
  const rows = await tx.query<{ id: string }>({ name: 'search.take', text: TAKE, values: [name, ROWS_MAX] });
  const ids = [...new Set(rows.map(({ id }) => id))];
  const described = await describe(tx, ids);
  await documents.replace(tx, { collections, ids, documents: described.map(storedDocument) });
  return true;
}

const IS_STALE = 'SELECT 1 FROM search_stale WHERE source = $1 LIMIT 1';

// Taken before the rows are read: what changes after that is listed again.
const TAKE = `
  DELETE FROM search_stale WHERE seq = ANY(ARRAY(SELECT seq FROM search_stale WHERE source = $1 ORDER BY seq LIMIT $2))
  RETURNING id`;
