import type { AccountViewer } from '@marquee/runtime/viewer';
import { z } from 'zod';
import { placedSchema } from '../films/request-schemas.ts';
import type { FilmResources } from '../resources.ts';
import { heartbeatEveryMs } from './audience.ts';
import type { FilmAccess } from './film-access.ts';
import { keepPlace } from './keep-place.ts';
import { addressOf, requireSession } from './own-session.ts';
import { countQuality, countWatched, notCounted, qualitySchema } from './playback-quality.ts';
import { believablePlayedMs, clampPosition, isAtEnd, playedUntil } from './played-time.ts';

/** The access as it is now, with an address while it is valid, and when the next heartbeat is due. */
export type OpenAccess = { access: FilmAccess; signedUrl: string; heartbeatIntervalMs: number };

export const heartbeatSchema = placedSchema.extend({
  playbackSessionId: z.string(),
  positionMs: z.number(),
  playedMs: z.number(),
  quality: qualitySchema.optional(),
});

/**
 * Buffers the position, checks the access again and renews the address. It costs one read; positions and places are
 * written later, many at once. Only the first report of how a film plays writes to its session, and the heartbeat of a
 * device that was silent. What was played until a playback ended counts, whatever ended it [STU-13:ended].
 */
export async function heartbeat(
  resources: FilmResources,
  viewer: AccountViewer,
  input: z.output<typeof heartbeatSchema>,
): Promise<OpenAccess> {
  const { db, clock, positions, audience } = resources;
  const found = await requireSession(db, positions, viewer, input.playbackSessionId);
  const now = clock.now();
  const { access, session } = await keepPlace(resources, viewer, found, { now, place: input.place });
  const asOf = access.valid ? now : playedUntil(session, now);
  const sinceSeenMs = Math.max(0, now.getTime() - session.seenAt.getTime());
  if (access.valid) audience.heard(sinceSeenMs);
  const playedMs = believablePlayedMs(session, input.playedMs, asOf);
  countWatched(Math.max(0, playedMs - session.playedMs));
  const { id: playbackSessionId, accountId, filmId, durationMs } = session;
  const positionMs = clampPosition(session, input.positionMs);
  const finished = isAtEnd(session, positionMs);
  const placedAt = access.preview || !access.valid ? undefined : now;
  positions.put({
    playbackSessionId,
    accountId,
    filmId,
    positionMs,
    playedMs,
    durationMs,
    finished,
    asOf,
    placedAt,
  });
  const heartbeatIntervalMs = heartbeatEveryMs(resources, filmId);
  if (!access.valid) return { access, signedUrl: '', heartbeatIntervalMs };

  if (input.quality) {
    await countQuality(resources, session, input.quality, sinceSeenMs).catch(notCounted(resources));
  }
  const { baseUrl } = await addressOf(resources, session, access);
  return { access, signedUrl: baseUrl, heartbeatIntervalMs };
}
