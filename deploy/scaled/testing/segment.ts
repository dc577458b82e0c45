import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { openDatabase } from '@marquee/data/database';
import { playableFilm } from '@marquee/media/testing/playable-film';
import { signPlayback } from '@marquee/storage/playback-token';
import { s3Blobs } from '@marquee/storage/s3-blobs';
import { silentLog } from '@marquee/testing/silent-log';
import type { RealComponents } from '../components.ts';

const SEGMENT_BYTES = 64 * 1024;
const LIFE_MS = 10 * 60 * 1000;
const FILE = '1.m4s';

/** A segment that everybody may play. */
export type Segment = { path: string; bytes: Buffer };

/** Stores a segment as media would, without an encoder. */
export async function putSegment(dir: string, components: RealComponents): Promise<Segment> {
  const db = openDatabase({ url: components.databaseUrl('media'), log: silentLog, applicationName: 'test' });
  const blobs = s3Blobs(components.s3.connection);
  const bytes = randomBytes(SEGMENT_BYTES);
  const { filmId, version } = await playableFilm({ platform: { db, blobs } }, { [FILE]: bytes });
  blobs.close();
  await db.close();
  const [id = '', secret = ''] = readFileSync(join(dir, 'keys', 'media', 'PLAYBACK_KEYS'), 'utf8')
    .trim()
    .split(/[:,]/);
  const claims = { sessionId: 'public', filmId, version, expiresAt: new Date(Date.now() + LIFE_MS) };
  const token = signPlayback([{ id, secret: Buffer.from(secret, 'base64') }], claims);
  return { path: `/v/${token}/${version}/${FILE}`, bytes };
}
