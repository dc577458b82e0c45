// `npm run derive`: writes the files, and parts of files, that are derived from the declared services.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { services } from '../services.ts';
import { derivedPaths, derivedText } from './derived-files.ts';

const root = join(import.meta.dirname, '..', '..');
for (const path of derivedPaths) {
  const current = readFileSync(join(root, path), 'utf8');
  const text = derivedText(path, current, services);
  if (text === current) continue;
  writeFileSync(join(root, path), text);
  process.stdout.write(`${path} is written.\n`);
}
