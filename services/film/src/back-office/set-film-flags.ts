import type { AccountViewer } from '@marquee/runtime/viewer';
import { z } from 'zod';
import * as films from '../films/films.ts';
import { given } from '../films/given.ts';
import { filmIdSchema } from '../films/request-schemas.ts';
import { saveFilm } from '../films/save-film.ts';
import { requireVersion } from '../moderation/require-version.ts';
import { NO_CHANGE_REQUEST } from '../moderation/withdraw-change-request.ts';
import type { FilmWrite } from '../resources.ts';
import { requirePublishable } from '../studio/publishing.ts';
import { getStudioFilm, type StudioFilm } from '../studio/studio-film.ts';

export const setFilmFlagsSchema = filmIdSchema.extend({
  isApproved: z.boolean().optional(),
  published: z.boolean().optional(),
  isFestivalWinner: z.boolean().optional(),
  /** 0n: whatever the version is. */
  expectedVersion: z.bigint(),
});

/** Sets each given flag on its own; publishing needs what it needs of a maker too [ADF-03]. */
export async function setFilmFlags(
  write: FilmWrite,
  viewer: AccountViewer,
  { filmId, isApproved, expectedVersion, ...flags }: z.output<typeof setFilmFlagsSchema>,
): Promise<StudioFilm> {
  const film = await films.lock(write.tx, filmId);
  await requireVersion(write.tx, film, expectedVersion);
  const publishes = flags.published && !film.published;
  if (publishes) await requirePublishable(write, film);
  const changes = {
    ...given(flags),
    ...(publishes && { submittedAt: write.clock.now() }),
    ...(isApproved !== undefined && approval(write, film, isApproved)),
  };
  await saveFilm(write, film, changes, viewer.accountId);
  return getStudioFilm(write.tx, film.id);
}

/** An approval answers what was asked of the maker; one that is taken back has the film wait from now. */
function approval({ clock }: Pick<FilmWrite, 'clock'>, film: films.Film, isApproved: boolean): films.FilmChanges {
  const decided = { isApproved, autoApproved: false, approvalWithdrawn: !isApproved };
  if (isApproved) return { ...decided, ...NO_CHANGE_REQUEST };
  return { ...decided, ...(film.isApproved && { submittedAt: clock.now() }) };
}
