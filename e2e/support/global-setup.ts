import { copyFile, mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '@marquee/runtime/free-ports';
import type { FullConfig } from '@playwright/test';
import { APP_LOG, startApp } from './app.ts';

/**
 * Without the demo catalogue, for films of their own; encoded quickly, for it is not the picture that is looked at. Push
 * messages go to a push service on this machine.
 */
export const SETTINGS = { SEED: '0', SIGN_IN_LIMITS_SCALE: '100', X264_PRESET: 'ultrafast', PUSH_LOOPBACK: '1' };

/** One product for all journeys that do not need to stop it, in MARQUEE_URL. What it logged is left beside what failed. */
export default async function globalSetup({ projects }: FullConfig): Promise<() => Promise<void>> {
  if (process.env.MARQUEE_URL) return async () => {};
  const dataDir = await mkdtemp(join(tmpdir(), 'marquee-e2e-'));
  const app = await startApp({ dataDir, port: await freePort(), env: SETTINGS });
  process.env.MARQUEE_URL = app.url;
  process.env.MARQUEE_DATA_DIR = dataDir;
  return async () => {
    await app.stop();
    const kept = projects[0]?.outputDir ?? dataDir;
    await mkdir(kept, { recursive: true });
    for (const name of [APP_LOG, 'marquee.log']) await copyFile(join(dataDir, name), join(kept, name));
    await rm(dataDir, { recursive: true, force: true });
  };
}
