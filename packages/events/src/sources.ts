import { fileURLToPath } from 'node:url';
import type { MigrationSource } from '@marquee/data/migrations';

/** The tables of a service that publishes or consumes: outbox, inbox, dead_letters. */
export const eventsMigrations: MigrationSource = {
  name: 'events',
  dir: fileURLToPath(new URL('../sql', import.meta.url)),
};

/** The database `bus` of the Postgres log. */
export const busMigrations: MigrationSource = {
  name: 'bus',
  dir: fileURLToPath(new URL('../bus-sql', import.meta.url)),
};
