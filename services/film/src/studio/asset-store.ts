import type { Tx } from '@marquee/data/database';
import { isId } from '@marquee/data/ids';
import type { AssetKindName } from '@marquee/rules/film-types';
import type { FilmAsset, MediaCopy } from '../../gen/prisma/client.ts';
import type { VideoProblem } from '../films/film-errors.ts';
import type { FilmChanges, Queryable } from '../films/film-store.ts';

/** An asset in a slot, with what media last said of it. */
export type Slot = FilmAsset & Pick<MediaCopy, 'transcode_status' | 'playable_version' | 'duration_ms' | 'image'>;

const SLOTS = `
  SELECT a.*, coalesce(m.transcode_status, '') AS transcode_status, coalesce(m.playable_version, '') AS playable_version,
    coalesce(m.duration_ms, 0) AS duration_ms, m.image
  FROM film_assets a LEFT JOIN media_copies m ON m.media_id = a.media_id
  WHERE a.film_id = ANY($1::uuid[]) ORDER BY a.film_id, a.kind, a.waiting`;

export async function listSlots(db: Queryable, filmIds: readonly string[]): Promise<Slot[]> {
  if (filmIds.length === 0) return [];
  return db.query<Slot>({ name: 'assets.slots', text: SLOTS, values: [filmIds] });
}

/** Why a video does not play; undefined when it does. */
export function problemOf(video: Pick<Slot, 'transcode_status' | 'playable_version'>): VideoProblem | undefined {
  if (video.playable_version) return undefined;
  if (video.transcode_status === 'ERROR') return 'VIDEO_FAILED';
  return video.transcode_status === 'IN_PROGRESS' ? 'VIDEO_NOT_READY' : 'VIDEO_NOT_TRANSCODED';
}

/** What media says of an asset; null where it says nothing new. */
export type MediaFacts = Pick<MediaCopy, 'media_id' | 'version' | 'transcode_status'> & {
  playable_version: string | null;
  duration_ms: number | null;
  image: object | null;
};

// The upsert locks the row even when the version is old, so that an event and a slot that is being filled at the same
// time wait for each other.
const KEEP_MEDIA = `
  INSERT INTO media_copies AS m (media_id, version, transcode_status, playable_version, duration_ms, image)
  VALUES ($1, $2, $3, coalesce($4, ''), coalesce($5::int, 0), $6)
  ON CONFLICT (media_id) DO UPDATE SET
    transcode_status = CASE WHEN m.version < $2 THEN $3 ELSE m.transcode_status END,
    playable_version = CASE WHEN m.version < $2 THEN coalesce($4, m.playable_version) ELSE m.playable_version END,
    duration_ms = CASE WHEN m.version < $2 THEN coalesce($5, m.duration_ms) ELSE m.duration_ms END,
    image = CASE WHEN m.version < $2 THEN coalesce($6, m.image) ELSE m.image END,
    version = greatest(m.version, excluded.version)
  RETURNING old.version IS NULL OR old.version < $2 AS is_newer`;

/** Keeps what media says of an asset; false when the same or something newer is known, which then stays. */
export async function keepMedia(tx: Queryable, facts: MediaFacts): Promise<boolean> {
  const { media_id, version, transcode_status, playable_version, duration_ms, image } = facts;
  const values = [media_id, version, transcode_status, playable_version, duration_ms, image && JSON.stringify(image)];
  const [row] = await tx.query<{ is_newer: boolean }>({ name: 'assets.keep-media', text: KEEP_MEDIA, values });
  return row?.is_newer ?? false;
}

/** Puts an asset into a slot and gives the one that it replaced. */
export async function fillSlot(
  tx: Tx,
  slot: { filmId: string; kind: AssetKindName; waiting: boolean; mediaId: string; now: Date },
): Promise<string | undefined> {
  const replaced = await emptySlot(tx, slot);
  await tx.query('INSERT INTO film_assets (film_id, kind, waiting, media_id, added_at) VALUES ($1, $2, $3, $4, $5)', [
    slot.filmId,
    slot.kind,
    slot.waiting,
    slot.mediaId,
    slot.now,
  ]);
  return replaced;
}

/** Empties a slot and gives the asset that lay in it. */
export async function emptySlot(
  tx: Tx,
  slot: { filmId: string; kind: AssetKindName; waiting: boolean },
): Promise<string | undefined> {
  const [gone] = await tx.query<{ media_id: string }>(
    'DELETE FROM film_assets WHERE film_id = $1 AND kind = $2 AND waiting = $3 RETURNING media_id',
    [slot.filmId, slot.kind, slot.waiting],
  );
  return gone?.media_id;
}

/** True while a slot of the film holds the asset. */
export async function isInUse(tx: Queryable, filmId: string, mediaId: string): Promise<boolean> {
  if (!isId(filmId)) return false;
  const rows = await tx.query('SELECT 1 FROM film_assets WHERE film_id = $1 AND media_id = $2', [filmId, mediaId]);
  return rows.length > 0;
}

export async function filmsUsing(tx: Queryable, mediaId: string): Promise<string[]> {
  const text = 'SELECT DISTINCT film_id FROM film_assets WHERE media_id = $1 ORDER BY film_id';
  const rows = await tx.query<{ film_id: string }>(text, [mediaId]);
  return rows.map(({ film_id }) => film_id);
}

/** What the film's row repeats of its live assets. */
export function projectionOf(slots: readonly Slot[], releaseType: string, runningTime: number): FilmChanges {
  const live = (kind: AssetKindName) => slots.find((slot) => slot.kind === kind && !slot.waiting);
  const film = live('FILM_VIDEO');
  const trailer = live('TRAILER_VIDEO');
  // A film of the type Trailer is its trailer.
  const durationMs = (releaseType === 'TRAILER' ? trailer : film)?.duration_ms ?? 0;
  return {
    poster: live('POSTER_IMAGE')?.image ?? null,
    trailer_thumbnail: live('TRAILER_IMAGE')?.image ?? null,
    film_media_id: film?.media_id ?? null,
    film_ready: Boolean(film?.playable_version),
    trailer_media_id: trailer?.media_id ?? null,
    trailer_ready: Boolean(trailer?.playable_version),
    running_time: durationMs > 0 ? Math.round(durationMs / 1000) : runningTime,
  };
}
