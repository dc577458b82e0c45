import { readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';

/** How a built file is sent: as it is, or as `compress-assets.ts` of the web app compressed it. */
export type Coding = '' | '.gz' | '.br';

/** How many bytes a built file has as it is sent: one that is too small to compress is sent as it is. */
export async function sentBytes(path: string, coding: Coding): Promise<number> {
  const { size } = await stat(path + coding).catch(() => stat(path));
  return size;
}

/** The sum of the bytes of built files as they are sent. */
export async function allSentBytes(paths: readonly string[], coding: Coding): Promise<number> {
  const sizes = await Promise.all(paths.map((path) => sentBytes(path, coding)));
  return sizes.reduce((sum, size) => sum + size, 0);
}

/** Paths of built scripts of a folder whose names match, and of all that they import before they run. */
async function withImports(folder: string, wanted: RegExp): Promise<string[]> {
  const found = new Set((await readdir(folder)).filter((name) => wanted.test(name)));
  // A set that grows is walked to its end.
  for (const name of found) {
    const source = await readFile(join(folder, name), 'utf8');
    for (const [, imported = ''] of source.matchAll(/(?:from|import)\s*"\.\/([^"]+\.js)"/g)) found.add(imported);
  }
  return [...found].map((name) => join(folder, name));
}

/** Paths of the scripts of the back office's first screen: its other pages are loaded when they are opened. */
export function backOfficeScripts(root: string): Promise<string[]> {
  return withImports(join(root, 'admin', 'dist', 'assets'), /^(?:index|films-page)-.*\.js$/);
}
