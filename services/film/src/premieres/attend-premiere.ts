import type { AccountViewer } from '@marquee/runtime/viewer';
import { z } from 'zod';
import { requireVisibleTo } from '../films/film-rights.ts';
import { filmIdSchema, placedSchema } from '../films/request-schemas.ts';
import type { FilmResources } from '../resources.ts';
import * as access from '../watch/access.ts';
import { accessOf, type FilmAccess, type Moment } from '../watch/film-access.ts';
import * as premieres from './premieres.ts';

export const attendSchema = z.object({ ...filmIdSchema.shape, ...placedSchema.shape });

export type Attendance = {
  access: FilmAccess;
  film: access.AccessRow;
  startsAt: Date;
  here: number;
  askAgainMs: number;
  now: Date;
};

/**
 * What the viewer may do at the start of a premiere, or now if it has started: a ticket for later is as good in the lobby.
 * A free one is unlocked by coming in.
 */
export async function admissionOf(
  { db, clock }: Pick<FilmResources, 'db' | 'clock'>,
  viewer: AccountViewer,
  { filmId, place }: { filmId: string } & Pick<Moment, 'place'>,
) {
  const film = await access.get(db, filmId, viewer.accountId);
  requireVisibleTo(viewer, film);
  const startsAt = premieres.startOf(film);
  const now = clock.now();
  const at = accessOf(viewer, film, { now: startsAt > now ? startsAt : now, place }, film);
  return { film, startsAt, now, access: at, isAdmitted: at.valid || at.reason === 'UNLOCK_REQUIRED' };
}

/** Counts somebody who is there and may come in, and says what they would have been signalled [WAT-13:premiere]. */
export async function attendPremiere(
  resources: FilmResources,
  viewer: AccountViewer,
  input: z.output<typeof attendSchema>,
): Promise<Attendance> {
  const { isAdmitted, ...admission } = await admissionOf(resources, viewer, input);
  const { presence } = resources;
  const { id } = admission.film;
  const askAgainMs = presence.everyMsAt(id);
  if (isAdmitted) presence.attend(id, askAgainMs);
  return { ...admission, askAgainMs, here: presence.hereAt(id) };
}
