import { type Database, openDatabase } from '@marquee/data/database';
import { newId } from '@marquee/data/ids';
import { atEnd } from '@marquee/testing/cleanup';
import { silentLog } from '@marquee/testing/silent-log';
import { emptyDatabaseUrl } from '@marquee/testing/test-database';
import { undeclaredColumns } from './personal-columns.ts';
import { closeRows, exportRows, onCloseOf, type PersonalTable } from './personal-tables.ts';

const notes: PersonalTable = {
  of: 'account_id = $1',
  key: ['id'],
  close: 'delete',
  columns: { id: 'yes', account_id: 'no: the id of the account', words: 'yes' },
};
const letters: PersonalTable = {
  ...notes,
  close: { anonymise: { words: "''" }, keep: 'counted' },
};

const MANY = 1_203;
const [own, other] = [newId(), newId()];
let db: Database;

beforeAll(async () => {
  db = openDatabase({ url: await emptyDatabaseUrl(), log: silentLog, applicationName: 'test' });
  atEnd(() => db.close());
  for (const table of ['notes', 'letters']) {
    await db.query(`CREATE TABLE ${table} (id int PRIMARY KEY, account_id uuid NOT NULL, words text NOT NULL)`);
    await db.query(`INSERT INTO ${table} SELECT i, $1, 'own ' || i FROM generate_series(1, ${MANY}) i`, [own]);
    await db.query(`INSERT INTO ${table} SELECT i, $1, 'other' FROM generate_series(5001, 5003) i`, [other]);
  }
});

test('rows of an account are exported in pages, each once and in order, without the columns that are not given', async () => {
  const pieces: string[] = [];
  for await (const piece of exportRows(db, 'notes', notes, own)) pieces.push(piece);
  const rows = JSON.parse(pieces.join(''));
  expect(rows).toEqual(Array.from({ length: MANY }, (_, index) => ({ id: index + 1, words: `own ${index + 1}` })));
  // A row is a piece: of all rows together none are in memory.
  expect(pieces.length).toBeGreaterThan(MANY);
  const nothing: string[] = [];
  for await (const piece of exportRows(db, 'notes', notes, newId())) nothing.push(piece);
  expect(nothing).toEqual([]);
  const withheld = { ...notes, columns: { words: 'no: they are of somebody else' } as const };
  for await (const piece of exportRows(db, 'notes', withheld, own)) nothing.push(piece);
  expect(nothing).toEqual([]);
});

test('closing deletes and anonymises in bounded transactions, continues where it broke off, and leaves others alone', async () => {
  const kept: PersonalTable = { ...notes, close: 'keep: the law asks for it' };
  expect(await db.transaction((tx) => closeRows(tx, { notes: kept }, own))).toBe(false);
  const tables = { notes, letters };
  const part = () => db.transaction((tx) => closeRows(tx, tables, own));
  const left = async (table: string, condition: string) =>
    (await db.query(`SELECT 1 FROM ${table} WHERE account_id = $1 AND ${condition}`, [own])).length;
  expect([await part(), await left('notes', 'true')]).toEqual([true, MANY - 500]);
  // Killed before it is committed: nothing is done, and the next part does it.
  const killed = db.transaction(async (tx) => {
    await closeRows(tx, tables, own);
    throw new Error('killed');
  });
  await expect(killed).rejects.toThrow('killed');
  expect(await left('notes', 'true')).toBe(MANY - 500);
  let parts = 1;
  while (await part()) parts += 1;
  expect(parts).toBeGreaterThan(2);
  expect([await left('notes', 'true'), await left('letters', "words <> ''"), await left('letters', 'true')]).toEqual([
    ...[0, 0, MANY],
  ]);
  expect(await part()).toBe(false);
  for (const table of ['notes', 'letters']) {
    expect(await db.query(`SELECT words FROM ${table} WHERE account_id = $1`, [other])).toHaveLength(3);
  }
});

test('what closing does to a column is said in words', () => {
  expect([onCloseOf(notes, 'words'), onCloseOf(letters, 'words'), onCloseOf(letters, 'id')]).toEqual([
    ...['delete', 'anonymise', 'keep: counted'],
  ]);
});

test('a column that is not declared, or is declared and not there, is named; numbers and times of other tables need no word', async () => {
  await db.query('CREATE TABLE visits (id uuid PRIMARY KEY, agent text NOT NULL, pages int NOT NULL, at timestamptz)');
  const found = await undeclaredColumns(db, {
    tables: {
      notes: { ...notes, columns: { account_id: 'yes', words: 'yes' } },
      letters: { ...letters, columns: { ...letters.columns, sealed: 'yes' } },
    },
    others: { visits: { why: 'counted', columns: 'id' } },
  });
  expect(found.filter((line) => /^(notes|letters|visits)/.test(line))).toEqual([
    'notes.id is not declared',
    'visits.agent is not declared',
    'letters.sealed is declared and not there',
  ]);
});
