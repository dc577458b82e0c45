import { spawnSync } from 'node:child_process';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const root = join(import.meta.dirname, '..', '..');
const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { scripts: Record<string, string> };
const DOCUMENTS = [
  'README.md',
  'CONTRIBUTING.md',
  'docs/**/*.md',
  'helm/**/*.md',
  'load-tests/*.md',
  'deploy/runbooks/*.md',
];
// It is what the bootstrap itself runs, once packages are there.
const WITHOUT_BOOTSTRAP = ['generate'];

/** Every script that a document has one type, with the first document that does. */
function documentedScripts(): Map<string, string> {
  const named = new Map<string, string>();
  for (const path of globSync(DOCUMENTS, { cwd: root })) {
    const text = readFileSync(join(root, path), 'utf8');
    for (const [, name = ''] of text.matchAll(/\bnpm run (?:-\S+ )*([a-z][a-z:-]*)/g)) {
      if (!named.has(name)) named.set(name, path);
    }
    for (const [, name = ''] of text.matchAll(/\bnpm (start|test)\b/g)) if (!named.has(name)) named.set(name, path);
  }
  return named;
}

test('every command that a document names is there, and works on a fresh checkout', () => {
  const named = documentedScripts();
  // Told by what they are, so that a pattern that finds nothing is not a test that looked at nothing.
  const known = ['start', 'test', 'staff', 'keys', 'bucket', 'migrate', 'dead-letters', 'load:prepare', 'image:check'];
  expect([...named.keys()]).toEqual(expect.arrayContaining(known));
  const broken = [...named].flatMap(([name, path]) => {
    if (!scripts[name]) return [`${path}: npm run ${name} is no script`];
    if (WITHOUT_BOOTSTRAP.includes(name)) return [];
    return scripts[`pre${name}`] === 'node scripts/bootstrap.mjs' ? [] : [`${path}: npm run ${name} has no bootstrap`];
  });
  expect(broken).toEqual([]);
});

test('what a command writes may be piped: the bootstrap before it says nothing where there is nothing to do', () => {
  const bootstrap = () => spawnSync(process.execPath, [join(root, 'scripts', 'bootstrap.mjs')], { encoding: 'utf8' });
  // What is stale, the first one makes.
  expect(bootstrap().status).toBe(0);
  const { status, stdout, stderr } = bootstrap();
  expect({ status, stdout, stderr }).toEqual({ status: 0, stdout: '', stderr: '' });
});
