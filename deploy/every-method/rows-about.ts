import type { DescMethod } from '@bufbuild/protobuf';
import { ownerOf } from '@marquee/contracts/services';
import { serviceNamed } from './running-services.ts';

/** Tables of the machinery below the use cases: what was received and answered, and files that wait to be deleted. */
const MACHINERY = ['inbox', 'dead_letters', 'copies', 'request_ids', 'garbage'];

/** Copies of what another service owns: events write them, whenever they come. */
const COPIES: Record<string, readonly string[]> = {
  film: ['people', 'blocks'],
  marketing: ['people'],
  festival: ['people', 'films', 'account_blocks'],
};

const selects = new Map<string, Promise<string>>();

/**
 * The rows of the method's service that hold one of the ids, or other texts, with the events about them: two equal lists say that
 * nothing was written in between.
 */
export async function rowsAbout(method: DescMethod, ids: readonly string[]): Promise<string[]> {
  const name = ownerOf(method.parent);
  const select = selects.get(name) ?? selectOf(name);
  selects.set(name, select);
  const { db } = serviceNamed(name).platform;
  const rows = await db.query<{ row: string }>(await select, [ids.map((id) => `%${id}%`)]);
  return rows.map(({ row }) => row).sort();
}

type Column = { table: string; column: string; type: string };

async function selectOf(name: string): Promise<string> {
  const columns = await serviceNamed(name).platform.db.query<Column>(
    `SELECT table_name AS table, column_name AS column, data_type AS type FROM information_schema.columns
     WHERE table_schema = 'public' AND table_name <> ALL($1) AND column_name <> 'published_at'`,
    [[...MACHINERY, ...(COPIES[name] ?? [])]],
  );
  const byTable = Map.groupBy(columns, ({ table }) => table);
  const parts = [...byTable].map(([table, of]) => {
    // The ids in the body of an event are text.
    const texts = of.map(({ column, type }) =>
      type === 'bytea' ? `encode("${column}", 'escape')` : `"${column}"::text`,
    );
    const text = `concat_ws(' ', ${texts.join(', ')})`;
    return `SELECT '${table} ' || text AS row FROM (SELECT ${text} AS text FROM ${table}) t WHERE text LIKE ANY ($1)`;
  });
  return parts.join('\nUNION ALL\n');
}
