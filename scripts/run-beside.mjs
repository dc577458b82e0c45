// Runs the programs of a test run. What runs beside another is heard when that one has ended, so that their output does
// not mix; from then on it is heard as it comes.
import { spawn } from 'node:child_process';
import { once } from 'node:events';

const held = [];
let isHolding = false;

/** Holds back the output of what is run beside until `release`. */
export function holdOutput() {
  isHolding = true;
}

export function releaseOutput() {
  isHolding = false;
  for (const text of held.splice(0)) process.stdout.write(text);
}

function say(text) {
  if (isHolding) held.push(text);
  else process.stdout.write(text);
}

/**
 * Runs a program to its end.
 *
 * @param {string} title says what runs, before its output
 * @param {{ cwd: string, env?: NodeJS.ProcessEnv, isBeside?: boolean }} options
 * @returns whether it ended well, and `how` it ended
 */
export async function run(title, program, args, { cwd, env = {}, isBeside = false }) {
  const heading = `\n=== ${title}\n`;
  if (isBeside) say(heading);
  else process.stdout.write(heading);
  const child = spawn(program, args, {
    cwd,
    stdio: isBeside ? ['ignore', 'pipe', 'pipe'] : 'inherit',
    env: { ...process.env, ...env },
  });
  for (const stream of isBeside ? [child.stdout, child.stderr] : []) stream.setEncoding('utf8').on('data', say);
  const [code, signal] = await once(child, 'close');
  return { ok: code === 0, how: signal ? `ended by ${signal}` : `exit code ${code}` };
}
