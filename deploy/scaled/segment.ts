import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { newId } from '@marquee/data/ids';
import { signPlayback } from '@marquee/storage/playback-token';
import { s3Blobs } from '@marquee/storage/s3-blobs';
import pg from 'pg';
import type { RealComponents } from './components.ts';

const SEGMENT_BYTES = 64 * 1024;
const LIFE_MS = 10 * 60 * 1000;

/** Where a segment is found that everybody may see, and what it is. */
export type Segment = { path: string; bytes: Buffer };

/** Puts a segment where media finds it, without waiting for an encoder. */
export async function putSegment(dir: string, components: RealComponents): Promise<Segment> {
  const [assetId, version, filmId] = [newId(), newId(), newId()];
  const prefix = `renditions/${assetId}/${version}/1/`;
  const media = new pg.Client({ connectionString: components.databaseUrl('media') });
  await media.connect();
  await media.query(
    `INSERT INTO assets (id, owner_id, kind, slot, file_name, size_bytes, state, duration_ms)
     VALUES ($1, $2, 'VIDEO', 'FILM_VIDEO', 'film.mp4', 1, 'READY', 60000)`,
    [assetId, newId()],
  );
  await media.query(
    `INSERT INTO transcodes (id, asset_id, status, attempt, output_prefix) VALUES ($1, $2, 'COMPLETE', 1, $3)`,
    [version, assetId, prefix],
  );
  await media.end();
  const bytes = randomBytes(SEGMENT_BYTES);
  const blobs = s3Blobs(components.s3.connection);
  await blobs.put(`${prefix}1.m4s`, bytes);
  blobs.close();
  const [id = '', secret = ''] = readFileSync(join(dir, 'keys', 'media', 'PLAYBACK_KEYS'), 'utf8')
    .trim()
    .split(/[:,]/);
  const claims = { sessionId: 'public', filmId, version, expiresAt: new Date(Date.now() + LIFE_MS) };
  const token = signPlayback([{ id, secret: Buffer.from(secret, 'base64') }], claims);
  return { path: `/v/${token}/${version}/1.m4s`, bytes };
}
