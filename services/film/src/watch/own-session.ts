import { STREAM_MESSAGES } from '@marquee/rules/streams';
import { WATCH_MESSAGES } from '@marquee/rules/watch';
import type { AccountViewer } from '@marquee/runtime/viewer';
import type { Queryable } from '../films/films.ts';
import type { FilmResources } from '../resources.ts';
import { accessOf, type FilmAccess, type Moment, refuse } from './film-access.ts';
import type { PositionBuffer } from './position-buffer.ts';
import * as sessions from './sessions.ts';
import type { SignedUrl } from './signed-urls.ts';
import { playbackNotFound } from './watch-errors.ts';

/**
 * The viewer's own playback session, as it was last heard of, written or not.
 * @throws DomainError NOT_FOUND, PLAYBACK_NOT_FOUND
 */
export async function requireSession(
  db: Queryable,
  positions: PositionBuffer,
  viewer: AccountViewer,
  playbackSessionId: string,
): Promise<sessions.Session> {
  // The buffer is read first: a position that leaves it meanwhile is written, and found in the session.
  const pending = positions.pending(playbackSessionId);
  const session = await sessions.find(db, playbackSessionId);
  if (session?.accountId !== viewer.accountId) throw playbackNotFound();
  if (!pending || pending.playedMs < session.playedMs) return session;
  return { ...session, playedMs: pending.playedMs, seenAt: pending.asOf };
}

/** Another playback of the account has the place of this one. */
export const placeTaken = (): FilmAccess =>
  refuse({ action: 'NONE', reason: 'PLAYBACK_TAKEN', message: STREAM_MESSAGES.taken });

/** What the viewer may do in the session now: as for the film, and as long as the sign-in that opened it lasts. */
export function sessionAccess(viewer: AccountViewer, session: sessions.Session, at: Moment): FilmAccess {
  if (session.endedAt !== null || session.sessionId !== viewer.sessionId) {
    return refuse({ action: 'NONE', reason: 'PLAYBACK_ENDED', message: WATCH_MESSAGES.playbackEnded });
  }
  if (session.displacedAt !== null) {
    return placeTaken();
  }
  return accessOf(viewer, session.film, { ...at, isPlaying: true });
}

/**
 * An address of what the session plays, which lives no longer than the access. A film that was encrypted, or prepared
 * again, meanwhile has a new one at once: nothing plays from the one before.
 */
export async function addressOf(
  { signedUrls }: Pick<FilmResources, 'signedUrls'>,
  session: sessions.Session,
  access: FilmAccess,
): Promise<SignedUrl> {
  const { mediaId, filmId, sessionId, nativeHls, durationMs, startedAt: startsAt } = session;
  const { filmMediaId, filmPlayableVersion } = session.film;
  const version = mediaId === filmMediaId ? filmPlayableVersion : '';
  const addressId = sessions.addressIdOf(session);
  const played = { addressId, mediaId, version, filmId, sessionId, nativeHls, durationMs };
  return signedUrls.forSession({ ...played, startsAt, endsAt: access.expireAt });
}
