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
// The bootstrap itself runs it, after the install.
const WITHOUT_BOOTSTRAP = ['generate'];

/** Every npm script that a document names, with the first document that names it. */
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

test('every npm script that a document names exists, and works on a fresh checkout', () => {
  const named = documentedScripts();
  // Some known ones, so that a pattern that matches nothing fails.
  const known = ['start', 'test', 'staff', 'keys', 'bucket', 'migrate', 'dead-letters', 'load:prepare', 'image:check'];
  expect([...named.keys()]).toEqual(expect.arrayContaining(known));
  const broken = [...named].flatMap(([name, path]) => {
    if (!scripts[name]) return [`${path}: npm run ${name} is no script`];
    if (WITHOUT_BOOTSTRAP.includes(name)) return [];
    return scripts[`pre${name}`] === 'node scripts/bootstrap.mjs' ? [] : [`${path}: npm run ${name} has no bootstrap`];
  });
  expect(broken).toEqual([]);
});

// What commands write.
const WRITTEN = ['load-tests/prepared.json', 'web/build', 'admin/dist'];
/** A path from the root of the repository; `deploy/marquee…` is a Deployment of kubectl. */
const OWN_PATH =
  /(?<![\w./@~<>-])(?:services|packages|gateway|web|admin|deploy(?!\/marquee)|helm|docs|faults|load-tests|bench|demo|e2e|scripts|proto)\/[\w.*/-]*[\w*]/g;

/** The paths of this repository that a document names, in links and in code. */
function documentedPaths(document: string): string[] {
  const text = readFileSync(join(root, document), 'utf8');
  const links = [...text.matchAll(/\]\(([^)#]+)[^)]*\)/g)].map(([, path = '']) => path);
  const code = [...text.matchAll(/```.*?```|`[^`]+`/gs)].flatMap(([block]) => block.match(OWN_PATH) ?? []);
  return [...links.filter((path) => !path.includes('://')).map((path) => join(document, '..', path)), ...code];
}

test('every file and folder that a document names exists', () => {
  const documents = globSync([...DOCUMENTS, '{services,packages}/*/README.md', '{gateway,demo}/README.md'], {
    cwd: root,
  });
  const paths = documents.flatMap((document) => documentedPaths(document).map((path) => [document, path] as const));
  expect(paths.length).toBeGreaterThan(100);
  const missing = paths.filter(([, path]) => !WRITTEN.includes(path) && globSync(path, { cwd: root }).length === 0);
  expect(missing).toEqual([]);
});

test('the bootstrap prints nothing when nothing is to be done, so that the output of a command can be piped', () => {
  const bootstrap = () => spawnSync(process.execPath, [join(root, 'scripts', 'bootstrap.mjs')], { encoding: 'utf8' });
  // The first run generates what is stale.
  expect(bootstrap().status).toBe(0);
  const { status, stdout, stderr } = bootstrap();
  expect({ status, stdout, stderr }).toEqual({ status: 0, stdout: '', stderr: '' });
});
