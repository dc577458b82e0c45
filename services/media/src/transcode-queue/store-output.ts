import { createReadStream } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { MediaResources } from '../resources.ts';
import { outlastingTheStore } from '../storage/storage-trouble.ts';

/** Stores a file of this machine under a name. */
export type StoreFile = (name: string, path: string, signal: AbortSignal) => Promise<void>;

/** Stores files as blobs below a prefix, and outlasts a store that is restarted. */
export function asBlobs({ blobs }: Pick<MediaResources, 'blobs'>, prefix: string): StoreFile {
  return async (name, path, signal) => {
    await outlastingTheStore(() => blobs.put(`${prefix}${name}`, createReadStream(path)), signal);
  };
}

/** Stores segments first and manifests last, so that a manifest never names a missing file. `onStored` has 0 to 1. */
export async function storeOutput(
  folder: string,
  store: StoreFile,
  signal: AbortSignal,
  onStored: (part: number) => void = () => undefined,
): Promise<void> {
  const isManifest = (name: string) => /\.(m3u8|mpd|vtt)$/.test(name);
  const names = (await readdir(folder)).sort((a, b) => Number(isManifest(a)) - Number(isManifest(b)));
  for (const [index, name] of names.entries()) {
    signal.throwIfAborted();
    await store(name, join(folder, name), signal);
    onStored((index + 1) / names.length);
  }
}
