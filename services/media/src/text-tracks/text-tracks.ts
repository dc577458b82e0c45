import { columnsOf, insertClause } from '@marquee/data/columns';
import type { Tx } from '@marquee/data/database';
import { Prisma, type TextTrack } from '../../gen/prisma/client.ts';
import { blobLayout } from '../storage/blob-layout.ts';
import * as garbage from '../storage/garbage.ts';

const COLUMNS = columnsOf(Object.values(Prisma.TextTrackScalarFieldEnum));

export type NewTextTrack = Omit<TextTrack, 'createdAt'>;

// Longer than the time between storing the cues and writing the row.
const UNNAMED_TRACK_S = 24 * 60 * 60;

/** Comes before the blob of a track: it is deleted unless `insert` follows. */
export async function announce(tx: Tx, assetId: string, id: string): Promise<void> {
  await garbage.discard(tx, blobLayout.textTrackPrefix(assetId, id), UNNAMED_TRACK_S);
}

/** Writes the row of a track that was announced. */
export async function insert(tx: Tx, track: NewTextTrack): Promise<void> {
  const isAnnounced = await garbage.keep(tx, blobLayout.textTrackPrefix(track.assetId, track.id));
  if (!isAnnounced) throw new Error(`The text track ${track.id} was not announced, or may be swept already`);
  const { text, values } = insertClause(track);
  await tx.query(`INSERT INTO text_tracks ${text}`, values);
}

/** The tracks of a video by language, subtitles after captions. */
export async function ofAsset(tx: Tx, assetId: string): Promise<TextTrack[]> {
  return tx.query<TextTrack>(`SELECT ${COLUMNS} FROM text_tracks WHERE asset_id = $1 ORDER BY language, kind`, [
    assetId,
  ]);
}

/** Deletes a track with its blob. */
export async function remove(tx: Tx, { assetId, id }: Pick<TextTrack, 'assetId' | 'id'>): Promise<void> {
  await tx.query('DELETE FROM text_tracks WHERE id = $1', [id]);
  await garbage.discard(tx, blobLayout.textTrackPrefix(assetId, id));
}

/** Makes one track the default, or none. The row of its asset is locked. */
export async function setDefault(tx: Tx, assetId: string, id: string | undefined): Promise<void> {
  await tx.query('UPDATE text_tracks SET is_default = false WHERE asset_id = $1 AND is_default', [assetId]);
  if (id) await tx.query('UPDATE text_tracks SET is_default = true WHERE asset_id = $1 AND id = $2', [assetId, id]);
}
