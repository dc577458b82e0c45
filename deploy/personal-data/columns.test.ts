// @inputs packages services
import { undeclaredColumns } from '@marquee/service/personal-columns';
import { onCloseOf } from '@marquee/service/personal-tables';
import { testDatabase } from '@marquee/testing/test-database';
import { isHelper } from '../databases.ts';
import { services } from '../services.ts';

const NOTHING = { tables: {}, others: {} };
const withDatabase = services.filter((service) => service.database && !isHelper(service));

test.each(withDatabase.map((service) => [service.name, service] as const))(
  'every column of %s is declared: what export and closing do with it, or why it holds nothing of people [SET-12:columns]',
  async (name, service) => {
    const db = await testDatabase(name);
    expect(await undeclaredColumns(db, service.personalData ?? NOTHING)).toEqual([]);
  },
);

test('a column that is added goes unnoticed in no table, unless its type cannot hold personal data [SET-12:columns]', async () => {
  const identity = services.find(({ name }) => name === 'identity');
  const db = await testDatabase('identity');
  await db.query('ALTER TABLE accounts ADD COLUMN shoe_size int');
  await db.query('ALTER TABLE passkey_ceremonies ADD COLUMN nickname text, ADD COLUMN tries int');
  await db.query('CREATE TABLE diary (id uuid PRIMARY KEY, entry jsonb)');
  expect(await undeclaredColumns(db, identity?.personalData ?? NOTHING)).toEqual([
    'accounts.shoe_size is not declared',
    'diary.entry is not declared',
    'diary.id is not declared',
    'passkey_ceremonies.nickname is not declared',
  ]);
});

test('what export and closing do with each column is what was reviewed [SET-12:columns]', () => {
  const lines = withDatabase.flatMap(({ name, personalData }) =>
    Object.entries(personalData?.tables ?? {}).flatMap(([table, declared]) =>
      Object.entries(declared.columns).map(
        ([column, exported]) => `${name}.${table}.${column}: export ${exported}; close ${onCloseOf(declared, column)}`,
      ),
    ),
  );
  expect(lines).toMatchSnapshot();
});
