import { readFile, writeFile } from 'node:fs/promises';

/** Renames the format of the sound track of 16 bits to one that ffmpeg does not know, as that of a telephone's spatial sound. */
export async function withUnknownSound(path: string): Promise<string> {
  const content = await readFile(path);
  content.write('apac', content.indexOf('sowt'), 'latin1');
  await writeFile(path, content);
  return path;
}
