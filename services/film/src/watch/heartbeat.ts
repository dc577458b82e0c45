import type { PlaybackQuality } from '@marquee/contracts/film/v1/watch_pb';
import { HEARTBEAT_INTERVAL_MS, VIEW_TOLERANCE_MS, WATCH_MESSAGES } from '@marquee/rules/watch';
import type { AccountViewer } from '@marquee/runtime/viewer';
import type { FilmResources } from '../resources.ts';
import { accessMessage, accessOf, type FilmAccess } from './film-access.ts';
import { countQuality, countWatched, notCounted } from './playback-quality.ts';
import { playbackNotFound } from './watch-errors.ts';
import { getSession, type SessionRow } from './watch-store.ts';

/** Reaching the end up to this counts as the end. */
const END_SLACK_MS = 1_000;

/** The viewer's own playback session. @throws DomainError NOT_FOUND, PLAYBACK_NOT_FOUND */
export async function requireSession(
  { db }: Pick<FilmResources, 'db'>,
  viewer: AccountViewer,
  playbackSessionId: string,
): Promise<SessionRow> {
  const session = await getSession(db, playbackSessionId);
  if (session?.account_id !== viewer.accountId) throw playbackNotFound();
  return session;
}

/** What the viewer may do in the session now: as for the film, and as long as the sign-in that opened it lasts. */
export function sessionAccess(viewer: AccountViewer, session: SessionRow, now: Date): FilmAccess {
  if (session.ended_at !== null || session.session_id !== viewer.sessionId) {
    const refused = { reason: 'PLAYBACK_ENDED', message: WATCH_MESSAGES.playbackEnded };
    return { valid: false, preview: false, expireAt: undefined, action: 'NONE', ...refused };
  }
  return accessOf(viewer, session.film, now);
}

/**
 * How long was really played: never more than the time that passed since the session was last heard of, so that a
 * client cannot play faster than the clock [WAT-07].
 */
export function believablePlayedMs(
  { positions }: Pick<FilmResources, 'positions'>,
  session: SessionRow,
  claimedMs: number,
  now: Date,
): number {
  const pending = positions.pending(session.id);
  const known = pending && pending.playedMs >= session.played_ms ? pending : undefined;
  const lastPlayedMs = known?.playedMs ?? session.played_ms;
  const lastSeenAt = known?.asOf ?? session.seen_at;
  const sinceSeenMs = now.getTime() - lastSeenAt.getTime();
  const sinceStartMs = now.getTime() - session.started_at.getTime();
  return Math.max(
    0,
    Math.min(claimedMs, lastPlayedMs + sinceSeenMs + VIEW_TOLERANCE_MS, sinceStartMs + VIEW_TOLERANCE_MS),
  );
}

/** Whether a position is the end of what the session plays. */
export function isAtEnd(session: SessionRow, positionMs: number): boolean {
  return session.duration_ms > 0 && positionMs >= session.duration_ms - END_SLACK_MS;
}

/**
 * Keeps the position, checks the access anew and renews the address; one read, and a write shared by many. The first word
 * of how a film plays is marked in its session besides.
 */
export async function heartbeat(
  resources: FilmResources,
  viewer: AccountViewer,
  input: { playbackSessionId: string; positionMs: number; playedMs: number; quality?: PlaybackQuality | undefined },
) {
  const { clock, positions, signedUrls, audience } = resources;
  const session = await requireSession(resources, viewer, input.playbackSessionId);
  const now = clock.now();
  const access = sessionAccess(viewer, session, now);
  if (!access.valid) return { access: accessMessage(access) };

  const pending = positions.pending(session.id);
  const sinceSeenMs = Math.max(0, now.getTime() - (pending?.asOf ?? session.seen_at).getTime());
  // Heartbeats out of turn tell that the film has begun, or stopped.
  if (sinceSeenMs >= HEARTBEAT_INTERVAL_MS / 2) audience.heard();
  const playedMs = believablePlayedMs(resources, session, input.playedMs, now);
  countWatched(playedMs - (pending?.playedMs ?? session.played_ms));
  const positionMs = clampPosition(session, input.positionMs);
  positions.put({
    playbackSessionId: session.id,
    accountId: session.account_id,
    filmId: session.film_id,
    positionMs,
    playedMs,
    durationMs: session.duration_ms,
    finished: isAtEnd(session, positionMs),
    asOf: now,
  });
  await countQuality(resources, session, input.quality, sinceSeenMs).catch(notCounted(resources));
  const url = await signedUrls.forSession({
    playbackSessionId: session.id,
    mediaId: session.media_id,
    filmId: session.film_id,
    sessionId: session.session_id,
    nativeHls: session.native_hls,
    durationMs: session.duration_ms,
    endsAt: access.expireAt,
  });
  return { access: accessMessage(access, url.baseUrl) };
}

export function clampPosition(session: SessionRow, positionMs: number): number {
  const end = session.duration_ms > 0 ? session.duration_ms : Number.MAX_SAFE_INTEGER;
  return Math.max(0, Math.min(positionMs, end));
}
