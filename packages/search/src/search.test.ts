import { type Database, openDatabase, type Tx } from '@marquee/data/database';
import { newId } from '@marquee/data/ids';
import { atEnd } from '@marquee/testing/cleanup';
import { silentLog } from '@marquee/testing/silent-log';
import { testDatabaseUrl } from '@marquee/testing/test-database';
import { indexStale, type SearchSource } from './index-stale.ts';
import { planSearch } from './plan-search.ts';
import { searchMigrations } from './sources.ts';
import type { SearchDocument } from './vector.ts';

type Book = Omit<SearchDocument, 'id' | 'collection'>;

/** A shelf of books that are found by search, on a database of its own. */
async function shelf() {
  const url = await testDatabaseUrl('search', [searchMigrations]);
  const db = openDatabase({ url, log: silentLog, applicationName: 'test' });
  atEnd(() => db.close());
  await db.query('CREATE TABLE books (id uuid PRIMARY KEY, about jsonb NOT NULL)');
  await db.query(`CREATE TRIGGER books_search AFTER INSERT OR UPDATE OR DELETE ON books
    FOR EACH ROW EXECUTE FUNCTION search_mark('book', 'id')`);
  const source: SearchSource = {
    name: 'book',
    collections: ['books'],
    async describe(tx: Tx, ids) {
      const rows = await tx.query<{ id: string; about: Book }>('SELECT id, about FROM books WHERE id = ANY($1)', [ids]);
      return rows.map(({ id, about }) => ({ ...about, id, collection: 'books' }));
    },
  };
  const index = () => indexStale({ db }, source);
  const find = async (query: string) => {
    const plan = await planSearch(db, query, { collection: 'books' });
    if (!plan) return { titles: [], spellings: [], matches: false };
    const { whole, beginning, anywhere, spelled, titles, spellings, matches } = plan;
    const rows = await db.query<{ title: string }>(
      `SELECT about ->> 'title' AS title FROM search_found('books', $1, $2, $3, $4, $5, 20) r JOIN books b ON b.id = r.id
       ORDER BY r.relevance DESC, r.id DESC`,
      [whole, beginning, anywhere, spelled, titles],
    );
    return { titles: rows.map(({ title }) => title), spellings, matches };
  };
  return { db, url, source, index, find, put: (book: Book, id = newId()) => put(db, id, book) };
}

async function put(db: Database, id: string, book: Book): Promise<string> {
  await db.query(
    'INSERT INTO books (id, about) VALUES ($1, $2) ON CONFLICT (id) DO UPDATE SET about = excluded.about',
    [id, JSON.stringify(book)],
  );
  return id;
}

test('whole words come before beginnings, these before prose, and titles before names', async () => {
  const { put, index, find } = await shelf();
  await put({ title: 'A long walk', prose: 'The salt of the sea.' });
  await put({ title: 'Saltwater', facts: ['Ireland'] });
  await put({ title: 'Rivers', main: ['Titus Salt'] });
  await put({ title: 'Harbour', facts: ['Ann Salter'] });
  await put({ title: 'The Road of Salt' });
  await put({ title: 'The Salt' });
  await put({ title: 'Nothing of it', prose: 'Malt and metres.' });
  await index();
  const all = ['The Salt', 'The Road of Salt', 'Rivers', 'Saltwater', 'Harbour', 'A long walk'];
  expect(await find('salt')).toEqual({ titles: all, spellings: [], matches: true });
  expect((await find('the salt')).titles).toEqual(all);
  expect((await find('road sal')).titles).toEqual(['The Road of Salt']);
  expect((await find('salt ireland')).titles).toEqual(['Saltwater']);
});

test.each([
  ['slat', 'salt'],
  ['saltt lamp', 'salt lamp'],
  ['selt', 'salt'],
  ['titsu satl', 'titus salt'],
])('%p finds what was meant, and says so', async (typed, meant) => {
  const { put, index, find } = await shelf();
  await put({ title: 'Salt', main: ['Titus Salt'], facts: ['Lamp'] });
  await put({ title: 'Tides', prose: 'The malt was halted in Malta.' });
  await index();
  expect(await find(typed)).toEqual({ titles: ['Salt'], spellings: [meant], matches: false });
  // The beginning of a word is no mistake.
  expect(await find('sal lamp')).toEqual({ titles: ['Salt'], spellings: [], matches: true });
});

test('other spellings follow the few that match only in prose, and never where a name matches', async () => {
  const { put, index, find } = await shelf();
  await put({ title: 'Tides', prose: 'A kepr of bees.' });
  await put({ title: 'The Keepr' });
  await put({ title: 'The Keeper' });
  await index();
  expect(await find('kepr')).toEqual({ titles: ['Tides', 'The Keepr'], spellings: ['keepr'], matches: true });
  expect(await find('keepr')).toEqual({ titles: ['The Keepr'], spellings: [], matches: true });
});

test('no more than three spellings are answered with, the nearest and commonest first', async () => {
  const { put, index, find } = await shelf();
  for (const title of ['Sand', 'Send', 'Send', 'Sind', 'Sind', 'Sind', 'Sond', 'Bund']) await put({ title });
  await index();
  expect((await find('sxnd')).spellings).toEqual(['sind', 'send', 'sand']);
  // Two slips are guessed in longer words only.
  expect((await find('ands')).spellings).toEqual([]);
  await put({ title: 'Lighthouse' });
  await index();
  expect((await find('ighthousle')).titles).toEqual(['Lighthouse']);
});

test('a first letter finds the titles that begin with it, a last one is still being typed', async () => {
  const { put, index, find } = await shelf();
  await put({ title: 'The Salt Road' });
  await put({ title: 'Plan B from Salzburg' });
  await put({ title: 'Plan A' });
  await index();
  expect((await find('s')).titles).toEqual(['The Salt Road']);
  expect((await find('the s')).titles).toEqual(['The Salt Road']);
  expect((await find('plan b')).titles).toEqual(['Plan B from Salzburg', 'Plan A']);
  expect((await find('salt r')).titles).toEqual(['The Salt Road']);
});

test('a changed row is found by its new words alone, a deleted one not at all, and no word is left of it', async () => {
  const { db, put, index, find } = await shelf();
  const id = await put({ title: 'Windmill', facts: ['Lamp'] });
  const other = await put({ title: 'Other', facts: ['Lamp'] });
  await index();
  await put({ title: 'Watermill', facts: ['Lamp', 'Lamp'] }, id);
  await index();
  expect((await find('windmill')).titles).toEqual([]);
  expect((await find('watermlil')).spellings).toEqual(['watermill']);
  const words = () => db.query('SELECT word, documents FROM search_words ORDER BY word');
  expect(await words()).toEqual([
    { word: 'lamp', documents: 2 },
    { word: 'other', documents: 1 },
    { word: 'watermill', documents: 1 },
  ]);
  await db.query('DELETE FROM books WHERE id = ANY($1)', [[id, other]]);
  await index();
  expect(await words()).toEqual([]);
  expect(await db.query('SELECT 1 FROM search_deletions')).toEqual([]);
  expect(await db.query('SELECT 1 FROM search_documents')).toEqual([]);
});

test('more changes than one transaction takes are all indexed', async () => {
  const { db, index, find } = await shelf();
  await db.query(
    `INSERT INTO books (id, about)
     SELECT gen_random_uuid(), jsonb_build_object('title', 'Lamp ' || n) FROM generate_series(1, 1100) n`,
  );
  await index();
  expect(await db.query("SELECT documents FROM search_words WHERE word = 'lamp'")).toEqual([{ documents: 1_100 }]);
  expect((await find('lamp 17')).titles[0]).toBe('Lamp 17');
});

test('while one process indexes, another leaves it to do so', async () => {
  const { db, url, source, put, find } = await shelf();
  const other = openDatabase({ url, log: silentLog, applicationName: 'test' });
  atEnd(() => other.close());
  await put({ title: 'Lamp' });
  const [entered, released] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const first = indexStale(
    { db },
    {
      ...source,
      async describe(tx, ids) {
        entered.resolve();
        await released.promise;
        return source.describe(tx, ids);
      },
    },
  );
  await entered.promise;
  await indexStale({ db: other }, source);
  expect((await find('lamp')).titles).toEqual([]);
  released.resolve();
  await first;
  expect((await find('lamp')).titles).toEqual(['Lamp']);
});

test('a change that is not committed yet keeps nobody waiting, and is indexed once it is', async () => {
  const { db, url, source, put, index, find } = await shelf();
  const id = await put({ title: 'First' });
  const other = openDatabase({ url, log: silentLog, applicationName: 'test' });
  atEnd(() => other.close());
  await db.transaction(async (tx) => {
    await tx.query('UPDATE books SET about = $2 WHERE id = $1', [id, JSON.stringify({ title: 'Second' })]);
    await indexStale({ db: other }, source);
  });
  expect((await find('first')).titles).toHaveLength(1);
  await index();
  expect((await find('first')).titles).toEqual([]);
  expect((await find('second')).titles).toEqual(['Second']);
});

test('a document of any length is indexed', async () => {
  const { put, index, find } = await shelf();
  const letters = [...'😀abcdefghijklmnopqrstuvwxyzαβγδεζηθικλμνξοπρστυφχψω中文字'];
  const word = (n: number) => `${'𠀀'.repeat(30)}${letters[n % 40]}${n}`;
  await put({ title: 'Endless', prose: Array.from({ length: 40_000 }, (_, n) => word(n)).join(' ') });
  await put({ title: 'Repeated', prose: 'again '.repeat(40_000) });
  await index();
  expect((await find('endless')).titles).toEqual(['Endless']);
  expect((await find('again')).titles).toEqual(['Repeated']);
});

test.each([
  ['nothing', ''],
  ['punctuation', '!!! --- ... ’’’ %_\\ "" \'\''],
  ['operators', "salt & | ! <-> :* ( ) 'a':*ABCD <3>"],
  ['emoji', '🎬🎬🎬 🏳️‍🌈'],
  ['right to left', '‮שלום‬ مرحبا بالعالم'],
  ['a long word', 'ab'.repeat(5_000)],
  ['thousands of words', 'salt road '.repeat(5_000)],
  ['many beginnings', 'aa ab ac ad ae af ag ah ai aj ak al am an ao ap'],
  ['zero characters', 'sa\u0000lt\uD800'],
])('%s is searched for without an error', async (_, query) => {
  const { put, index, find } = await shelf();
  await put({ title: 'Salt', prose: query.replaceAll('\u0000', '').replaceAll('\uD800', '') });
  await index();
  await expect(find(query)).resolves.toBeDefined();
});
