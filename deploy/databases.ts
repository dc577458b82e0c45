import { fileURLToPath } from 'node:url';
import { type MigrationSource, serviceMigrations } from '@marquee/data/migrations';
import { busMigrations, eventsMigrations } from '@marquee/events/sources';
import { SERVICE_NAMES, type ServiceName } from '@marquee/service/platform';

export type DatabaseName = ServiceName | 'bus';

/** Every database, and what it is migrated with. `bus` is there where the Postgres log is. */
export function databases(): { name: DatabaseName; sources: MigrationSource[] }[] {
  const services = SERVICE_NAMES.map((name) => {
    const dir = fileURLToPath(new URL(`../services/${name}/prisma/migrations`, import.meta.url));
    return { name, sources: serviceMigrations(dir, [eventsMigrations]) };
  });
  return [...services, { name: 'bus', sources: [busMigrations] }];
}
