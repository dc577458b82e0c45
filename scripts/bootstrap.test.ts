import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readlinkSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { atEnd } from '@marquee/testing/cleanup';

/** A checkout with all packages, but without the link to a new workspace of the lockfile. */
function checkout(installed: Record<string, unknown> = {}): string {
  const root = mkdtempSync(join(tmpdir(), 'marquee-bootstrap-'));
  atEnd(() => rmSync(root, { recursive: true }));
  const write = (path: string, text: string) => {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), text);
  };
  for (const name of ['bootstrap.mjs', 'generated.mjs'])
    cpSync(join(import.meta.dirname, name), join(root, 'scripts', name));
  const packages = { '': {}, demo: {}, 'node_modules/@marquee/demo': { resolved: 'demo', link: true }, ...installed };
  write('package-lock.json', JSON.stringify({ packages }));
  write('demo/package.json', '{}');
  write('node_modules/.package-lock.json', JSON.stringify({ packages: installed }));
  write('node_modules/.bin/node', '');
  return root;
}

test('a new workspace is linked without an install', () => {
  const root = checkout();
  const bootstrap = () =>
    spawnSync(process.execPath, [join(root, 'scripts', 'bootstrap.mjs')], { encoding: 'utf8', env: {} });
  expect(bootstrap()).toMatchObject({ status: 0, stdout: '', stderr: '' });
  const link = join(root, 'node_modules', '@marquee', 'demo');
  expect(readlinkSync(link)).toBe(join('..', '..', 'demo'));
  expect(existsSync(join(link, 'package.json'))).toBe(true);
});

test('a package that npm recorded and whose folder is gone is installed again', () => {
  const root = checkout({ 'node_modules/node': { version: process.versions.node } });
  const { status, stdout, stderr } = spawnSync(process.execPath, [join(root, 'scripts', 'bootstrap.mjs')], {
    encoding: 'utf8',
    env: { PATH: join(root, 'no-programs') },
  });
  expect(stdout).toContain('Installing dependencies.');
  expect({ status, stderr }).toMatchObject({ status: 1, stderr: expect.stringContaining('npm could not be run') });
});
