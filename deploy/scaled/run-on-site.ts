import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { databaseVariable } from '@marquee/service/process-config';
import { databaseNames } from '../services.ts';
import type { RealComponents } from './components.ts';
import { PROCESS_NAMES, type ScaledSite } from './processes.ts';

export type RunningCommand = { child: ChildProcess; code: Promise<number> };

/**
 * Runs a command as the operator of a site, with the site's address in MARQUEE_URL and the variables that the commands for
 * staff and for load tests need.
 */
export function runOnSite(
  [program = '', ...args]: readonly string[],
  { dir, site, components }: { dir: string; site: ScaledSite; components: RealComponents },
): RunningCommand {
  const urls = databaseNames.map((name) => [databaseVariable(name), components.databaseUrl(name)]);
  const child = spawn(program, args, {
    stdio: 'inherit',
    env: {
      ...process.env,
      MARQUEE_URL: site.url,
      MARQUEE_DATA_DIR: dir,
      ...components.environment,
      ...Object.fromEntries(urls),
      CHALLENGE_HASH_KEY_FILE: join(dir, 'keys', 'identity', 'CHALLENGE_HASH_KEY'),
      METRICS_URLS: PROCESS_NAMES.map((name) => site.probeUrl(name, '/metrics')).join(','),
    },
  });
  const code = once(child, 'close').then(([code]) => (code as number | null) ?? 1);
  return { child, code };
}
