import { type Database, openDatabase, type Query } from '@marquee/data/database';
import { embeddedPostgresUrl } from '@marquee/data/embedded-postgres';
import type { ServiceInvariants } from '@marquee/data/invariants';
import { createLogger } from '@marquee/runtime/log';
import { SERVICE_NAMES, type ServiceName } from '@marquee/runtime/platform';

/** A service's database, queried directly, and the invariants that the service exports. */
export type Owner = ServiceInvariants & { name: ServiceName; query: Query };

export type Owners = {
  all: readonly Owner[];
  query(service: ServiceName): Query;
  close(): Promise<void>;
};

export async function openOwners(socketDir: string): Promise<Owners> {
  const log = createLogger({ service: 'faults', level: 'fatal' });
  return ownersOf((name) =>
    openDatabase({
      url: embeddedPostgresUrl(socketDir, name),
      max: 1,
      camelCase: true,
      applicationName: 'faults',
      log,
    }),
  );
}

/** Every service with its database, and the invariants of its package. */
export async function ownersOf(database: (name: ServiceName) => Database): Promise<Owners> {
  const databases = new Map(SERVICE_NAMES.map((name) => [name, database(name)]));
  const query = (name: ServiceName): Query => {
    const found = databases.get(name);
    if (!found) throw new Error(`${name} has no database`);
    return found.query;
  };
  return {
    all: await Promise.all(
      SERVICE_NAMES.map(async (name) => ({ name, query: query(name), ...(await invariantsOf(name)) })),
    ),
    query,
    async close() {
      await Promise.all([...databases.values()].map((one) => one.close()));
    },
  };
}

async function invariantsOf(name: ServiceName): Promise<ServiceInvariants> {
  const { invariants } = (await import(`@marquee/${name}/invariants`)) as { invariants: ServiceInvariants };
  return invariants;
}
