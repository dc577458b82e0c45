import type { Tx } from '@marquee/data/database';
import type { StoredDocument } from './vector.ts';
import { deletionsOf, isCorrectable } from './words.ts';

type Rows = { collection: string; id: string; words: string[] };

/** Rewrites the documents of these rows in these collections; a row that has none there is not found any more. */
export async function replace(
  tx: Tx,
  {
    collections,
    ids,
    documents,
  }: { collections: readonly string[]; ids: readonly string[]; documents: StoredDocument[] },
): Promise<void> {
  const before = await tx.query<Rows>({ name: 'search.before', text: BEFORE, values: [collections, ids] });
  const counts = new Counts();
  for (const { collection, words } of before) counts.add(collection, words, -1);
  for (const { collection, words } of documents) counts.add(collection, words, 1);

  const columns = (key: 'collection' | 'id' | 'title' | 'vector') => documents.map((document) => document[key]);
  const values = [columns('collection'), columns('id'), columns('title'), columns('vector')];
  await tx.query({ name: 'search.remove', text: REMOVE, values: [collections, ids, ...values.slice(0, 2)] });
  await tx.query({ name: 'search.put', text: PUT, values });
  await count(tx, counts.changed());
}

/** How many documents of a collection have a word, as a difference. */
type Count = { collection: string; word: string; change: number };

class Counts {
  readonly #changes = new Map<string, Map<string, number>>();

  add(collection: string, words: Iterable<string>, change: number): void {
    const changes = this.#changes.get(collection) ?? new Map<string, number>();
    this.#changes.set(collection, changes);
    for (const word of words) changes.set(word, (changes.get(word) ?? 0) + change);
  }

  changed(): Count[] {
    return [...this.#changes].flatMap(([collection, changes]) =>
      [...changes].flatMap(([word, change]) => (change === 0 ? [] : { collection, word, change })),
    );
  }
}

/** Adds up the words; one that no document has any more goes with its deletions. */
async function count(tx: Tx, changed: Count[]): Promise<void> {
  if (changed.length === 0) return;
  const values = [
    changed.map(({ collection }) => collection),
    changed.map(({ word }) => word),
    changed.map(({ change }) => change),
  ];
  const now = await tx.query<Count & { documents: number }>({ name: 'search.count', text: COUNT, values });
  const changes = new Map(changed.map(({ collection, word, change }) => [`${collection}\n${word}`, change]));
  const isNew = ({ collection, word, documents }: (typeof now)[number]) =>
    documents === changes.get(`${collection}\n${word}`);
  await ofWords(tx, ADD_DELETIONS, now.filter(isNew));
  const gone = now.filter(({ documents }) => documents <= 0);
  await ofWords(tx, REMOVE_DELETIONS, gone);
  if (gone.length === 0) return;
  await tx.query(REMOVE_WORDS, [gone.map(({ collection }) => collection), gone.map(({ word }) => word)]);
}

async function ofWords(tx: Tx, text: string, words: Pick<Count, 'collection' | 'word'>[]): Promise<void> {
  const rows = words
    .filter(({ word }) => isCorrectable(word))
    .flatMap(({ collection, word }) => deletionsOf(word).map((deletion) => [collection, deletion, word] as const));
  if (rows.length === 0) return;
  const column = (index: 0 | 1 | 2) => rows.map((row) => row[index]);
  await tx.query(text, [column(0), column(1), column(2)]);
}

const BEFORE = `
  SELECT collection, id, tsvector_to_array(ts_filter(vector, '{a,b,c}')) AS words FROM search_documents
  WHERE collection = ANY($1::text[]) AND id = ANY($2::uuid[])`;

const REMOVE = `
  DELETE FROM search_documents WHERE collection = ANY($1::text[]) AND id = ANY($2::uuid[])
    AND (collection, id) NOT IN (SELECT * FROM unnest($3::text[], $4::uuid[]))`;

const PUT = `
  INSERT INTO search_documents (collection, id, title, vector)
  SELECT collection, id, title, vector::tsvector
  FROM unnest($1::text[], $2::uuid[], $3::text[], $4::text[]) AS d (collection, id, title, vector)
  ON CONFLICT (collection, id) DO UPDATE SET title = excluded.title, vector = excluded.vector`;

const COUNT = `
  INSERT INTO search_words AS w (collection, word, documents)
  SELECT * FROM unnest($1::text[], $2::text[], $3::int[])
  ON CONFLICT (collection, word) DO UPDATE SET documents = w.documents + excluded.documents
  RETURNING collection, word, documents`;

const ADD_DELETIONS = `
  INSERT INTO search_deletions (collection, deletion, word) SELECT * FROM unnest($1::text[], $2::text[], $3::text[])
  ON CONFLICT DO NOTHING`;

const REMOVE_DELETIONS = `
  DELETE FROM search_deletions WHERE (collection, deletion, word) IN (SELECT * FROM unnest($1::text[], $2::text[], $3::text[]))`;

const REMOVE_WORDS =
  'DELETE FROM search_words WHERE (collection, word) IN (SELECT * FROM unnest($1::text[], $2::text[]))';
