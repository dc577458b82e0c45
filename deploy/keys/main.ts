// `npm run keys -- FOLDER`: makes the keys of a scaled installation, a folder for each process, each file named like its
// variable. Processes read them by `<VARIABLE>_FILE`; in Kubernetes each folder becomes a Secret.
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
