import { createHash } from 'node:crypto';
import { PrismaPg } from '@prisma/adapter-pg';
import type { Database } from './database.ts';

/** The constructor that `npm run generate` writes to services/<name>/gen/prisma/client.ts. */
type PrismaClientClass<Client> = new (options: { adapter: PrismaPg }) => Client;

/** What a transaction needs is SQL in a store (`database.transaction`); Prisma reads, and writes one statement. */
export type Reader<Client> = Omit<Client, '$transaction' | '$connect' | '$on' | '$extends' | `$executeRaw${string}`>;

const PREPARED_STATEMENTS_MAX = 500;

/**
 * A Prisma client on the service's one pool. A call inside a running transaction of the same database throws
 * SecondConnectionError. Closing the database closes its connections.
 */
export function createPrisma<Client>(PrismaClient: PrismaClientClass<Client>, db: Database): Reader<Client> {
  return new PrismaClient({ adapter: new PrismaPg(db.pool, { statementNameGenerator: statementNames() }) });
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
