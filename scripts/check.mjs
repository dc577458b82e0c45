// `npm run check`: contracts, style, types, unused code, the direction of imports, traces of a machine, and words.
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { generateConformanceContracts } from './conformance-contracts.mjs';
import { root } from './generated.mjs';
import { importProblems } from './import-direction.mjs';
import { machineTraces } from './machine-traces.mjs';
import { physicalClasses } from './physical-classes.mjs';
import { dialectWords } from './plain-words.mjs';
import { lacking } from './test-components.mjs';
import { untranslatedTexts } from './untranslated.mjs';
import { useCaseProblems } from './use-case-files.mjs';

const bin = join(root, 'node_modules', '.bin');

function command(name, program, args, folder = '.') {
  return { name, run: () => execute(program, args, join(root, folder)) };
}

function execute(program, args, cwd) {
  return new Promise((resolve) => {
    const child = spawn(join(bin, program), args, {
      cwd,
      env: { ...process.env, PATH: `${bin}:${process.env.PATH}`, FORCE_COLOR: process.stdout.isTTY ? '1' : '0' },
    });
    let output = '';
    for (const stream of [child.stdout, child.stderr])
      stream.setEncoding('utf8').on('data', (text) => (output += text));
    child.on('error', (error) => resolve([String(error)]));
    child.on('close', (code) => resolve(code === 0 ? [] : [output.trim() || `${program} ended with ${code}`]));
  });
}

// Their contracts come with the conformance suite, which needs Go.
async function conformanceTypes() {
  const reason = lacking(['go']);
  if (reason) return console.log(`skipped: ${reason}`) ?? [];
  try {
    await generateConformanceContracts();
  } catch (error) {
    return [error.message];
  }
  return execute('tsc', ['--noEmit'], join(root, 'packages/runtime/src/testing/conformance'));
}

async function webTypes() {
  const generated = await execute('react-router', ['typegen'], join(root, 'web'));
  return generated.length > 0 ? generated : execute('tsc', ['--noEmit'], join(root, 'web'));
}

const checks = [
  command('contracts follow the rules (buf)', 'buf', ['lint']),
  command('style (biome)', 'biome', ['check', '--diagnostic-level=error', '--max-diagnostics=50']),
  command('types of services, gateway and packages', 'tsc', ['--noEmit']),
  { name: 'types of the conformance servers', run: conformanceTypes },
  { name: 'types of the web app', run: webTypes },
  command('types of the back office', 'tsc', ['--noEmit'], 'admin'),
  command('types of the journeys', 'tsc', ['--noEmit'], 'e2e'),
  // tsc reports unresolved imports; knip would report the conformance suite's contracts where Go is missing.
  command('nothing is unused (knip)', 'knip', ['--no-progress', '--no-config-hints', '--exclude', 'unresolved']),
  { name: 'imports point one way', run: importProblems },
  { name: 'use cases without SQL and protobuf', run: useCaseProblems },
  { name: 'no traces of a machine', run: machineTraces },
  { name: 'plain words', run: dialectWords },
  { name: 'every text in every language', run: untranslatedTexts },
  { name: 'pages read in both directions', run: physicalClasses },
].filter(({ name }) => name !== 'types of the back office' || existsSync(join(root, 'admin', 'tsconfig.json')));

let failed = 0;
for (const { name, run } of checks) {
  const startedAt = performance.now();
  const problems = await run();
  const seconds = ((performance.now() - startedAt) / 1000).toFixed(1);
  console.log(`${problems.length === 0 ? 'ok  ' : 'FAIL'} ${name} (${seconds} s)`);
  for (const problem of problems) console.log(problem.replace(/^/gm, '     '));
  if (problems.length > 0) failed += 1;
}
console.log(failed === 0 ? 'All checks passed.' : `${failed} of ${checks.length} checks failed.`);
process.exitCode = failed === 0 ? 0 : 1;
