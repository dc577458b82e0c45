import { chmod, mkdtemp, rm, stat, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '@marquee/runtime/free-ports';
import { atEnd } from '@marquee/testing/cleanup';
import { addressCheck, fileCheck, folderCheck, makeFolder, programCheck } from './setting-checks.ts';
import type { CheckPlatform, StartCheck } from './start-checks.ts';

const platform = {} as CheckPlatform;
let dir: string;
beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'marquee-checks-'));
  atEnd(() => rm(dir, { recursive: true }));
});

async function found<Config>(check: StartCheck<Config>, config: Config): Promise<string> {
  return Promise.resolve()
    .then(() => check.check(config, platform))
    .then(
      () => 'right',
      (error: Error) => error.message,
    );
}

test('a folder is made with those above it, by several at once', async () => {
  const path = join(dir, 'scratch', 'media', 'work');
  await Promise.all([makeFolder(path), makeFolder(path), makeFolder(path)]);
  expect((await stat(path)).isDirectory()).toBe(true);
  expect(await found(folderCheck('SCRATCH_DIR'), { SCRATCH_DIR: path })).toBe('right');
});

test('a folder under a file, in place of a file or where there are no folders is reported with its path', async () => {
  const file = join(dir, 'file');
  await writeFile(file, '');
  const check = folderCheck('SCRATCH_DIR');
  const said = (path: string, code: string) => `the folder ${path} cannot be made or written (${code})`;
  expect(await found(check, { SCRATCH_DIR: file })).toBe(said(file, 'EEXIST'));
  expect(await found(check, { SCRATCH_DIR: join(file, 'x') })).toBe(said(join(file, 'x'), 'ENOTDIR'));
  expect(await found(check, { SCRATCH_DIR: '/proc/scratch/media' })).toBe(said('/proc/scratch/media', 'ENOENT'));
  // It is there, and takes nothing from anybody, also not from root.
  expect(await found(check, { SCRATCH_DIR: '/proc' })).toBe(said('/proc', 'ENOENT'));
});

test('a file is read, or reported with its path; where none is named, none is asked for', async () => {
  const check = fileCheck('GEO_DATABASE', ({ path }: { path: string | undefined }) => path);
  expect(await found(check, { path: import.meta.filename })).toBe('right');
  expect(await found(check, { path: undefined })).toBe('right');
  expect(await found(check, { path: join(dir, 'none') })).toBe(`${join(dir, 'none')} cannot be read (ENOENT)`);
});

test('a program runs and is the one that it should be', async () => {
  const check = programCheck('NODE_PATH', {
    programOf: ({ path }: { path: string }) => path,
    args: ['--version'],
    says: /^v\d+/,
  });
  expect(await found(check, { path: process.execPath })).toBe('right');
  expect(await found(check, { path: '/bin/echo' })).toBe('/bin/echo is another program');
  const broken = join(dir, 'broken');
  await writeFile(broken, '#!/bin/sh\nexit 3\n');
  expect(await found(check, { path: broken })).toBe(`${broken} cannot be run (EACCES)`);
  await chmod(broken, 0o755);
  expect(await found(check, { path: broken })).toBe(`${broken} cannot be run (exit code 3)`);
  expect(await found(check, { path: dir })).toBe(`${dir} cannot be run (EACCES)`);
});

test('an address is right as soon as somebody listens there, and wrong when nobody has for a while', async () => {
  const port = await freePort();
  const right = addressCheck('FILM_ADDRESS', `127.0.0.1:${port}`);
  await expect(addressCheck('FILM_ADDRESS', `127.0.0.1:${port}`, 0).check()).rejects.toThrow(
    `nobody answers at 127.0.0.1:${port} (ECONNREFUSED)`,
  );
  await expect(addressCheck('MEDIA_HTTP_URL', 'http://media.invalid', 0).check()).rejects.toThrow(
    /^nobody answers at media\.invalid:80 \(E\w+\)$/,
  );
  const asked = right.check();
  const server = createServer();
  atEnd(() => server.close());
  server.listen(port, '127.0.0.1');
  await asked;
});
