// Starts the run's PostgreSQL. Plain JavaScript, so that Node itself loads the TypeScript below.
import { startTestPostgres } from './src/test-postgres.ts';

export default async function globalSetup() {
  if (process.env.TEST_POSTGRES_URL) return;
  const postgres = await startTestPostgres();
  process.env.TEST_POSTGRES_URL = postgres.url;
  globalThis.testPostgres = postgres;
}
