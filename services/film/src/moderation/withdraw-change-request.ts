import type { AccountViewer } from '@marquee/runtime/viewer';
import { z } from 'zod';
import * as films from '../films/films.ts';
import { filmIdSchema } from '../films/request-schemas.ts';
import { saveFilm } from '../films/save-film.ts';
import type { FilmWrite } from '../resources.ts';
import { getStudioFilm, type StudioFilm } from '../studio/studio-film.ts';
import { nothingRequested } from './moderation-errors.ts';
import { requireVersion } from './require-version.ts';

/** 0n: whatever the version is. */
export const withdrawChangeRequestSchema = filmIdSchema.extend({ expectedVersion: z.bigint() });

/** Takes an open request for changes back. The film waits again since when it was submitted, so it keeps its place. */
export async function withdrawChangeRequest(
  write: FilmWrite,
  viewer: AccountViewer,
  { filmId, expectedVersion }: z.output<typeof withdrawChangeRequestSchema>,
): Promise<StudioFilm> {
  const film = await films.lock(write.tx, filmId);
  await requireVersion(write.tx, film, expectedVersion);
  if (film.changeState !== 'REQUESTED') throw nothingRequested();
  await saveFilm(write, film, NO_CHANGE_REQUEST, viewer.accountId);
  return getStudioFilm(write.tx, film.id);
}

/** What a film has of which nothing is asked. */
export const NO_CHANGE_REQUEST = { changeState: '', changeReason: '', changesRequestedAt: null } as const;
