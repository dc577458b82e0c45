import { globSync, readFileSync } from 'node:fs';
import { appendFile, mkdir, mkdtemp, readdir, rm, symlink, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { inputsNamedIn, inputsOfJourney, inputsOfTest, NAMED_APART, openStamps } from './unchanged.mjs';

const SUITE = 'helm/chart.test.ts';
const DAY_MS = 86_400_000;
let root: string;
let tools: string[];

const write = async (path: string, text: string) => {
  await mkdir(dirname(join(root, path)), { recursive: true });
  await writeFile(join(root, path), text);
};
const open = (now?: () => number) =>
  openStamps({ root, folder: join(root, 'stamps'), toolsOf: () => tools, ...(now && { now }) });

beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'unchanged-'));
  tools = ['helm 1'];
  await write('package.json', '{}');
  await write('package-lock.json', '{}');
  await write('services/film/package.json', '{}');
  await write('gateway/package.json', '{}');
  await write('jest.config.mjs', '');
  await write('packages/testing/global-setup.mjs', "import { start } from './src/test-postgres.ts';");
  await write('packages/testing/icon-imports.mjs', '');
  await write('packages/testing/jest-runtime.mjs', '');
  await write('packages/testing/node-environment.mjs', '');
  await write('packages/testing/jsdom-environment.mjs', '');
  await write('packages/testing/page-faults.mjs', '');
  await write('packages/testing/src/setup-web.ts', '');
  await write('packages/testing/src/test-postgres.ts', '');
  await write('packages/testing/src/setup-node.ts', '');
  await write('scripts/test-components.mjs', '');
  await write('packages/data/package.json', '{ "name": "@marquee/data", "exports": { "./*": "./src/*.ts" } }');
  await write('packages/data/src/ids.ts', "import { random } from './random.ts';");
  await write('packages/data/src/random.ts', 'export const random = 1;');
  await mkdir(join(root, 'node_modules', '@marquee'), { recursive: true });
  await symlink('../../packages/data', join(root, 'node_modules', '@marquee', 'data'));
  await write('helm/testing/read.ts', '// @inputs services/*/src\nexport const read = 1;');
  await write('services/film/src/main.ts', 'film');
  await write('services/media/src/main.ts', 'media');
  await write('helm/marquee/values.yaml', 'a: 1');
  await write('docs/unrelated.md', 'words');
  await write('deploy/worker.mjs', 'work');
  await write('deploy/sql/0001.sql', 'CREATE');
  await write('deploy/words.json', '{}');
  await write(
    SUITE,
    [
      '// @requires helm',
      '// @inputs helm/marquee',
      "import { newId } from '@marquee/data/ids';",
      "import { read } from './testing/read.ts';",
      "const worker = new URL('../deploy/worker.mjs', import.meta.url);",
      "const migrations = import.meta.resolve('../deploy/sql');",
      "import words from '../deploy/words.json?url';",
      "import { parse } from 'yaml';",
    ].join('\n'),
  );
});
afterEach(() => rm(root, { recursive: true, force: true }));

test('a pass is found while no input of the suite has changed, and not otherwise', async () => {
  const stamps = open();
  const fingerprint = stamps.fingerprint([SUITE]);
  expect(stamps.passed(fingerprint)).toBeUndefined();
  stamps.notePassed(fingerprint, { suite: SUITE, titles: ['one', 'two'] });
  await write('docs/unrelated.md', 'other words');
  expect(open().passed(open().fingerprint([SUITE]))).toMatchObject({ suite: SUITE, titles: ['one', 'two'] });
});

test.each([
  ['itself', SUITE, '// @inputs helm/marquee'],
  ['what it names', 'helm/marquee/values.yaml', 'a: 2'],
  ['a file more in what it names', 'helm/marquee/templates/new.yaml', ''],
  ['what it imports by its address', 'deploy/words.json', '{ "a": 1 }'],
  ['what it imports', 'helm/testing/read.ts', 'export const read = 2;'],
  ['what that names', 'services/media/src/main.ts', 'other'],
  ['what is new below that', 'services/chat/src/main.ts', 'chat'],
  ['what it imports of a package', 'packages/data/src/ids.ts', ''],
  ['what that imports', 'packages/data/src/random.ts', ''],
  ['what it runs by its address', 'deploy/worker.mjs', 'other'],
  ['the lockfile', 'package-lock.json', '{ "changed": 1 }'],
  ['what a package exports', 'packages/data/package.json', '{ "name": "@marquee/data", "exports": {} }'],
  ['what a service exports', 'services/film/package.json', '{ "exports": {} }'],
  ['what every test stands on', 'packages/testing/src/test-postgres.ts', 'other'],
  ['a folder that it names by its address', 'deploy/sql/0001.sql', 'other'],
])('it runs again when %s changed', async (_what, path, text) => {
  const before = open().fingerprint([SUITE]);
  expect(open().fingerprint([SUITE])).toBe(before);
  await write(path, text);
  expect(open().fingerprint([SUITE])).not.toBe(before);
});

test('a folder that a file is in is none of its inputs, though it names the folder', async () => {
  await write('helm/testing/read.ts', "const root = new URL('../../', import.meta.url);\nexport const read = 1;");
  const before = open().fingerprint([SUITE]);
  await write('docs/unrelated.md', 'other words');
  expect(open().fingerprint([SUITE])).toBe(before);
});

test('a pass of one suite does not count for another with the same inputs', async () => {
  await write('helm/other.test.ts', '// @inputs helm/marquee');
  await write('helm/another.test.ts', '// @inputs helm/marquee');
  expect(open().fingerprint(['helm/other.test.ts'])).not.toBe(open().fingerprint(['helm/another.test.ts']));
  const before = open().fingerprint([SUITE]);
  await write('helm/marquee/values.test.ts', '// @inputs docs');
  expect(open().fingerprint([SUITE])).toBe(before);
});

test('a change during a run is noticed', async () => {
  const stamps = open();
  const before = stamps.fingerprint([SUITE]);
  await write('packages/data/src/random.ts', 'export const random = 22;');
  expect(stamps.fingerprint([SUITE])).not.toBe(before);
});

test('a suite runs again with another tool, and after a file was renamed', async () => {
  const before = open().fingerprint([SUITE]);
  tools = ['helm 2'];
  expect(open().fingerprint([SUITE])).not.toBe(before);
  tools = ['helm 1'];
  await rm(join(root, 'helm/marquee/values.yaml'));
  await write('helm/marquee/values.yml', 'a: 1');
  expect(open().fingerprint([SUITE])).not.toBe(before);
});

test('installed and built files are no inputs, and a name that does not exist is an error', async () => {
  const before = open().fingerprint([SUITE]);
  await write('helm/marquee/node_modules/x.js', 'x');
  await write('services/film/src/gen/x.ts', 'x');
  expect(open().fingerprint([SUITE])).toBe(before);
  await write(SUITE, '// @inputs helm/marque');
  expect(() => open().fingerprint([SUITE])).toThrow('@inputs names helm/marque, which does not exist');
});

test('the inputs that a file names are those of its comments', () => {
  expect(inputsNamedIn("// @requires helm\nconst text = '@inputs a';")).toBeUndefined();
  expect(inputsNamedIn('// @requires helm\n// @inputs a b/c\n// @inputs d')).toEqual(['a', 'b/c', 'd']);
  expect(inputsNamedIn('/** @inputs a b */')).toEqual(['a', 'b']);
});

test('a test beside the code of a workspace has what is no code there as its inputs, and one elsewhere names its own', async () => {
  const beside = 'services/film/src/crew/crew.test.ts';
  await write(beside, "import { crew } from './crew.ts';");
  await write('services/film/src/crew/crew.ts', 'export const crew = 1;');
  await write('services/film/src/other.ts', 'export const other = 1;');
  await write('services/film/migrations/0001.sql', 'CREATE');
  await write('services/film/README.md', 'words');
  const fingerprint = () => open().fingerprint(inputsOfTest(root, beside, '') ?? []);
  let before = fingerprint();
  for (const [path, text] of [
    ['services/film/src/crew/crew.ts', 'export const crew = 2;'],
    ['services/film/migrations/0001.sql', 'ALTER'],
    ['services/film/migrations/0002.sql', 'CREATE'],
  ] as const) {
    await write(path, text);
    expect([path, fingerprint()]).not.toEqual([path, before]);
    before = fingerprint();
  }
  await write('services/film/src/other.ts', 'export const other = 2;');
  await write('services/film/README.md', 'other words');
  await write('services/media/migrations/0001.sql', 'CREATE');
  expect(fingerprint()).toBe(before);
  expect(inputsOfTest(root, 'deploy/derived/derived.test.ts', '')).toBeUndefined();
  expect(inputsOfTest(root, 'deploy/derived/derived.test.ts', '// @inputs deploy')).toEqual([
    'deploy/derived/derived.test.ts',
  ]);
});

test('a pass expires after a month', async () => {
  const began = Date.now();
  open(() => began).notePassed('old', { suite: SUITE, titles: ['one'] });
  await utimes(join(root, 'stamps', 'old'), began / 1_000, began / 1_000);
  open(() => began + 29 * DAY_MS).notePassed('newer', { suite: SUITE, titles: ['one'] });
  expect(await readdir(join(root, 'stamps'))).toEqual(['newer', 'old']);
  await utimes(join(root, 'stamps', 'newer'), began / 1_000 + 10, began / 1_000 + 10);
  open(() => began + 30 * DAY_MS + 1_000).notePassed('newest', { suite: SUITE, titles: ['one'] });
  expect(await readdir(join(root, 'stamps'))).toEqual(['newer', 'newest']);
});

test('no suite of this repository has all of it as its inputs', () => {
  const repository = join(import.meta.dirname, '..');
  const { inputs } = openStamps({ root: repository });
  const suites = globSync('{packages,services,gateway,deploy,demo,helm,load-tests}/**/*.test.ts', {
    cwd: repository,
    exclude: (name) => name === 'node_modules',
  }).filter((path) => inputsNamedIn(readFileSync(join(repository, path), 'utf8')));
  expect(suites.length).toBeGreaterThan(30);
  // What nothing reads is an input only where a path to the root was taken for an import.
  expect(suites.filter((path) => inputs(path).includes('LICENSE'))).toEqual([]);
});

test('a journey stands on what the configuration of journeys names, unless it names less itself', async () => {
  const [watch, walk] = ['e2e/journeys/watch.spec.ts', 'e2e/journeys/walk.spec.ts'];
  await write('e2e/playwright.config.ts', '// @inputs services');
  await write(watch, "import { play } from '../support/player.ts';");
  await write(walk, '// @inputs helm/marquee');
  await write('e2e/support/player.ts', 'export const play = 1;');
  const of = (name: string) => open().inputs(...inputsOfJourney(root, name));
  expect(of(watch)).toEqual(expect.arrayContaining([watch, 'e2e/support/player.ts', 'services/film/src/main.ts']));
  expect(of(walk)).toContain('helm/marquee/values.yaml');
  expect(of(walk)).not.toContain('services/film/src/main.ts');
});

test('a journey does not stand on what only pages that it did not open stand on', async () => {
  await write('e2e/playwright.config.ts', '// @inputs web/app admin');
  await write('e2e/journeys/watch.spec.ts', '');
  await write('web/app/root.tsx', "import './layout/shell.ts';");
  await write('web/app/layout/shell.ts', '');
  await write('web/app/entry.client.tsx', '');
  await write('web/app/entry.server.tsx', '');
  await write('web/app/routes/film/home.tsx', "import '../../features/poster.ts';\nexport default function Home() {}");
  await write(
    'web/app/routes/film/film.tsx',
    "import '../../features/poster.ts';\nimport '../../features/crew.ts';\nexport default function Film() {}",
  );
  await write('web/app/routes/film/feed.ts', "import '../../features/items.ts';\nexport function loader() {}");
  for (const name of ['poster', 'crew', 'items', 'lone']) await write(`web/app/features/${name}.ts`, '');
  await write('web/app/language/es.po', '');
  await write('admin/app.tsx', '');
  const inputs = inputsOfJourney(root, 'e2e/journeys/watch.spec.ts');
  let version = 0;
  const changes = async (path: string, pages: string[]) => {
    const before = open().fingerprint(inputs, pages);
    version += 1;
    await appendFile(join(root, path), `\n// ${version}`);
    return open().fingerprint(inputs, pages) !== before;
  };
  const home = ['routes/film/home'];
  expect(await changes('web/app/features/crew.ts', home)).toBe(false);
  expect(await changes('web/app/features/crew.ts', ['routes/film/film'])).toBe(true);
  expect(await changes('web/app/language/es.po', home)).toBe(false);
  expect(await changes('web/app/language/es.po', [...home, 'language/es'])).toBe(true);
  expect(await changes('admin/app.tsx', home)).toBe(false);
  expect(await changes('admin/app.tsx', [...home, 'admin'])).toBe(true);
  // What both pages, every page, no page and a feed stand on.
  for (const name of ['features/poster', 'layout/shell', 'features/lone', 'features/items', 'entry.server'])
    expect([name, await changes(`web/app/${name}.ts${name === 'entry.server' ? 'x' : ''}`, home)]).toEqual([
      name,
      true,
    ]);
  expect(await changes('web/app/routes/film/film.tsx', home)).toBe(false);
  expect(await changes('web/app/routes/film/home.tsx', home)).toBe(true);
});

test('the pages that a suite opened are known after it passed', () => {
  const stamps = open();
  expect(stamps.pagesOf('e2e/journeys/watch.spec.ts')).toBeUndefined();
  stamps.notePassed('one', { suite: 'e2e/journeys/watch.spec.ts', titles: ['plays'], pages: ['routes/film/home'] });
  expect(open().pagesOf('e2e/journeys/watch.spec.ts')).toEqual(['routes/film/home']);
  expect(open().passed('one')).toMatchObject({ titles: ['plays'] });
});

test('journeys note the back office where the gateway serves it', () => {
  const repository = join(import.meta.dirname, '..');
  const pathIn = (file: string) =>
    /BACK_OFFICE_PATH = '(.+)'/.exec(readFileSync(join(repository, file), 'utf8'))?.[1] ?? `none in ${file}`;
  expect(pathIn('e2e/support/pages.ts')).toBe(pathIn('gateway/src/back-office.ts'));
});

test('which modules have routes with ids of their own is known', () => {
  const app = join(import.meta.dirname, '..', 'web', 'app');
  const tables = globSync('routes/*/*-routes.ts', { cwd: app }).map((path) => [
    path,
    readFileSync(join(app, path), 'utf8'),
  ]);
  const withIds = tables.filter(([, text]) => /\bid\b/.test(text ?? '')).map(([path]) => path);
  expect(withIds.sort()).toEqual(['routes/rooms/room-routes.ts', 'routes/settings/settings-routes.ts']);
  expect(tables.flatMap(([, text]) => (text ?? '').match(/'[^']+', \{ id: [^}]+\}/g) ?? [])).toEqual([
    "'routes/settings/settings.tsx', { id: 'settings' }",
  ]);
  expect(NAMED_APART.test('web/app/routes/settings/settings.tsx')).toBe(true);
  expect(NAMED_APART.test('web/app/routes/rooms/network.tsx')).toBe(true);
  expect(NAMED_APART.test('web/app/routes/settings/account.tsx')).toBe(false);
});
