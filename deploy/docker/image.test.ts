import { existsSync, mkdirSync, mkdtempSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join, normalize } from 'node:path';
import { atEnd } from '@marquee/testing/cleanup';
import { contextFiles, ignorePatterns } from './context-files.ts';
import { KEPT } from './kept.ts';
import { prunePackages } from './prune-packages.ts';
import { environmentOf, readDockerfile, valuesOf } from './read-dockerfile.ts';

const root = join(import.meta.dirname, '..', '..');
const stages = readDockerfile(readFileSync(join(import.meta.dirname, 'Dockerfile'), 'utf8'));
const [build, final] = [stages[0], stages.at(-1)];

test('the image contains only the release, and runs it as an unprivileged user [SYS-02:image]', () => {
  expect(stages).toHaveLength(2);
  expect(build?.name).toBe('build');
  expect(valuesOf(build, 'RUN').at(-1)).toMatch(/node deploy\/docker\/release\.ts \/release$/);
  expect(valuesOf(final, 'COPY')).toEqual(['--from=build --chown=root:root /release /app']);
  expect(valuesOf(final, 'USER')).toEqual(['10001:10001']);
  expect(valuesOf(final, 'RUN').join()).not.toMatch(/npm (ci|install)|curl|wget/);
  expect(valuesOf(final, 'ENTRYPOINT')).toEqual(['["node"]']);
  expect(environmentOf(final)).toMatchObject({ NODE_ENV: 'production', HOST: '0.0.0.0' });
  for (const { base } of stages) expect(base).toMatch(/^node:\d+\.\d+\.\d+-bookworm-slim$/);
  // No step after USER needs another user.
  const names = final?.instructions.map(({ name }) => name) ?? [];
  expect(names.slice(names.indexOf('USER'))).not.toContain('RUN');
});

test('the build context has the files that the build reads, and no keys, packages or built files', () => {
  const files = contextFiles(root);
  expect(files).toEqual(
    expect.arrayContaining([
      'package-lock.json',
      'proto/film/v1/watch.proto',
      'e2e/package.json',
      'scripts/bootstrap.mjs',
    ]),
  );
  expect(files.filter((path) => /(^|\/)(node_modules|gen|build|dist|\.git)\/|\.pem$|^docs\//.test(path))).toEqual([]);
  const [anywhere, within, top] = ignorePatterns('**/node_modules\n**/*.pem\ndocs');
  expect(['a/node_modules/b', 'node_modules', 'a/node_modules.ts'].map((path) => anywhere?.test(path))).toEqual([
    true,
    true,
    false,
  ]);
  expect(['a/b/key.pem', 'key.pem.ts'].map((path) => within?.test(path))).toEqual([true, false]);
  expect(['docs/a.md', 'a/docs/b.md'].map((path) => top?.test(path))).toEqual([true, false]);
});

test('the image contains everything that its commands import', () => {
  const sent = contextFiles(root);
  const isKept = (path: string) => KEPT.some((kept) => path === kept || path.startsWith(`${kept}/`));
  const commands = sent.filter(
    (path) => /^(deploy|load-tests)\/.*\.ts$/.test(path) && isKept(path) && !/\.test\.ts$/.test(path),
  );
  expect(commands).toEqual(
    expect.arrayContaining(['deploy/dead-letters.ts', 'deploy/staff/main.ts', 'load-tests/prepare.ts']),
  );
  const imports = commands.flatMap((path) => {
    const text = readFileSync(join(root, path), 'utf8');
    const relatives = [...text.matchAll(/(?:from |import\()'(\.[^']+)'/g)].map(([, to = '']) => to);
    const packages = text.matchAll(/(?:from |import\()'@marquee\/((?:deploy|demo|load-tests)\/[^']+)'/g);
    return [...relatives.map((to) => normalize(join(dirname(path), to))), ...[...packages].map(([, to]) => `${to}.ts`)];
  });
  expect(imports.filter((path) => !isKept(path) || !sent.includes(path))).toEqual([]);
});

test('a release keeps the packages that its processes depend on, and no others', () => {
  const folder = mkdtempSync(join(tmpdir(), 'marquee-release-'));
  atEnd(() => rm(folder, { recursive: true, force: true }));
  const add = (path: string, manifest: object) => {
    mkdirSync(join(folder, path), { recursive: true });
    writeFileSync(join(folder, path, 'package.json'), JSON.stringify(manifest));
  };
  add('services/film', { dependencies: { pg: '1', data: '1', database: '1' } });
  add('packages/data', {
    dependencies: { orm: '1' },
    peerDependencies: { driver: '1', cli: '1' },
    peerDependenciesMeta: { cli: { optional: true } },
  });
  mkdirSync(join(folder, 'node_modules', '@marquee'), { recursive: true });
  symlinkSync(join('..', 'packages', 'data'), join(folder, 'node_modules', 'data'));
  symlinkSync(join('..', '..', 'web'), join(folder, 'node_modules', '@marquee', 'web'));
  for (const name of ['pg', 'orm', 'driver', 'cli', 'database', '@types/pg']) add(`node_modules/${name}`, {});
  add('node_modules/orm', { optionalDependencies: { native: '1', absent: '1' } });
  add('node_modules/orm/node_modules/native', {});
  add('node_modules/orm/node_modules/stray', {});
  add('services/film/node_modules/pg', {});
  mkdirSync(join(folder, 'node_modules', '.bin'));

  prunePackages(folder, ['services/film', 'packages/data'], ['database']);
  const there = (path: string) => existsSync(join(folder, path));
  const kept = [
    'node_modules/data',
    'node_modules/orm/node_modules/native',
    'node_modules/driver',
    'services/film/node_modules/pg',
  ];
  const gone = ['node_modules/pg', 'node_modules/cli', 'node_modules/database', 'node_modules/@types/pg'];
  gone.push('node_modules/orm/node_modules/stray', 'node_modules/@marquee/web', 'node_modules/.bin');
  expect(kept.filter((path) => !there(path))).toEqual([]);
  expect(gone.filter(there)).toEqual([]);
});
