import type { Query } from '@marquee/data/database';
import type { PersonalTables } from './personal-tables.ts';
import { PLATFORM_TABLES } from './platform-tables.ts';

type Column = { tableName: string; columnName: string; dataType: string };

// What is counted, measured or timed names nobody without a column of another type beside it.
const HARMLESS = /^(boolean|smallint|integer|bigint|real|double precision|numeric|date|timestamp with time zone)$/;

/** True for a column that could hold personal data by its type: texts, documents, ids, bytes and lists of them. */
export function couldHoldPersonalData(dataType: string): boolean {
  return !HARMLESS.test(dataType);
}

/**
 * Compares the columns of a migrated database with what its service declares of them: one line for each column that is
 * not declared, and for each that is declared and not there.
 */
export async function undeclaredColumns(db: { query: Query }, declared: PersonalTables): Promise<string[]> {
  const columns = await db.query<Column>(
    `SELECT c.table_name::text, c.column_name::text, c.data_type::text
     FROM information_schema.columns c
     JOIN information_schema.tables t USING (table_schema, table_name)
     WHERE c.table_schema = 'public' AND t.table_type = 'BASE TABLE' AND c.table_name NOT LIKE '%migrations%'
     ORDER BY 1, 2`,
  );
  const others = { ...PLATFORM_TABLES, ...declared.others };
  const expected = new Set<string>();
  for (const [table, { columns: named }] of Object.entries(declared.tables))
    for (const column of Object.keys(named)) expected.add(`${table}.${column}`);
  for (const [table, { columns: named }] of Object.entries(others))
    for (const column of named.split(' ').filter(Boolean)) expected.add(`${table}.${column}`);

  const complaints: string[] = [];
  for (const { tableName, columnName, dataType } of columns) {
    const name = `${tableName}.${columnName}`;
    const isDeclared = expected.delete(name);
    const isHarmless = tableName in others && !couldHoldPersonalData(dataType);
    if (!isDeclared && !isHarmless) complaints.push(`${name} is not declared`);
  }
  for (const name of expected) complaints.push(`${name} is declared and not there`);
  return complaints;
}
