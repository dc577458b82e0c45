import { type Database, openDatabase, type Query } from '@marquee/data/database';
import { embeddedPostgresUrl } from '@marquee/data/embedded-postgres';
import type { ServiceInvariants } from '@marquee/data/invariants';
import { databaseNames } from '@marquee/deploy/services';
import { createLogger } from '@marquee/runtime/log';

/** A service's database, queried directly, and the invariants that the service exports. */
export type Owner = ServiceInvariants & { name: string; query: Query };

export type Owners = {
  all: readonly Owner[];
  query(service: string): Query;
  close(): Promise<void>;
};

export async function openOwners(socketDir: string): Promise<Owners> {
  const log = createLogger({ service: 'faults', level: 'fatal' });
  return ownersOf((name) =>
    openDatabase({
      url: embeddedPostgresUrl(socketDir, name),
      max: 1,
      applicationName: 'faults',
      log,
    }),
  );
}

/** Every service with its database, and the invariants of its package. */
export async function ownersOf(database: (name: string) => Database): Promise<Owners> {
  const databases = new Map(databaseNames.map((name) => [name, database(name)]));
  const query = (name: string): Query => {
    const found = databases.get(name);
    if (!found) throw new Error(`${name} has no database`);
    return found.query;
  };
  return {
    all: await Promise.all(
      databaseNames.map(async (name) => ({ name, query: query(name), ...(await invariantsOf(name)) })),
    ),
    query,
    async close() {
      await Promise.all([...databases.values()].map((one) => one.close()));
    },
  };
}

async function invariantsOf(name: string): Promise<ServiceInvariants> {
  const { invariants } = (await import(`@marquee/${name}/invariants`)) as { invariants: ServiceInvariants };
  return invariants;
}
