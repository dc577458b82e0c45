import type { AccountViewer } from '@marquee/runtime/viewer';
import type { FilmResources } from '../resources.ts';
import { heartbeatEveryMs } from './audience.ts';
import type { FilmAccess, Moment } from './film-access.ts';
import { keepPlace } from './keep-place.ts';
import { addressOf, requireSession } from './own-session.ts';
import type { SignedUrl } from './signed-urls.ts';
import { accessRefused } from './watch-errors.ts';

/** The access to a playback as it is now, an address that plays, and how often its player is to be heard of. */
export type OpenPlayback = { access: FilmAccess; url: SignedUrl; heartbeatIntervalMs: number };

/**
 * The address of a session for who may still watch. Addresses expire, so a start that is repeated has one made again.
 *
 * @throws DomainError FAILED_PRECONDITION with the reason of the access
 */
export async function openPlayback(
  resources: Pick<
    FilmResources,
    'db' | 'clock' | 'outbox' | 'signals' | 'config' | 'positions' | 'signedUrls' | 'audience' | 'presence'
  >,
  viewer: AccountViewer,
  { playbackSessionId, place }: { playbackSessionId: string } & Pick<Moment, 'place'>,
): Promise<OpenPlayback> {
  const found = await requireSession(resources.db, resources.positions, viewer, playbackSessionId);
  const now = resources.clock.now();
  // One that was prepared is for when it starts.
  const at = new Date(Math.max(found.startedAt.getTime(), now.getTime()));
  const { access, session } = await keepPlace(resources, viewer, found, { now: at, place });
  if (!access.valid) throw accessRefused(access);
  const heartbeatIntervalMs = heartbeatEveryMs(resources, session.filmId);
  return { access, url: await addressOf(resources, session, access), heartbeatIntervalMs };
}
