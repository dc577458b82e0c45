import { createReadStream } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { MediaResources } from '../resources.ts';
import { outlastingTheStore } from '../storage/storage-trouble.ts';

/** Stores segments first and manifests last, so that a manifest never names a missing file. `onStored` has 0 to 1. */
export async function storeOutput(
  { blobs }: Pick<MediaResources, 'blobs'>,
  folder: string,
  prefix: string,
  signal: AbortSignal,
  onStored: (part: number) => void = () => undefined,
): Promise<void> {
  const isManifest = (name: string) => /\.(m3u8|mpd|vtt)$/.test(name);
  const names = (await readdir(folder)).sort((a, b) => Number(isManifest(a)) - Number(isManifest(b)));
  for (const [index, name] of names.entries()) {
    signal.throwIfAborted();
    await outlastingTheStore(() => blobs.put(`${prefix}${name}`, createReadStream(join(folder, name))), signal);
    onStored((index + 1) / names.length);
  }
}
