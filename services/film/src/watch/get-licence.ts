import type { AccountViewer } from '@marquee/runtime/viewer';
import { z } from 'zod';
import { placedSchema } from '../films/request-schemas.ts';
import type { FilmResources } from '../resources.ts';
import { clearKeyLicence } from './clear-key-licence.ts';
import { keepPlace } from './keep-place.ts';
import { requireSession } from './own-session.ts';
import { accessRefused } from './watch-errors.ts';

export const licenceSchema = placedSchema.extend({ playbackSessionId: z.string(), fromServer: z.boolean() });

/** A licence of EME's Clear Key as JSON, or what a licence server checks. */
export type Licence = { clearKey: string } | { token: string };

/**
 * A licence for the viewer's own playback session, after everything that lets the film play was checked
 * again: the sign-in that opened the session, the right to the film, its time, its place and the number of streams
 * [WAT-14:licence]. Nothing keeps it.
 */
export async function getLicence(
  resources: FilmResources,
  viewer: AccountViewer,
  { playbackSessionId, place, fromServer }: z.output<typeof licenceSchema>,
): Promise<Licence> {
  const { db, clock, positions, media } = resources;
  const found = await requireSession(db, positions, viewer, playbackSessionId);
  // One that was prepared is for when it starts: at a premiere, thousands would ask for theirs at once.
  const now = new Date(Math.max(found.startedAt.getTime(), clock.now().getTime()));
  const { access, session } = await keepPlace(resources, viewer, found, { now, place });
  if (!access.valid) throw accessRefused(access);
  const { mediaId, filmId } = session;
  if (fromServer) return { token: await media.licenceToken({ mediaId, filmId, playbackSessionId }) };
  return { clearKey: clearKeyLicence(await media.keys(mediaId)) };
}
