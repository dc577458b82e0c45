import { fileURLToPath } from 'node:url';
import type { MigrationSource } from '@marquee/data/migrations';

/** The tables of a service that has something to find: documents, words, their deletions, and what has changed. */
export const searchMigrations: MigrationSource = {
  name: 'search',
  dir: fileURLToPath(new URL('../sql', import.meta.url)),
};
