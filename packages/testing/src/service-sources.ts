// @inputs services/*/prisma packages/data/sql packages/events/sql packages/events/bus-sql
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type MigrationSource, serviceMigrations } from '@marquee/data/migrations';
import { busMigrations, eventsMigrations } from '@marquee/events/sources';

const root = fileURLToPath(new URL('../../..', import.meta.url));

/** The folder of a service's own migrations. */
export function migrationsDir(service: string): string {
  return join(root, 'services', service, 'prisma', 'migrations');
}

/** What the database of a service is migrated with. */
export function sourcesOf(service: string): MigrationSource[] {
  if (service === 'bus') return [busMigrations];
  return serviceMigrations(migrationsDir(service), [eventsMigrations]);
}
