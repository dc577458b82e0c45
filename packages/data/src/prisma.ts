import { createHash } from 'node:crypto';
import { PrismaPg } from '@prisma/adapter-pg';
import pg from 'pg';
import type { Database } from './database.ts';
import { translateSqlError } from './sqlstate.ts';

/** The constructor that `npm run generate` writes to services/<name>/gen/prisma/client.ts. */
export type PrismaClientClass<Client> = new (options: {
  adapter: PrismaPg;
}) => Client & { $extends(extension: object): unknown };

/** What a transaction needs is SQL in a store (`database.transaction`); Prisma reads, and writes one statement. */
export type Reader<Client> = Omit<Client, '$transaction' | '$connect' | '$on' | '$extends' | `$executeRaw${string}`>;

const PREPARED_STATEMENTS_MAX = 500;

/**
 * A Prisma client on the service's one pool. A call inside a running transaction of the same database throws
 * InsideTransactionError. Closing the database closes its connections.
 */
export function createPrisma<Client>(PrismaClient: PrismaClientClass<Client>, db: Database): Reader<Client> {
  const adapter = new PrismaPg(db.pool, { statementNameGenerator: statementNames() });
  const client = new PrismaClient({ adapter });
  return client.$extends({ query: { $allOperations: translateErrors } }) as Client;
}

async function translateErrors({ args, query }: { args: unknown; query(args: unknown): Promise<unknown> }) {
  try {
    return await query(args);
  } catch (error) {
    throw translatePrismaError(error);
  }
}

// Cannot reach the server, no answer in time, the connection was closed, none came free.
const UNREACHABLE = new Set(['P1001', 'P1002', 'P1008', 'P1017', 'P2024']);
const CONNECTION_FAILURE = '08006';

type DriverCause = { originalCode?: string; originalMessage?: string };

/** Prisma wraps what the driver threw; the rest of the product only sees what sqlstate.ts makes of it. */
function translatePrismaError(error: unknown): unknown {
  if (UNREACHABLE.has((error as { code?: string } | null)?.code ?? '')) {
    return translateSqlError(
      Object.assign(new Error('Prisma has no connection', { cause: error }), { code: CONNECTION_FAILURE }),
    );
  }
  const meta = (error as { meta?: { driverAdapterError?: { cause?: DriverCause } } } | null)?.meta;
  const { originalCode: code, originalMessage: message } = meta?.driverAdapterError?.cause ?? {};
  if (!code || !message) return translateSqlError(error);
  // PostgreSQL quotes the constraint's name in the message; Prisma drops the field that holds it.
  const constraint = /constraint "([^"]+)"/.exec(message)?.[1];
  return translateSqlError(Object.assign(new pg.DatabaseError(message, message.length, 'error'), { code, constraint }));
}

/** Queries of the same text are prepared once per connection; past the limit they run unprepared. */
function statementNames(): (query: { sql: string }) => string {
  const names = new Map<string, string>();
  return ({ sql }) => {
    const known = names.get(sql);
    if (known !== undefined) return known;
    if (names.size >= PREPARED_STATEMENTS_MAX) return '';
    const name = `prisma_${createHash('sha1').update(sql).digest('base64url')}`;
    names.set(sql, name);
    return name;
  };
}
