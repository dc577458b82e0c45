import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '@marquee/runtime/free-ports';
import { startApp } from './app.ts';

/** Without the demo catalogue, for films of their own; encoded quickly, for it is not the picture that is looked at. */
export const SETTINGS = { SEED: '0', SIGN_IN_LIMITS_SCALE: '100', X264_PRESET: 'ultrafast' };

/** One product for all journeys that do not need to stop it; its address is in MARQUEE_URL. */
export default async function globalSetup(): Promise<() => Promise<void>> {
  if (process.env.MARQUEE_URL) return async () => {};
  const dataDir = await mkdtemp(join(tmpdir(), 'marquee-e2e-'));
  const app = await startApp({ dataDir, port: await freePort(), env: SETTINGS });
  process.env.MARQUEE_URL = app.url;
  process.env.MARQUEE_DATA_DIR = dataDir;
  return async () => {
    await app.stop();
    if (!process.env.MARQUEE_KEEP) await rm(dataDir, { recursive: true, force: true });
  };
}
