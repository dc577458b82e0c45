import { changeReasonSchema } from '@marquee/rules/moderation';
import type { AccountViewer } from '@marquee/runtime/viewer';
import { z } from 'zod';
import * as films from '../films/films.ts';
import { filmIdSchema } from '../films/request-schemas.ts';
import { saveFilm } from '../films/save-film.ts';
import type { FilmWrite } from '../resources.ts';
import * as assets from '../studio/assets.ts';
import { getStudioFilm, type StudioFilm } from '../studio/studio-film.ts';
import { alreadyRequested, notWaiting } from './moderation-errors.ts';
import { requireVersion } from './require-version.ts';
import { waitingSince } from './waiting.ts';

export const requestFilmChangesSchema = changeReasonSchema.extend({
  ...filmIdSchema.shape,
  /** 0n: whatever the version is. */
  expectedVersion: z.bigint(),
});

/** Asks the maker of a film that waits for staff for changes; it waits again once its maker has sent it again. */
export async function requestFilmChanges(
  write: FilmWrite,
  viewer: AccountViewer,
  { filmId, reason, expectedVersion }: z.output<typeof requestFilmChangesSchema>,
): Promise<StudioFilm> {
  const { tx, clock } = write;
  const film = await films.lock(tx, filmId);
  await requireVersion(tx, film, expectedVersion);
  if (film.changeState === 'REQUESTED') throw alreadyRequested();
  if (!waitingSince(film, await assets.list(tx, [film.id]))) throw notWaiting();
  const request = { changeState: 'REQUESTED', changeReason: reason, changesRequestedAt: clock.now() };
  await saveFilm(write, film, request, viewer.accountId);
  return getStudioFilm(tx, film.id);
}
