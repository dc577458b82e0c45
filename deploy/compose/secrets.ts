// `node deploy/compose/secrets.ts FOLDER`: makes the keys and passwords of docker-compose.yml once. It runs at every start
// and keeps existing ones; a run that was killed is repeated from the beginning.
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
