import type { Database } from '@marquee/data/database';
import { newId } from '@marquee/data/ids';
import * as userList from '../back-office/user-list.ts';
import { fillUsers } from '../seed/fill-users.ts';
import { type IdentityUnderTest, identityService } from '../testing/identity-service.ts';
import * as people from './people.ts';

const LIMIT = 5;
/** The way down an index, and a block of the table for each row. */
const BLOCKS_MAX = 4 + LIMIT;

/** What a part of a statement reads: blocks of the index and the table, and rows, also those that it then leaves out. */
type Reading = { blocks: number; rows: number };

type Statement = { text: string; values: unknown[] };
type Node = {
  'Index Name'?: string;
  'Shared Hit Blocks': number;
  'Shared Read Blocks': number;
  'Actual Rows': number;
  'Rows Removed by Filter'?: number;
  Plans?: Node[];
};
type Search = (db: Pick<Database, 'query'>) => Promise<unknown>;

let identity: IdentityUnderTest;
beforeAll(async () => {
  identity = await identityService();
  await fillUsers(identity.db, 5_000);
});

/** What a search reads by each index, in the first part of its statement that does. */
async function readings(search: Search): Promise<Record<string, Reading>> {
  let statement: Statement | undefined;
  const query = async (asked: Statement) => {
    statement = asked;
    return [];
  };
  await search({ query: query as never });
  const plan = await identity.db.transaction(async (tx) => {
    for (const setting of ['enable_seqscan', 'enable_bitmapscan']) await tx.query(`SET LOCAL ${setting} = off`);
    // As PostgreSQL runs a statement that was prepared: by one plan for all values.
    await tx.query('SET LOCAL plan_cache_mode = force_generic_plan');
    await tx.query(`PREPARE searched AS ${statement?.text}`);
    const values = statement?.values.map((value) => `'${value}'`).join(', ');
    const [row] = await tx.query<{ 'QUERY PLAN': [{ Plan: Node }] }>(
      `EXPLAIN (ANALYZE, BUFFERS, FORMAT JSON) EXECUTE searched (${values})`,
    );
    await tx.query('DEALLOCATE searched');
    return row?.['QUERY PLAN'][0].Plan;
  });
  const found: Record<string, Reading> = {};
  const visit = (node: Node): void => {
    const name = node['Index Name'];
    const blocks = node['Shared Hit Blocks'] + node['Shared Read Blocks'];
    if (name) found[name] ??= { blocks, rows: node['Actual Rows'] + (node['Rows Removed by Filter'] ?? 0) };
    for (const below of node.Plans ?? []) visit(below);
  };
  if (plan) visit(plan);
  return found;
}

const EVERYBODY = { filter: 'ALL', country: '', consumerType: 'ALL' } as const;
const FULL_NAMES = 'accounts_full_name_key_id_idx';
const LAST_NAMES = 'accounts_last_name_key_id_idx';

const expectBounded = (reading: Reading | undefined) => {
  expect(reading?.blocks).toBeLessThanOrEqual(BLOCKS_MAX);
  expect(reading?.rows).toBeLessThanOrEqual(LIMIT);
};

// The full names of the seed, first0 and so on, all stand before its last names.
test('a search reads none of the names that stand before it', async () => {
  const ofStaff = await readings((db) => userList.named(db, EVERYBODY, 'last7', undefined, LIMIT));
  expectBounded(ofStaff[FULL_NAMES]);
  expectBounded(ofStaff[LAST_NAMES]);
  const ofMembers = await readings((db) => people.search(db, 'last7', undefined, LIMIT, newId()));
  expectBounded(ofMembers[FULL_NAMES]);
});

test('a page of last names reads none of the pages before it, also of a name that many have [ADU-01:search]', async () => {
  const pageAfter = (key: string, id: string) =>
    readings((db) => userList.named(db, EVERYBODY, 'last7', { rank: 1, key, id }, LIMIT));
  expectBounded((await pageAfter('last79', newId()))[LAST_NAMES]);
  await identity.db.query("UPDATE accounts SET last_name_key = 'last70' WHERE last_name_key LIKE 'last7%'");
  await identity.db.query('VACUUM accounts');
  const [{ id = '' } = {}] = await identity.db.query<{ id: string }>(
    "SELECT id FROM accounts WHERE last_name_key = 'last70' ORDER BY id OFFSET 80 LIMIT 1",
  );
  expectBounded((await pageAfter('last70', id))[LAST_NAMES]);
});
