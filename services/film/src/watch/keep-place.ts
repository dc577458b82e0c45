import { STREAM_LEASE_MS } from '@marquee/rules/streams';
import { HEARTBEAT_INTERVAL_MS_MAX } from '@marquee/rules/watch';
import type { AccountViewer } from '@marquee/runtime/viewer';
import { transact } from '@marquee/service/use-case';
import type { FilmResources, FilmWrite } from '../resources.ts';
import { endAddresses } from './addresses.ts';
import type { FilmAccess, Moment } from './film-access.ts';
import { placeTaken, requireSession, sessionAccess } from './own-session.ts';
import * as sessions from './sessions.ts';
import { hasPlace } from './streams.ts';

/** A place is written at once when none was written for this long, so that it never lapses in a buffer. */
const WRITTEN_AFTER_MS = 2 * HEARTBEAT_INTERVAL_MS_MAX;

type PlacingResources = Pick<FilmResources, 'db' | 'clock' | 'outbox' | 'signals' | 'config' | 'positions'>;

/** What the viewer may do, and the session with the address that it has by now. */
type Placed = { access: FilmAccess; session: sessions.Session };

/**
 * What the viewer may do in the session now, which keeps its place among the streams of their account. A playback that
 * lapsed, as on a device that slept, plays on if there is still room, else it ends in favour of those that play [WAT-14].
 * The address of one that may not play any more ends; one that may again gets another.
 */
export async function keepPlace(
  resources: PlacingResources,
  viewer: AccountViewer,
  session: sessions.Session,
  at: Moment,
): Promise<Placed> {
  const access = sessionAccess(viewer, session, at);
  const isFresh = at.now.getTime() - sessions.placedAtOf(session).getTime() < WRITTEN_AFTER_MS;
  const plays = session.addressEndedAt === null;
  const isSettled = access.valid ? plays && (access.preview || (isFresh && !session.preview)) : !plays;
  if (isSettled) return { access, session };
  // The other playbacks of the account may have kept their places in this process.
  if (access.valid) await resources.positions.flushFor(viewer.accountId);
  return transact(resources, (write) => placeAgain(write, viewer, session.id, at));
}

/** In turn with the other playbacks of the account. */
async function placeAgain(
  write: Pick<FilmWrite, 'tx' | 'emit' | 'touch' | 'config' | 'positions'>,
  viewer: AccountViewer,
  id: string,
  at: Moment,
): Promise<Placed> {
  const { tx, positions } = write;
  const { accountId, plan } = viewer;
  await sessions.takeTurn(tx, accountId);
  const session = await requireSession(tx, positions, viewer, id);
  const access = sessionAccess(viewer, session, at);
  const ended = async (refused: FilmAccess): Promise<Placed> => {
    await endAddresses(write, [id], at.now);
    return { access: refused, session };
  };
  if (!access.valid) return ended(access);
  if (!access.preview) {
    const since = new Date(at.now.getTime() - STREAM_LEASE_MS);
    const isPlaced = !session.preview && sessions.placedAtOf(session) > since;
    if (!isPlaced && !(await hasPlace(tx, { accountId, plan }, since))) {
      await sessions.displace(tx, [id], at.now);
      return ended(placeTaken());
    }
    await sessions.keepPlace(tx, id, at.now);
  }
  if (session.addressEndedAt === null) return { access, session };
  return { access, session: { ...session, ...(await sessions.nextAddress(tx, id)) } };
}
