// `npm run keys -- FOLDER`: makes the keys of a scaled installation, one folder of files a process, each file named as
// the variable that it is for. `<VARIABLE>_FILE` or a Kubernetes Secret made of the folder brings them to the process.
import { existsSync } from 'node:fs';
import { services } from '../services.ts';
import { writeKeys } from './make-keys.ts';

const [folder] = process.argv.slice(2);
if (!folder || existsSync(folder)) {
  const why = folder ? `${folder} is there already: keys are never written over.` : 'Usage: npm run keys -- FOLDER';
  process.stderr.write(`${why}\n`);
  process.exitCode = 1;
} else {
  writeKeys(folder, services);
  process.stdout.write(`The keys are in ${folder}: a folder for each process, and public for all.\n`);
}
