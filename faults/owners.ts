import { embeddedPostgresUrl } from '@marquee/data/embedded-postgres';
import { databaseNames } from '@marquee/deploy/services';
import pg from 'pg';

/** The databases of the services, asked past every proxy and every service. */
export type Owners = {
  rows<R = Record<string, string>>(service: string, sql: string, values?: unknown[]): Promise<R[]>;
  close(): Promise<void>;
};

export function openOwners(socketDir: string): Owners {
  const pools = new Map(
    databaseNames.map((name) => {
      const pool = new pg.Pool({
        connectionString: embeddedPostgresUrl(socketDir, name),
        max: 1,
        query_timeout: 20_000,
      });
      // It is killed now and then; the next question finds it again.
      pool.on('error', () => {});
      return [name, pool] as const;
    }),
  );
  return {
    async rows<R>(service: string, sql: string, values: unknown[] = []) {
      const pool = pools.get(service);
      if (!pool) throw new Error(`${service} has no database`);
      return (await pool.query(sql, values)).rows as R[];
    },
    async close() {
      await Promise.all([...pools.values()].map((pool) => pool.end()));
    },
  };
}
