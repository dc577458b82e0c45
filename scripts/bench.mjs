// Runs every *.bench.ts under a bench/ folder, each in a process of its own, one after the other, and prints what they
// print: one JSON line a figure, {"name","value","unit","baseline","ratio"}. Words after the command choose files by
// a part of their path.
import { spawn } from 'node:child_process';
import { existsSync, globSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';

const root = join(import.meta.dirname, '..');
const node = join(root, 'node_modules', '.bin', 'node');
const chosen = process.argv.slice(2);

const files = globSync(['*/bench/*.bench.ts', '*/*/bench/*.bench.ts'], { cwd: root, exclude: ['node_modules/**'] })
  .filter((file) => chosen.length === 0 || chosen.some((word) => file.includes(word)))
  .sort();

function run(command, args, onLine) {
  return new Promise((resolve) => {
    const child = spawn(command, args, { cwd: root, stdio: ['ignore', 'pipe', 'inherit'] });
    createInterface({ input: child.stdout }).on('line', onLine);
    child.on('close', (code) => resolve(code ?? 1));
  });
}

function isFigure(line) {
  try {
    return typeof JSON.parse(line).name === 'string';
  } catch {
    return false;
  }
}

if (!existsSync(join(root, 'web', 'build', 'server', 'index.js'))) {
  const code = await run('npm', ['run', 'build', '--workspace', 'web'], (line) => console.error(line));
  if (code !== 0) process.exit(code);
}
let failed = files.length === 0;
for (const file of files) {
  console.error(`# ${file}`);
  // Production code of every library, as a started server has it.
  const code = await run(node, ['--disable-warning=ExperimentalWarning', file], (line) => {
    if (isFigure(line)) console.log(line);
    else console.error(line);
  });
  failed ||= code !== 0;
}
process.exit(failed ? 1 : 0);
