// Waits for tools that .ci/run builds beside the tests. TOOLS_BUILDER is the id of the process that builds: when it has
// ended, however it did, nothing more comes.
import { setTimeout as delay } from 'node:timers/promises';
import { lacking } from './test-components.mjs';

const LOOK_EVERY_MS = 2_000;

function isBuilding() {
  const id = Number(process.env.TOOLS_BUILDER);
  if (!(id > 0)) return false;
  try {
    return process.kill(id, 0);
  } catch {
    return false;
  }
}

/** Resolves once components are there, or nothing is built any more: then with why some are missing. */
export async function untilThere(names, everyMs = LOOK_EVERY_MS) {
  for (;;) {
    // In this order: what the builder finished last is seen.
    const mayCome = isBuilding();
    const reason = lacking(names);
    if (!reason || !mayCome) return reason;
    await delay(everyMs);
  }
}

/** Resolves once one of several sets of components is there: to whether more may come. */
export async function untilOneIsThere(sets, everyMs = LOOK_EVERY_MS) {
  for (;;) {
    const mayCome = isBuilding();
    if (!mayCome || sets.some((names) => !lacking(names))) return mayCome;
    await delay(everyMs);
  }
}
