import { WATCH_MESSAGES } from '@marquee/rules/watch';
import type { AccountViewer } from '@marquee/runtime/viewer';
import type { Queryable } from '../films/films.ts';
import { accessOf, type FilmAccess, refuse } from './film-access.ts';
import * as sessions from './sessions.ts';
import { playbackNotFound } from './watch-errors.ts';

/** The viewer's own playback session. @throws DomainError NOT_FOUND, PLAYBACK_NOT_FOUND */
export async function requireSession(
  db: Queryable,
  viewer: AccountViewer,
  playbackSessionId: string,
): Promise<sessions.Session> {
  const session = await sessions.find(db, playbackSessionId);
  if (session?.accountId !== viewer.accountId) throw playbackNotFound();
  return session;
}

/** What the viewer may do in the session now: as for the film, and as long as the sign-in that opened it lasts. */
export function sessionAccess(viewer: AccountViewer, session: sessions.Session, now: Date): FilmAccess {
  if (session.endedAt !== null || session.sessionId !== viewer.sessionId) {
    return refuse({ action: 'NONE', reason: 'PLAYBACK_ENDED', message: WATCH_MESSAGES.playbackEnded });
  }
  return accessOf(viewer, session.film, now);
}
