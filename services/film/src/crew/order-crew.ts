import { CREW_MESSAGES } from '@marquee/rules/crew-messages';
import { CREW_LIMITS } from '@marquee/rules/film-crew';
import type { AccountViewer } from '@marquee/runtime/viewer';
import { z } from 'zod';
import { requireEditor } from '../films/film-rights.ts';
import * as films from '../films/films.ts';
import { filmIdSchema } from '../films/request-schemas.ts';
import { saveFilm } from '../films/save-film.ts';
import type { FilmWrite } from '../resources.ts';
import * as crew from './crew.ts';
import { crewChanged } from './crew-errors.ts';
import { DEPARTMENTS } from './departments.ts';

const crewIds = z.array(z.string()).max(CREW_LIMITS.crewMax, CREW_MESSAGES.crewFull);

export const orderCrewSchema = filmIdSchema.extend({
  department: z.enum(DEPARTMENTS, CREW_MESSAGES.departmentMissing),
  crewIds,
  seenCrewIds: crewIds,
});

/**
 * Sets the billing order of a department. Refused when its credits are others by now, or in another order, than the maker
 * saw: an order from a window that was left open must not undo a newer one.
 */
export async function orderCrew(
  write: FilmWrite,
  viewer: AccountViewer,
  { filmId, department, crewIds, seenCrewIds }: z.output<typeof orderCrewSchema>,
): Promise<void> {
  const film = await films.lock(write.tx, filmId);
  requireEditor(viewer, film);
  const present = await crew.idsOf(write.tx, film.id, department);
  if (!isSame(present, seenCrewIds) || !isSame(present.toSorted(), crewIds.toSorted())) throw crewChanged();
  if (isSame(present, crewIds)) return;

  await crew.order(write.tx, film.id, crewIds);
  await saveFilm(write, film, {}, viewer.accountId);
}

const isSame = (one: readonly string[], other: readonly string[]) =>
  one.length === other.length && one.every((id, index) => id === other[index]);
