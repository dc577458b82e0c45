import type { Heartbeat } from '@marquee/rules/film-requests';
import { HEARTBEAT_INTERVAL_MS } from '@marquee/rules/watch';
import type { AccountViewer } from '@marquee/runtime/viewer';
import type { FilmResources } from '../resources.ts';
import type { FilmAccess } from './film-access.ts';
import { requireSession, sessionAccess } from './own-session.ts';
import { countQuality, countWatched, notCounted } from './playback-quality.ts';
import { believablePlayedMs, clampPosition, isAtEnd } from './played-time.ts';

/** The access as it is now, with an address while it is valid. */
export type OpenAccess = { access: FilmAccess; signedUrl: string };

/**
 * Buffers the position, checks the access again and renews the address. It costs one read; positions are written later,
 * many at once. Only the first report of how a film plays writes to its session.
 */
export async function heartbeat(
  resources: FilmResources,
  viewer: AccountViewer,
  input: Heartbeat,
): Promise<OpenAccess> {
  const { db, clock, positions, signedUrls, audience } = resources;
  const session = await requireSession(db, viewer, input.playbackSessionId);
  const now = clock.now();
  const access = sessionAccess(viewer, session, now);
  if (!access.valid) return { access, signedUrl: '' };

  const pending = positions.pending(session.id);
  const sinceSeenMs = Math.max(0, now.getTime() - (pending?.asOf ?? session.seenAt).getTime());
  // Heartbeats between the regular ones report that playback has begun or stopped.
  if (sinceSeenMs >= HEARTBEAT_INTERVAL_MS / 2) audience.heard();
  const playedMs = believablePlayedMs(positions, session, input.playedMs, now);
  countWatched(playedMs - (pending?.playedMs ?? session.playedMs));
  const { id: playbackSessionId, accountId, filmId, durationMs } = session;
  const positionMs = clampPosition(session, input.positionMs);
  const finished = isAtEnd(session, positionMs);
  positions.put({ playbackSessionId, accountId, filmId, positionMs, playedMs, durationMs, finished, asOf: now });
  await countQuality(resources, session, input.quality, sinceSeenMs).catch(notCounted(resources));
  const { sessionId, mediaId, nativeHls } = session;
  const played = { playbackSessionId, mediaId, filmId, sessionId, nativeHls, durationMs };
  const { baseUrl } = await signedUrls.forSession({ ...played, endsAt: access.expireAt });
  return { access, signedUrl: baseUrl };
}
