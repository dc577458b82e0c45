import { columnsOf } from '@marquee/data/columns';
import type { Tx } from '@marquee/data/database';
import type { AssetKindName } from '@marquee/rules/film-types';
import { type FilmAsset, type MediaCopy, Prisma } from '../../gen/prisma/client.ts';
import type { Queryable } from '../films/films.ts';

/** An asset in a slot of a film, with film's copy of its state in media. */
export type Asset = Omit<FilmAsset, 'kind'> &
  Pick<
    MediaCopy,
    | 'transcodeStatus'
    | 'playableVersion'
    | 'durationMs'
    | 'image'
    | 'width'
    | 'height'
    | 'protection'
    | 'hasAudioDescription'
  > & {
    kind: AssetKindName;
    /** Media has it: an import may name it before. */
    stored: boolean;
  };

/** A place for one kind of asset; a replacement of an approved film's asset waits beside the live one. */
type Slot = { filmId: string; kind: AssetKindName; waiting: boolean };

const LIST = `
  SELECT ${columnsOf(Object.values(Prisma.FilmAssetScalarFieldEnum), 'a')},
    coalesce(m.transcode_status, '') AS transcode_status, coalesce(m.playable_version, '') AS playable_version,
    coalesce(m.duration_ms, 0) AS duration_ms, m.image, coalesce(m.width, 0) AS width, coalesce(m.height, 0) AS height,
    coalesce(m.protection, '') AS protection, coalesce(m.has_audio_description, false) AS has_audio_description,
    coalesce(m.version, 0) > 0 AS stored
  FROM film_assets a LEFT JOIN media_copies m ON m.media_id = a.media_id
  WHERE a.film_id = ANY($1::uuid[]) ORDER BY a.film_id, a.kind, a.waiting`;

export async function list(db: Queryable, filmIds: readonly string[]): Promise<Asset[]> {
  return db.query<Asset>({ name: 'assets.slots', text: LIST, values: [filmIds] });
}

/** Puts an asset into a slot and gives the one that it replaced. */
export async function place(tx: Tx, slot: Slot, mediaId: string, now: Date): Promise<string | undefined> {
  const replaced = await take(tx, slot);
  await tx.query('INSERT INTO film_assets (film_id, kind, waiting, media_id, added_at) VALUES ($1, $2, $3, $4, $5)', [
    slot.filmId,
    slot.kind,
    slot.waiting,
    mediaId,
    now,
  ]);
  return replaced;
}

/** Empties a slot and gives the asset that was in it. */
export async function take(tx: Tx, slot: Slot): Promise<string | undefined> {
  const [gone] = await tx.query<{ mediaId: string }>(
    'DELETE FROM film_assets WHERE film_id = $1 AND kind = $2 AND waiting = $3 RETURNING media_id',
    [slot.filmId, slot.kind, slot.waiting],
  );
  return gone?.mediaId;
}

/** True while a slot of the film holds the asset. */
export async function isUsedBy(db: Queryable, filmId: string, mediaId: string): Promise<boolean> {
  const rows = await db.query('SELECT 1 FROM film_assets WHERE film_id = $1 AND media_id = $2', [filmId, mediaId]);
  return rows.length > 0;
}

/** The films of which a slot holds the asset. */
export async function filmsUsing(db: Queryable, mediaId: string): Promise<string[]> {
  const text = 'SELECT DISTINCT film_id FROM film_assets WHERE media_id = $1 ORDER BY film_id';
  return (await db.query<{ filmId: string }>(text, [mediaId])).map(({ filmId }) => filmId);
}
