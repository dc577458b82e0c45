import { access } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { runOnSite } from '@marquee/deploy/scaled/run-on-site';
import { type ComponentName, type FaultName, makeFault } from './faults.ts';
import { openSite } from './site.ts';

/** Between the return of a component and the next fault. */
const BETWEEN_MS = 4_000;
const POLL_MS = 100;

/**
 * Runs a command on a site and lets components fail beside it, one after the other, from when the command has made the file
 * that FAULTS_GO names. The command judges what became of its own work; its exit code is the answer.
 */
export async function failDuring(
  pairs: readonly (readonly [ComponentName, FaultName])[],
  command: readonly string[],
  say: (line: string) => void,
): Promise<number> {
  const site = await openSite(say);
  try {
    const { dir, processes, components } = site;
    const go = join(dir, 'faults-go');
    const { code } = runOnSite(['env', `FAULTS_GO=${go}`, ...command], { dir, site: processes, components });
    let isOver = false;
    const over = code.finally(() => {
      isOver = true;
    });
    while (!isOver && !(await exists(go))) await delay(POLL_MS);
    for (const [component, name] of pairs) {
      if (isOver) throw new Error(`the command ended before ${component}, ${name}`);
      const fault = makeFault(component, name, site);
      say(`${component}, ${name}`);
      await fault.begin();
      await delay(fault.holdMs);
      await fault.end();
      say(`${component} was started again`);
      await delay(BETWEEN_MS);
    }
    return await over;
  } finally {
    await site.stop();
  }
}

const exists = (path: string) =>
  access(path).then(
    () => true,
    () => false,
  );
