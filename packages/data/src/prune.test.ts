import { testDatabase } from '@marquee/testing/test-database';
import { pruneRows } from './prune.ts';

test('all rows that match are deleted, at most 1,000 by one statement', async () => {
  const db = await testDatabase('data');
  await db.query('CREATE TABLE notes AS SELECT n, n > 2500 AS kept FROM generate_series(1, 2600) AS n');
  const deleted: number[] = [];
  const query = async (statement: { text: string; values?: unknown[] }) => {
    const rows = await db.query(statement);
    deleted.push(rows.length);
    return rows;
  };
  await pruneRows({ query }, { table: 'notes', where: 'NOT kept AND n <> $1', values: [7] });
  expect(await db.query('SELECT n FROM notes WHERE NOT kept')).toEqual([{ n: 7 }]);
  expect(await db.query('SELECT 1 FROM notes WHERE kept')).toHaveLength(100);
  expect(deleted).toEqual([1_000, 1_000, 499, 0]);
});
