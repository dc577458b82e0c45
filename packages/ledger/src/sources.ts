import { fileURLToPath } from 'node:url';
import type { MigrationSource } from '@marquee/data/migrations';

/** The tables of a service that keeps books: accounts, transfers, entries and balances. */
export const ledgerMigrations: MigrationSource = {
  name: 'ledger',
  dir: fileURLToPath(new URL('../sql', import.meta.url)),
};
