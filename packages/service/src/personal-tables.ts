import type { Query } from '@marquee/data/database';

/** Whether a person gets the value, or why not. */
export type InExport = 'yes' | `no: ${string}`;

/** What closing does to rows: `delete` them, replace values of theirs by SQL, or `keep: ` them for a reason. */
export type OnClose =
  | 'delete'
  | `keep: ${string}`
  | { readonly anonymise: Readonly<Record<string, string>>; readonly keep: string };

/** A table with personal data. Export and closing follow from it. */
export type PersonalTable = {
  /** SQL: true for the rows of the account $1. */
  readonly of: string;
  /** The columns that tell its rows apart, of types whose texts PostgreSQL reads back. */
  readonly key: readonly string[];
  readonly close: OnClose;
  /** Every column of it. */
  readonly columns: Readonly<Record<string, InExport>>;
};

/** A table without personal data: why, and its columns that could hold some by their type (`couldHoldPersonalData`). */
export type OtherTable = { readonly why: string; readonly columns: string };

export type PersonalTables = {
  readonly tables: Readonly<Record<string, PersonalTable>>;
  readonly others: Readonly<Record<string, OtherTable>>;
};

/** Rows of a page of an export, and of a transaction of a closing. */
export const ROWS_AT_ONCE = 500;

/** A table's rows of an account as pieces of a JSON array; nothing where there are none. */
export async function* exportRows(
  db: { query: Query },
  name: string,
  { of, key, columns }: PersonalTable,
  accountId: string,
): AsyncGenerator<string> {
  const exported = Object.keys(columns).filter((column) => columns[column] === 'yes');
  if (exported.length === 0) return;
  const texts = key.map((column) => `t.${quoted(column)}::text`);
  const order = key.map(quoted).join(', ');
  let after: readonly string[] | undefined;
  let isFirst = true;
  do {
    const beyond = after ? `AND (${order}) > (${key.map((_, index) => `$${index + 2}`).join(', ')})` : '';
    const rows = await db.query<{ key: string[]; json: string }>(
      `SELECT ARRAY[${texts.join(', ')}] AS key,
         (SELECT row_to_json(r) FROM (SELECT ${exported.map((column) => `t.${quoted(column)}`).join(', ')}) r)::text AS json
       FROM (SELECT * FROM ${quoted(name)} WHERE (${of}) ${beyond} ORDER BY ${order} LIMIT ${ROWS_AT_ONCE}) t
       ORDER BY ${order}`,
      [accountId, ...(after ?? [])],
    );
    for (const { json } of rows) {
      yield `${isFirst ? '[' : ','}\n${json}`;
      isFirst = false;
    }
    after = rows.length === ROWS_AT_ONCE ? rows.at(-1)?.key : undefined;
  } while (after);
  if (!isFirst) yield '\n]\n';
}

/**
 * Does to some rows of an account what closing does to them. True while some may be left. What is done already is not
 * found again, so that closing continues where it was killed.
 */
export async function closeRows(
  tx: { query: Query },
  tables: PersonalTables['tables'],
  accountId: string,
): Promise<boolean> {
  for (const [name, table] of Object.entries(tables)) {
    const statement = closing(name, table);
    if (statement && (await tx.query(statement, [accountId])).length === ROWS_AT_ONCE) return true;
  }
  return false;
}

function closing(name: string, { of, key, close }: PersonalTable): string | undefined {
  const table = quoted(name);
  const keys = key.map(quoted).join(', ');
  const some = (condition: string) =>
    `(${keys}) IN (SELECT ${keys} FROM ${table} WHERE ${condition} ORDER BY ${keys} LIMIT ${ROWS_AT_ONCE} FOR UPDATE)`;
  if (close === 'delete') return `DELETE FROM ${table} WHERE ${some(`(${of})`)} RETURNING 1`;
  if (typeof close === 'string') return undefined;
  const values = Object.entries(close.anonymise).map(([column, value]) => [quoted(column), value] as const);
  const differs = values.map(([column, value]) => `${column} IS DISTINCT FROM ${value}`).join(' OR ');
  const set = values.map(([column, value]) => `${column} = ${value}`).join(', ');
  return `UPDATE ${table} SET ${set} WHERE ${some(`(${of}) AND (${differs})`)} RETURNING 1`;
}

/** What closing does to a column, in words. */
export function onCloseOf({ close }: PersonalTable, column: string): string {
  if (typeof close === 'string') return close;
  return column in close.anonymise ? 'anonymise' : `keep: ${close.keep}`;
}

const quoted = (name: string) => `"${name}"`;
