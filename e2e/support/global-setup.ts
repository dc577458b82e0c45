import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort, startApp } from './app.ts';

/** One product for all journeys that do not need to stop it; its address is in MARQUEE_URL. */
export default async function globalSetup(): Promise<() => Promise<void>> {
  if (process.env.MARQUEE_URL) return async () => {};
  const dataDir = await mkdtemp(join(tmpdir(), 'marquee-e2e-'));
  const app = await startApp({ dataDir, port: await freePort() });
  process.env.MARQUEE_URL = app.url;
  process.env.MARQUEE_DATA_DIR = dataDir;
  return async () => {
    await app.stop();
    if (!process.env.MARQUEE_KEEP) await rm(dataDir, { recursive: true, force: true });
  };
}
