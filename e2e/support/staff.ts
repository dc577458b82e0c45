import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { COMPILED, ownEnvironment } from './app.ts';

const run = promisify(execFile);
const root = join(import.meta.dirname, '..', '..');

/** Runs `npm run staff -- <verb> <email>` against the product of all journeys, or the one that is running on a folder. */
export async function staff(
  verb: 'add' | 'suspend' | 'reinstate' | 'passkey-link',
  email: string,
  { dataDir, role }: { dataDir?: string | undefined; role?: 'SUPER_USER' | undefined } = {},
): Promise<string> {
  const { stdout } = await run(
    join(root, 'node_modules/.bin/node'),
    ['deploy/embedded/staff.ts', verb, email, ...(role ? [role] : [])],
    {
      cwd: root,
      env: dataDir
        ? { ...ownEnvironment(), DATA_DIR: dataDir }
        : { ...process.env, ...COMPILED, DATA_DIR: process.env.MARQUEE_DATA_DIR },
    },
  );
  return stdout;
}
