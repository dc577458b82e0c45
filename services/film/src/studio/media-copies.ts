import type { Tx } from '@marquee/data/database';
import type { MediaCopy } from '../../gen/prisma/client.ts';

/** The state of an asset in media; null leaves a field as it is. */
export type MediaFacts = Pick<MediaCopy, 'mediaId' | 'version' | 'transcodeStatus'> & {
  playableVersion: string | null;
  durationMs: number | null;
  image: object | null;
  /** Of the picture of a video, in pixels. */
  width: number | null;
  height: number | null;
  /** '', IN_PROGRESS, COMPLETED or FAILED. */
  protection: string | null;
  /** Null until it is prepared. */
  hasAudioDescription: boolean | null;
};

// The upsert locks the row even when the version is old, so that an event and a slot that is being filled at the same
// time wait for each other.
const KEEP = `
  INSERT INTO media_copies AS m (media_id, version, transcode_status, playable_version, duration_ms, image, width, height,
    protection, has_audio_description)
  VALUES ($1, $2, $3, coalesce($4, ''), coalesce($5::int, 0), $6, coalesce($7::int, 0), coalesce($8::int, 0),
    coalesce($9, ''), coalesce($10::boolean, false))
  ON CONFLICT (media_id) DO UPDATE SET
    transcode_status = CASE WHEN m.version < $2 THEN $3 ELSE m.transcode_status END,
    playable_version = CASE WHEN m.version < $2 THEN coalesce($4, m.playable_version) ELSE m.playable_version END,
    duration_ms = CASE WHEN m.version < $2 THEN coalesce($5, m.duration_ms) ELSE m.duration_ms END,
    image = CASE WHEN m.version < $2 THEN coalesce($6, m.image) ELSE m.image END,
    width = CASE WHEN m.version < $2 THEN coalesce($7, m.width) ELSE m.width END,
    height = CASE WHEN m.version < $2 THEN coalesce($8, m.height) ELSE m.height END,
    protection = CASE WHEN m.version < $2 THEN coalesce($9, m.protection) ELSE m.protection END,
    has_audio_description = CASE WHEN m.version < $2 THEN coalesce($10, m.has_audio_description)
      ELSE m.has_audio_description END,
    version = greatest(m.version, excluded.version)
  RETURNING old.version IS NULL OR old.version < $2 AS is_newer`;

/** Keeps the state of an asset; false when the same or a newer version is known, which then stays. */
export async function keep(tx: Tx, facts: MediaFacts): Promise<boolean> {
  const { mediaId, version, transcodeStatus, playableVersion, durationMs, image } = facts;
  const { width, height, protection, hasAudioDescription } = facts;
  const values = [
    ...[mediaId, version, transcodeStatus, playableVersion, durationMs, image],
    ...[width, height, protection, hasAudioDescription],
  ];
  const [row] = await tx.query<{ isNewer: boolean }>({ name: 'assets.keep-media', text: KEEP, values });
  return row?.isNewer ?? false;
}

/** Numbers the next event about films taking or releasing the asset. */
export async function nextBinding(tx: Tx, mediaId: string): Promise<bigint> {
  const text = 'UPDATE media_copies SET bindings = bindings + 1 WHERE media_id = $1 RETURNING bindings';
  const [copy] = await tx.query<{ bindings: bigint }>(text, [mediaId]);
  return copy?.bindings ?? 1n;
}
