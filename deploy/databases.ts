import type { MigrationSource } from '@marquee/data/migrations';
import { busMigrations } from '@marquee/events/sources';
import type { Service } from '@marquee/service/define-service';

/** A database and its migrations. */
export type DatabaseSource = { name: string; sources: readonly MigrationSource[] };

/** The database of each service that has one. */
export function databasesOf(services: readonly Service[]): DatabaseSource[] {
  const found = services.flatMap(({ database }) =>
    database ? [[database.name, { name: database.name, sources: database.migrations }] as const] : [],
  );
  return [...new Map(found).values()];
}

/** The database of the Postgres log, for sites that use it as the bus. */
export const busDatabase: DatabaseSource = { name: 'bus', sources: [busMigrations] };

/** True for a process that works on the database of another service and needs nothing of its own. */
export function isHelper({ name, database }: Pick<Service, 'name' | 'database'>): boolean {
  return database !== undefined && database.name !== name;
}
