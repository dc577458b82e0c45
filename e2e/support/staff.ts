import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);
const root = join(import.meta.dirname, '..', '..');

/** Runs `npm run staff -- <verb> <email>` against the product that is running on a folder. */
export async function staff(
  verb: 'add' | 'suspend' | 'reinstate',
  email: string,
  dataDir = process.env.MARQUEE_DATA_DIR,
): Promise<string> {
  const { stdout } = await run(join(root, 'node_modules/.bin/node'), ['deploy/embedded/staff.ts', verb, email], {
    cwd: root,
    env: { ...process.env, DATA_DIR: dataDir },
  });
  return stdout;
}
