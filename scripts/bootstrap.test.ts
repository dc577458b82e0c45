import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readlinkSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { atEnd } from '@marquee/testing/cleanup';

/** A checkout with every package installed, but without the link to a workspace that is new in the lockfile. */
function checkout(): string {
  const root = mkdtempSync(join(tmpdir(), 'marquee-bootstrap-'));
  atEnd(() => rmSync(root, { recursive: true }));
  const write = (path: string, text: string) => {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), text);
  };
  for (const name of ['bootstrap.mjs', 'generated.mjs'])
    cpSync(join(import.meta.dirname, name), join(root, 'scripts', name));
  const packages = { '': {}, demo: {}, 'node_modules/@marquee/demo': { resolved: 'demo', link: true } };
  write('package-lock.json', JSON.stringify({ packages }));
  write('demo/package.json', '{}');
  write('node_modules/.package-lock.json', JSON.stringify({ packages: {} }));
  write('node_modules/.bin/node', '');
  return root;
}

test('a workspace that is new is linked without an install', () => {
  const root = checkout();
  const bootstrap = () =>
    spawnSync(process.execPath, [join(root, 'scripts', 'bootstrap.mjs')], { encoding: 'utf8', env: {} });
  expect(bootstrap()).toMatchObject({ status: 0, stdout: '', stderr: '' });
  const link = join(root, 'node_modules', '@marquee', 'demo');
  expect(readlinkSync(link)).toBe(join('..', '..', 'demo'));
  expect(existsSync(join(link, 'package.json'))).toBe(true);
});
