import type { Viewer } from '@marquee/runtime/viewer';
import type { z } from 'zod';
import { requireVisibleTo } from '../films/film-rights.ts';
import type { filmIdSchema } from '../films/request-schemas.ts';
import type { FilmResources } from '../resources.ts';
import * as access from '../watch/access.ts';
import { needsTicket } from '../watch/film-access.ts';
import * as premieres from './premieres.ts';

export type PremiereView = {
  film: access.AccessRow;
  startsAt: Date;
  event: premieres.PremiereEvent | undefined;
  isTicketed: boolean;
  here: number;
  now: Date;
};

/** When a premiere begins and what is shown, the same for everybody who may see the film [WAT-04] [WAT-13:premiere]. */
export async function getPremiere(
  { db, clock, presence }: FilmResources,
  viewer: Viewer,
  { filmId }: z.output<typeof filmIdSchema>,
): Promise<PremiereView> {
  const film = await access.get(db, filmId, null);
  requireVisibleTo(viewer, film);
  const startsAt = premieres.startOf(film);
  const event = await premieres.eventOf(db, film.id);
  return { film, startsAt, event, isTicketed: needsTicket(film), here: presence.hereAt(film.id), now: clock.now() };
}
