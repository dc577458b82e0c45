import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { atEnd } from '@marquee/testing/cleanup';

const script = join(import.meta.dirname, '..', '.ci', 'install-tools');

/** A home without tools, where building one writes a line at its begin and its end; what holds `fails` cannot be built. */
function home(fails = 'nothing') {
  const folder = mkdtempSync(join(tmpdir(), 'marquee-install-'));
  atEnd(() => rmSync(folder, { recursive: true }));
  const log = join(folder, 'log');
  const node = `#!/bin/sh
echo "begin $CLONE $*" >>${log}
echo "end $CLONE $*" >>${log}
case "$*" in *${fails}*) echo 'no such module' >&2; exit 1;; esac
`;
  writeFileSync(join(folder, 'node'), node, { mode: 0o755 });
  return {
    lines: () => readFileSync(log, 'utf8').trim().split('\n'),
    /** Builds all, as one clone does; resolves to the exit code and the output. */
    async install(clone = '') {
      // A cluster that is named is not built.
      const env = { HOME: folder, PATH: `${folder}:${process.env.PATH}`, CLONE: clone, KUBECONFIG: 'named' };
      // By one pipe: what comes by two may arrive in another order.
      const child = spawn('sh', ['-c', 'exec "$0" 2>&1', script], { env, stdio: ['ignore', 'pipe', 'inherit'] });
      let output = '';
      child.stdout.on('data', (text) => (output += text));
      const [code] = await once(child, 'close');
      return { code, output };
    },
  };
}

test('two clones build one after the other', async () => {
  const { install, lines } = home();
  const results = await Promise.all([install('a'), install('b')]);
  expect(results.map(({ code }) => code)).toEqual([0, 0]);
  const clones = lines().map((line) => line.split(' ')[1]);
  const [first] = clones;
  const firstOfOther = clones.findIndex((clone) => clone !== first);
  expect(firstOfOther).toBeGreaterThan(0);
  expect(clones.slice(firstOfOther)).not.toContain(first);
});

test('what cannot be built is said with its output, and the rest is built', async () => {
  const { install, lines } = home('k6');
  const { code, output } = await install();
  expect(code).toBe(1);
  expect(output).toMatch(/no such module\nnode scripts\/install-go-program\.mjs k6 FAILED after \d+ s\n/);
  expect(output).toMatch(/^node scripts\/install-go-program\.mjs helm: \d+ s$/m);
  expect(lines().at(-1)).toMatch(/^end {2}scripts\/install-crds\.mjs/);
});
