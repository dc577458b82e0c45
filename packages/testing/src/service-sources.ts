// @inputs services/*/prisma services/*/package.json packages/data/sql packages/events/sql packages/events/bus-sql packages/search/sql packages/ledger/sql packages/payments/sql
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type MigrationSource, serviceMigrations } from '@marquee/data/migrations';
import { busMigrations, eventsMigrations } from '@marquee/events/sources';
import { ledgerMigrations } from '@marquee/ledger/sources';
import { paymentsMigrations } from '@marquee/payments/sources';
import { searchMigrations } from '@marquee/search/sources';

const root = fileURLToPath(new URL('../../..', import.meta.url));

/** The folder of a service's own migrations. */
export function migrationsDir(service: string): string {
  return join(root, 'services', service, 'prisma', 'migrations');
}

/** What the database of a service is migrated with. */
export function sourcesOf(service: string): MigrationSource[] {
  if (service === 'bus') return [busMigrations];
  return serviceMigrations(migrationsDir(service), [eventsMigrations, ...tablesOf(service)]);
}

/** As the service declares them; deploy's tests compare the two. */
function tablesOf(service: string): MigrationSource[] {
  const manifest = join(root, 'services', service, 'package.json');
  if (!existsSync(manifest)) return [];
  const { dependencies } = JSON.parse(readFileSync(manifest, 'utf8')) as { dependencies: Record<string, string> };
  return [
    ...('@marquee/search' in dependencies ? [searchMigrations] : []),
    ...('@marquee/ledger' in dependencies ? [ledgerMigrations] : []),
    ...('@marquee/payments' in dependencies ? [paymentsMigrations] : []),
  ];
}
