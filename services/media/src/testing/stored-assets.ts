import type { Database } from '@marquee/data/database';
import { newId } from '@marquee/data/ids';
import type { BlobStore } from '@marquee/storage/blob-store';
import { type Keyring, makeContentKeys, sealKeys } from '../protection/sealed-keys.ts';
import { blobLayout } from '../storage/blob-layout.ts';

export type MediaStores = { db: Pick<Database, 'query'>; blobs: BlobStore };
type Owned = { ownerId: string; boundFilmId?: string };

type StoredVideo = { transcode?: 'WAITING' | 'COMPLETE'; poster?: boolean; durationMs?: number; source?: object };

/** A checked video, with a transcode in this state; with `poster`, it has a poster candidate. `source` is what was found. */
export async function storeVideo(
  storage: MediaStores,
  { ownerId, boundFilmId, transcode, poster, durationMs = 60_000, source }: Owned & StoredVideo,
): Promise<{ assetId: string; version: string; prefix: string }> {
  const [assetId, version] = [newId(), newId()];
  const prefix = blobLayout.renditions(assetId, version, 1);
  await storage.db.query(
    `INSERT INTO assets (id, owner_id, bound_film_id, kind, slot, file_name, size_bytes, state, duration_ms, source)
     VALUES ($1, $2, $3, 'VIDEO', 'FILM_VIDEO', 'film.mp4', 1, 'READY', $4, $5)`,
    [assetId, ownerId, boundFilmId ?? null, durationMs, source ? JSON.stringify(source) : null],
  );
  if (!transcode) return { assetId, version, prefix };

  const posters = poster ? [await storeMaster(storage, assetId)] : [];
  await storage.db.query(
    `WITH made AS (
       INSERT INTO transcodes (id, asset_id, status, attempt, output_prefix, poster_ids)
       VALUES ($1, $2, $3, 1, $4, $5) RETURNING id, asset_id)
     UPDATE assets SET current_transcode_id = $1 WHERE id = $2`,
    [version, assetId, transcode, prefix, posters],
  );
  return { assetId, version, prefix };
}

/** Subtitles of a video, in a language of their own. */
export async function storeTextTrack({ db, blobs }: MediaStores, assetId: string): Promise<string> {
  const id = newId();
  await db.query(
    `INSERT INTO text_tracks (id, asset_id, language, kind, file_name, cue_count, first_cue_ms, end_ms)
     VALUES ($1, $2, $3, 'SUBTITLES', 'film.srt', 1, 0, 1000)`,
    [id, assetId, `x-${id}`],
  );
  await blobs.put(blobLayout.textTrack(assetId, id), Buffer.from('WEBVTT\n'));
  return id;
}

/** A checked picture. */
export async function storePicture(storage: MediaStores, { ownerId, boundFilmId }: Owned): Promise<string> {
  const assetId = newId();
  await storage.db.query(
    `INSERT INTO assets (id, owner_id, bound_film_id, kind, slot, file_name, size_bytes, state, width, height)
     VALUES ($1, $2, $3, 'IMAGE', 'POSTER_IMAGE', 'poster.jpg', 1, 'READY', 1920, 1080)`,
    [assetId, ownerId, boundFilmId ?? null],
  );
  const pictureId = await storeMaster(storage, assetId);
  await storage.db.query('UPDATE assets SET picture_id = $2 WHERE id = $1', [assetId, pictureId]);
  return assetId;
}

async function storeMaster({ db, blobs }: MediaStores, assetId: string): Promise<string> {
  const id = newId();
  await db.query(
    `INSERT INTO pictures (id, asset_id, width, height, thumbhash) VALUES ($1, $2, 1920, 1080, 'aGFzaA==')`,
    [id, assetId],
  );
  await blobs.put(blobLayout.pictureMaster(id), Buffer.from('picture'));
  return id;
}

/** Makes the version of a stored video one that is protected. */
export async function storeProtection(
  storage: MediaStores,
  ring: Keyring,
  { assetId, version }: { assetId: string; version: string },
): Promise<void> {
  const sealedKeys = sealKeys(ring, version, makeContentKeys());
  await storage.db.query(
    `WITH made AS (UPDATE transcodes SET is_protected = true WHERE id = $1),
       shown AS (UPDATE assets SET protected = true, protection = 'COMPLETED' WHERE id = $2)
     INSERT INTO protections (id, asset_id, source_version, is_removal, status, sealed_keys, completed_at)
     VALUES ($1, $2, $3, false, 'COMPLETED', $4, now())`,
    [version, assetId, newId(), JSON.stringify(sealedKeys)],
  );
}
