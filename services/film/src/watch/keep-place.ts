import { STREAM_LEASE_MS } from '@marquee/rules/streams';
import { HEARTBEAT_INTERVAL_MS } from '@marquee/rules/watch';
import type { AccountViewer } from '@marquee/runtime/viewer';
import type { FilmResources } from '../resources.ts';
import type { FilmAccess, Moment } from './film-access.ts';
import { placeTaken, requireSession, sessionAccess } from './own-session.ts';
import * as sessions from './sessions.ts';
import { hasPlace } from './streams.ts';

/** A place is written at once when none was written for this long, so that it never lapses in a buffer. */
const WRITTEN_AFTER_MS = 2 * HEARTBEAT_INTERVAL_MS;

/**
 * What the viewer may do in the session now, which keeps its place among the streams of their account. A playback that
 * lapsed, as on a device that slept, plays on if there is still room, else it ends in favour of those that play [WAT-14].
 */
export async function keepPlace(
  { db, positions }: Pick<FilmResources, 'db' | 'positions'>,
  viewer: AccountViewer,
  session: sessions.Session,
  at: Moment,
): Promise<FilmAccess> {
  const access = sessionAccess(viewer, session, at);
  const isFresh = at.now.getTime() - sessions.placedAtOf(session).getTime() < WRITTEN_AFTER_MS;
  if (!access.valid || access.preview || (isFresh && !session.preview)) return access;
  const { accountId, plan } = viewer;
  // The other playbacks of the account may have kept their places in this process.
  await positions.flushFor(accountId);
  return db.transaction(async (tx) => {
    await sessions.takeTurn(tx, accountId);
    const held = await requireSession(tx, positions, viewer, session.id);
    const current = sessionAccess(viewer, held, at);
    if (!current.valid) return current;
    const since = new Date(at.now.getTime() - STREAM_LEASE_MS);
    const isPlaced = !held.preview && sessions.placedAtOf(held) > since;
    if (!isPlaced && !(await hasPlace(tx, { accountId, plan }, since))) {
      await sessions.displace(tx, [session.id], at.now);
      return placeTaken();
    }
    await sessions.keepPlace(tx, session.id, at.now);
    return current;
  });
}
