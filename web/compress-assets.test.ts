import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { atEnd } from '@marquee/testing/cleanup';
import { compressAssets } from './compress-assets.ts';

const LONG = 'a'.repeat(1_000);
const pluginOf = (last: 'client' | 'ssr') =>
  compressAssets(last) as unknown as {
    applyToEnvironment(environment: { name: string }): boolean;
    writeBundle(options: { dir?: string }): Promise<void>;
  };

test('files that compress well and are worth it get copies beside them, once the server is built', async () => {
  const plugin = pluginOf('ssr');
  expect(['ssr', 'client'].map((name) => plugin.applyToEnvironment({ name }))).toEqual([true, false]);
  const folder = await mkdtemp(join(tmpdir(), 'compress-assets-'));
  atEnd(() => rm(folder, { recursive: true }));
  const client = join(folder, 'client');
  await mkdir(join(client, 'folder.js'), { recursive: true });
  await writeFile(join(client, 'app.js'), LONG);
  await writeFile(join(client, 'small.js'), LONG.slice(1));
  await writeFile(join(client, 'still.webp'), LONG);
  await plugin.writeBundle({});
  await plugin.writeBundle({ dir: join(folder, 'server') });

  expect((await readdir(client)).sort()).toEqual(
    ['app.js', 'app.js.br', 'app.js.gz', 'folder.js', 'small.js', 'still.webp'].sort(),
  );
  expect(brotliDecompressSync(await readFile(join(client, 'app.js.br'))).toString()).toBe(LONG);
  expect(gunzipSync(await readFile(join(client, 'app.js.gz'))).toString()).toBe(LONG);
});

test('an app without a server has its files compressed where it was built', async () => {
  const plugin = pluginOf('client');
  expect(['ssr', 'client'].map((name) => plugin.applyToEnvironment({ name }))).toEqual([false, true]);
  const folder = await mkdtemp(join(tmpdir(), 'compress-assets-'));
  atEnd(() => rm(folder, { recursive: true }));
  await writeFile(join(folder, 'app.js'), LONG);
  await plugin.writeBundle({ dir: folder });
  expect((await readdir(folder)).sort()).toEqual(['app.js', 'app.js.br', 'app.js.gz']);
});
