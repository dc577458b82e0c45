import type { MediaHarness } from './media-service.ts';

export type PlayableFilm = { assetId: string; filmId: string; version: string };

/** A film that plays from these files, without waiting for an encoder. */
export async function playableFilm(media: MediaHarness, files: Record<string, Buffer>): Promise<PlayableFilm> {
  const { db, blobs } = media.platform;
  const [assetId, filmId, version] = [media.newId(), media.newId(), media.newId()];
  const prefix = `renditions/${assetId}/${version}/1/`;
  await db.query(
    `INSERT INTO assets (id, owner_id, kind, slot, file_name, size_bytes, state, duration_ms)
     VALUES ($1, $2, 'VIDEO', 'FILM_VIDEO', 'film.mp4', 1, 'READY', 60000)`,
    [assetId, media.newId()],
  );
  await db.query(
    `INSERT INTO transcodes (id, asset_id, status, attempt, output_prefix) VALUES ($1, $2, 'COMPLETE', 1, $3)`,
    [version, assetId, prefix],
  );
  await db.query('UPDATE assets SET current_transcode_id = $2 WHERE id = $1', [assetId, version]);
  for (const [name, bytes] of Object.entries(files)) await blobs.put(`${prefix}${name}`, bytes);
  return { assetId, filmId, version };
}
