import { HEARTBEAT_INTERVAL_MS } from '@marquee/rules/watch';
import type { AccountViewer } from '@marquee/runtime/viewer';
import { z } from 'zod';
import { placedSchema } from '../films/request-schemas.ts';
import type { FilmResources } from '../resources.ts';
import type { FilmAccess } from './film-access.ts';
import { addressOf, requireSession, sessionAccess } from './own-session.ts';
import { countQuality, countWatched, notCounted, qualitySchema } from './playback-quality.ts';
import { believablePlayedMs, clampPosition, isAtEnd } from './played-time.ts';

/** The access as it is now, with an address while it is valid. */
export type OpenAccess = { access: FilmAccess; signedUrl: string };

export const heartbeatSchema = placedSchema.extend({
  playbackSessionId: z.string(),
  positionMs: z.number(),
  playedMs: z.number(),
  quality: qualitySchema.optional(),
});

/**
 * Buffers the position, checks the access again and renews the address. It costs one read; positions are written later,
 * many at once. Only the first report of how a film plays writes to its session.
 */
export async function heartbeat(
  resources: FilmResources,
  viewer: AccountViewer,
  input: z.output<typeof heartbeatSchema>,
): Promise<OpenAccess> {
  const { db, clock, positions, audience } = resources;
  const session = await requireSession(db, positions, viewer, input.playbackSessionId);
  const now = clock.now();
  const access = sessionAccess(viewer, session, { now, place: input.place });
  if (!access.valid) return { access, signedUrl: '' };

  const sinceSeenMs = Math.max(0, now.getTime() - session.seenAt.getTime());
  // Heartbeats between the regular ones report that playback has begun or stopped.
  if (sinceSeenMs >= HEARTBEAT_INTERVAL_MS / 2) audience.heard();
  const playedMs = believablePlayedMs(session, input.playedMs, now);
  countWatched(playedMs - session.playedMs);
  const { id: playbackSessionId, accountId, filmId, durationMs } = session;
  const positionMs = clampPosition(session, input.positionMs);
  const finished = isAtEnd(session, positionMs);
  positions.put({ playbackSessionId, accountId, filmId, positionMs, playedMs, durationMs, finished, asOf: now });
  if (input.quality) {
    await countQuality(resources, session, input.quality, sinceSeenMs).catch(notCounted(resources));
  }
  const { baseUrl } = await addressOf(resources, session, access);
  return { access, signedUrl: baseUrl };
}
