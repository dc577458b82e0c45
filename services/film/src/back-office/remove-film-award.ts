import type { AccountViewer } from '@marquee/runtime/viewer';
import { z } from 'zod';
import * as awards from '../catalogue/awards.ts';
import * as films from '../films/films.ts';
import { filmIdSchema } from '../films/request-schemas.ts';
import { saveFilm } from '../films/save-film.ts';
import type { FilmWrite } from '../resources.ts';
import { awardText } from './award-text.ts';

export const removeFilmAwardSchema = filmIdSchema.extend({ awardId: z.string() });

/** Removes an award record; one that is gone already changes nothing [FLM-07]. */
export async function removeFilmAward(
  write: FilmWrite,
  viewer: AccountViewer,
  { filmId, awardId }: z.output<typeof removeFilmAwardSchema>,
): Promise<void> {
  const { tx } = write;
  const film = await films.lock(tx, filmId);
  const award = await awards.find(tx, film.id, awardId);
  if (!award) return;
  await awards.remove(tx, award.id);
  const changes = [{ field: 'award', before: awardText(award), after: '' }];
  await saveFilm(write, film, {}, viewer.accountId, [{ kind: 'AWARD_REMOVED', changes }]);
}
