import type { Viewer } from '@marquee/runtime/viewer';
import { z } from 'zod';
import type { Film } from '../films/films.ts';
import * as films from '../films/films.ts';
import type { FilmResources } from '../resources.ts';
import * as filmActions from './film-actions.ts';
import { actionNotFound } from './moderation-errors.ts';

export const filmDecisionSchema = z.object({ actionId: z.string() });

/** What the mail to a maker says about a decision of staff, for the service that sends it. */
export type FilmDecision = {
  action: filmActions.FilmAction;
  film: Pick<Film, 'id' | 'createdBy' | 'filmTitle' | 'published'>;
  ended: boolean;
};

export async function getFilmDecision(
  { db }: FilmResources,
  _viewer: Viewer,
  { actionId }: z.output<typeof filmDecisionSchema>,
): Promise<FilmDecision> {
  const action = await filmActions.find(db, actionId);
  if (!action || !filmActions.isDecision(action)) throw actionNotFound();
  const film = await films.get(db, action.filmId);
  return { action, film, ended: await filmActions.isOvertaken(db, action) };
}
