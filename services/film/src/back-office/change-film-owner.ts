import { isId } from '@marquee/data/ids';
import { staffReasonSchema } from '@marquee/rules/back-office';
import type { AccountViewer } from '@marquee/runtime/viewer';
import { z } from 'zod';
import * as films from '../films/films.ts';
import { filmIdSchema } from '../films/request-schemas.ts';
import { saveFilm } from '../films/save-film.ts';
import { requireVersion } from '../moderation/require-version.ts';
import * as people from '../people/people.ts';
import type { FilmResources, FilmWrite } from '../resources.ts';
import { getStudioFilm, type StudioFilm } from '../studio/studio-film.ts';
import { ownerAlready, ownerNoMaker, ownerNotFound } from './back-office-errors.ts';

export const changeFilmOwnerSchema = filmIdSchema.extend({
  ownerId: z.string(),
  reason: staffReasonSchema,
  /** 0n: whatever the version is. */
  expectedVersion: z.bigint(),
});

type ChangeFilmOwner = z.output<typeof changeFilmOwnerSchema>;

/** Whether the new owner may make films, as identity says before the transaction. */
export async function askMayMake(
  { persons }: FilmResources,
  _viewer: AccountViewer,
  { ownerId: accountId }: ChangeFilmOwner,
): Promise<boolean> {
  return isId(accountId) && (await persons.mayMakeFilms({ accountId })).allowed;
}

/**
 * Gives a film to another account, who may make films, with its files and what it earns from now on [ADF-04]. What it has earned stays with who
 * owned it then.
 */
export async function changeFilmOwner(
  write: FilmWrite,
  viewer: AccountViewer,
  { filmId, ownerId, reason, expectedVersion }: ChangeFilmOwner,
  mayMake: boolean,
): Promise<StudioFilm> {
  const { tx } = write;
  const film = await films.lock(tx, filmId);
  await requireVersion(tx, film, expectedVersion);
  if (ownerId === film.createdBy) throw ownerAlready();
  if (!isId(ownerId) || !(await people.isHere(tx, ownerId))) throw ownerNotFound();
  if (!mayMake) throw ownerNoMaker();
  const changes = [{ field: 'createdBy', before: film.createdBy, after: ownerId }];
  await saveFilm(write, film, { createdBy: ownerId }, viewer.accountId, [{ kind: 'OWNER_CHANGED', reason, changes }]);
  return getStudioFilm(tx, film.id);
}
