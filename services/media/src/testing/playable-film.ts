import { newId } from '@marquee/data/ids';
import { type MediaStores, storeVideo } from './stored-assets.ts';

export type PlayableFilm = { assetId: string; filmId: string; version: string };

/** A film that plays from these files, without waiting for an encoder. */
export async function playableFilm(
  { platform }: { platform: MediaStores },
  files: Record<string, Buffer>,
): Promise<PlayableFilm> {
  const { prefix, ...film } = await storeVideo(platform, { ownerId: newId(), transcode: 'COMPLETE' });
  for (const [name, bytes] of Object.entries(files)) await platform.blobs.put(`${prefix}${name}`, bytes);
  return { ...film, filmId: newId() };
}
