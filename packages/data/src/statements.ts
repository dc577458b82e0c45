import pg from 'pg';
import { fieldOf } from './columns.ts';
import type { Statement } from './database.ts';
import { observeQuery } from './observe-query.ts';
import { StalePlanError, translateSqlError } from './sqlstate.ts';
import type { StatementNames } from './statement-names.ts';

export async function connect(pool: pg.Pool): Promise<pg.PoolClient> {
  try {
    return await pool.connect();
  } catch (error) {
    throw translateSqlError(error);
  }
}

/**
 * Runs one statement. Values come in an array for each row, and each object is made once, with the names of the code:
 * `createdAt` for `created_at`.
 */
export async function attempt(
  target: pg.Pool | pg.PoolClient,
  names: StatementNames,
  statement: string | Statement,
  values?: unknown[],
): Promise<object[]> {
  const result = await requestPrepared(target, names, { ...withValues(statement, values), rowMode: 'array' });
  // Several statements in one text, such as a test writes, give no rows.
  if (Array.isArray(result)) return [];
  const fields = result.fields.map(({ name }) => fieldOf(name));
  return (result.rows as unknown as unknown[][]).map((row) => {
    const record: Record<string, unknown> = {};
    for (let index = 0; index < fields.length; index++) record[fields[index] as string] = row[index];
    return record;
  });
}

export const textOf = (statement: string | Statement): string =>
  typeof statement === 'string' ? statement : statement.text;

function withValues(statement: string | Statement, values: unknown[] | undefined): Statement {
  if (typeof statement === 'string') return { text: statement, ...(values && { values }) };
  return values ? { ...statement, values } : statement;
}

/** Prepares a statement again whose plan is stale: here, or in a transaction when the whole transaction is repeated. */
async function requestPrepared(
  target: pg.Pool | pg.PoolClient,
  names: StatementNames,
  statement: Statement & { rowMode: 'array' },
): Promise<pg.QueryResult> {
  // '' is PostgreSQL's statement without a name, which is planned at each use.
  const { name = '', ...rest } = statement;
  const current = names.current(name);
  try {
    return await request(target, { ...rest, name: current });
  } catch (error) {
    if (!(error instanceof StalePlanError)) throw error;
    names.renew(name, current);
    if (!(target instanceof pg.Pool)) throw error;
    return request(target, { ...rest, name: names.current(name) });
  }
}

export async function request(
  target: pg.Pool | pg.PoolClient,
  statement: Statement & { rowMode?: 'array' },
): Promise<pg.QueryResult> {
  try {
    const run = () => target.query(statement);
    return await (target instanceof pg.Pool ? run() : observeQuery(statement, run));
  } catch (error) {
    throw translateSqlError(error);
  }
}
