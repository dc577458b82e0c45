import { existsSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';

const POLL_MS = 500;

/** Waits for the file that MACHINE_IS_QUIET names, if it does: what follows measures (scripts/test.mjs). */
export async function untilQuiet() {
  const { MACHINE_IS_QUIET } = process.env;
  while (MACHINE_IS_QUIET && !existsSync(MACHINE_IS_QUIET)) await delay(POLL_MS);
}
