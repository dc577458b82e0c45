// `node deploy/compose/secrets.ts FOLDER`: keys and passwords of docker-compose.yml, made once. What is there is left as
// it is, so that it may run at every start; a start that was killed in the middle is begun anew.
import { existsSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { writeSecrets } from './make-secrets.ts';

const [folder = ''] = process.argv.slice(2);
const done = join(folder, 'complete');
if (existsSync(done)) process.stdout.write('The secrets are there.\n');
else {
  for (const name of readdirSync(folder)) rmSync(join(folder, name), { recursive: true });
  writeSecrets(folder);
  writeFileSync(done, '');
  process.stdout.write('The secrets are made.\n');
}
