import type { DescMethod } from '@bufbuild/protobuf';
import { ownerOf } from '@marquee/contracts/services';
import { runningNames, serviceNamed } from './running-services.ts';

/** Tables of the machinery below the use cases: what was received and answered, and files that wait to be deleted. */
const MACHINERY = ['inbox', 'dead_letters', 'copies', 'request_ids', 'garbage'];

/** Copies of what another service owns: events write them, whenever they come. */
const COPIES: Record<string, readonly string[]> = {
  film: ['people', 'blocks'],
  marketing: ['people'],
  rewards: ['coin_grants'],
  festival: ['people', 'films', 'account_blocks', 'suspended_accounts'],
};

/** Sums that a loop moves from one table to the other, whenever it runs; an invariant compares them with the ledger. */
const FOLDED: Record<string, readonly string[]> = { festival: ['tally_changes', 'tallies'] };

const selects = new Map<string, Promise<string>>();
const firstTransactions = new Map<string, string>();

/** From now on only rows are looked at that are written after this call: those of a test, and none of the many before it. */
export async function forgetOlderRows(): Promise<void> {
  const text = 'SELECT pg_snapshot_xmin(pg_current_snapshot()) AS first';
  const notes = runningNames().map(async (name) => {
    const [row] = await serviceNamed(name).platform.db.query<{ first: string }>(text);
    firstTransactions.set(name, String(row?.first ?? 3));
  });
  await Promise.all(notes);
}

/**
 * The rows of the method's service that hold one of the ids, or other texts, with the events about them: two equal lists say that
 * nothing was written in between.
 */
export async function rowsAbout(method: DescMethod, ids: readonly string[]): Promise<string[]> {
  const name = ownerOf(method.parent);
  const select = selects.get(name) ?? selectOf(name);
  selects.set(name, select);
  const { db } = serviceNamed(name).platform;
  const rows = await db.query<{ row: string }>({
    // Planned once: planning so many tables takes longer than reading what is new in them.
    name: 'every-method.rows-about',
    text: await select,
    values: [ids.map((id) => `%${id}%`), firstTransactions.get(name) ?? '3'],
  });
  return rows.map(({ row }) => row).sort();
}

type Column = { table: string; column: string; type: string };

async function selectOf(name: string): Promise<string> {
  const columns = await serviceNamed(name).platform.db.query<Column>(
    `SELECT table_name AS table, column_name AS column, data_type AS type FROM information_schema.columns
     WHERE table_schema = 'public' AND table_name <> ALL($1) AND column_name <> 'published_at'`,
    [[...MACHINERY, ...(COPIES[name] ?? []), ...(FOLDED[name] ?? [])]],
  );
  const byTable = Map.groupBy(columns, ({ table }) => table);
  const parts = [...byTable].map(([table, of]) => {
    // The ids in the body of an event are text.
    const texts = of.map(({ column, type }) =>
      type === 'bytea' ? `encode("${column}", 'escape')` : `"${column}"::text`,
    );
    const text = `concat_ws(' ', ${texts.join(', ')})`;
    return `SELECT '${table} ' || text AS row FROM (SELECT ${text} AS text FROM ${table} WHERE age(xmin) <= age($2::xid)) t WHERE text LIKE ANY ($1)`;
  });
  return parts.join('\nUNION ALL\n');
}
