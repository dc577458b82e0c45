import { fileURLToPath } from 'node:url';
import type { MigrationSource } from '@marquee/data/migrations';

/** The tables of a service that sells: orders, refunds, what providers sent, and the test provider's own. */
export const paymentsMigrations: MigrationSource = {
  name: 'payments',
  dir: fileURLToPath(new URL('../sql', import.meta.url)),
};
