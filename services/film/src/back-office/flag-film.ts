import {
  SetFilmDistributionResponseSchema,
  SetFilmFlagsResponseSchema,
} from '@marquee/contracts/film/v1/back_office_pb';
import { type FilmChanges, lockFilm } from '../films/film-store.ts';
import { saveFilm } from '../films/save-film.ts';
import { signalFilm, type Write, writeOnce } from '../films/write-once.ts';
import type { FilmResources } from '../resources.ts';
import { requirePublishable } from '../studio/publishing.ts';
import { getStudioFilm } from '../studio/studio-film.ts';

export type FilmFlags = {
  isApproved?: boolean | undefined;
  published?: boolean | undefined;
  isFestivalWinner?: boolean | undefined;
};

/** Sets each given flag on its own; publishing needs what it needs of a maker too [ADF-03]. */
export async function setFilmFlags(resources: FilmResources, write: Write, filmId: string, flags: FilmFlags) {
  return writeOnce(resources, write, SetFilmFlagsResponseSchema, async (tx, afterCommit) => {
    const film = await lockFilm(tx, filmId);
    if (flags.published && !film.published) await requirePublishable(resources, tx, film);
    const changes: FilmChanges = {};
    if (flags.published !== undefined) changes.published = flags.published;
    if (flags.isFestivalWinner !== undefined) changes.is_festival_winner = flags.isFestivalWinner;
    if (flags.isApproved !== undefined) {
      changes.is_approved = flags.isApproved;
      changes.auto_approved = false;
      changes.approval_withdrawn = !flags.isApproved;
    }
    const saved = await saveFilm(resources, tx, film, changes, write.viewer.accountId);
    afterCommit(() => signalFilm(resources, saved));
    return { film: await getStudioFilm(tx, film.id) };
  });
}

export type DistributionFlags = {
  website?: boolean | undefined;
  mobile?: boolean | undefined;
  tv?: boolean | undefined;
};

export async function setFilmDistribution(
  resources: FilmResources,
  write: Write,
  filmId: string,
  { website, mobile, tv }: DistributionFlags,
) {
  return writeOnce(resources, write, SetFilmDistributionResponseSchema, async (tx, afterCommit) => {
    const film = await lockFilm(tx, filmId);
    const changes: FilmChanges = {};
    if (website !== undefined) changes.website = website;
    if (mobile !== undefined) changes.mobile = mobile;
    if (tv !== undefined) changes.tv = tv;
    const saved = await saveFilm(resources, tx, film, changes, write.viewer.accountId);
    afterCommit(() => signalFilm(resources, saved));
    return { film: await getStudioFilm(tx, film.id) };
  });
}
