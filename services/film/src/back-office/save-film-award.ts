import { newId } from '@marquee/data/ids';
import { AWARD_LIMITS, awardSchema } from '@marquee/rules/awards';
import type { AccountViewer } from '@marquee/runtime/viewer';
import { z } from 'zod';
import type { Award } from '../../gen/prisma/client.ts';
import * as awards from '../catalogue/awards.ts';
import * as films from '../films/films.ts';
import { filmIdSchema } from '../films/request-schemas.ts';
import { saveFilm } from '../films/save-film.ts';
import type { FilmWrite } from '../resources.ts';
import { awardText } from './award-text.ts';
import { awardNotFound, tooManyAwards } from './back-office-errors.ts';

export const saveFilmAwardSchema = awardSchema.extend({ ...filmIdSchema.shape, awardId: z.string() });

/** Adds an award record of a film, or changes one; its page shows it at once [FLM-07]. */
export async function saveFilmAward(
  write: FilmWrite,
  viewer: AccountViewer,
  { filmId, awardId, ...fields }: z.output<typeof saveFilmAwardSchema>,
): Promise<Award> {
  const { tx } = write;
  const film = await films.lock(tx, filmId);
  const before = awardId === '' ? undefined : await awards.find(tx, film.id, awardId);
  if (awardId !== '' && !before) throw awardNotFound();
  if (!before && (await awards.count(tx, film.id)) >= AWARD_LIMITS.perFilmMax) throw tooManyAwards();
  const { festivalId = null, eventId = null } = before ?? {};
  const award = { id: before?.id ?? newId(), filmId: film.id, festivalId, eventId, ...fields };
  await awards.save(tx, award);
  const changes = [{ field: 'award', before: awardText(before), after: awardText(award) }];
  await saveFilm(write, film, {}, viewer.accountId, [{ kind: 'AWARD_SAVED', changes }]);
  return award;
}
