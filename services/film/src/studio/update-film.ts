import type { MessageShape } from '@bufbuild/protobuf';
import { UpdateFilmResponseSchema } from '@marquee/contracts/film/v1/studio_pb';
import type { Tx } from '@marquee/data/database';
import type { UpdateFilm } from '@marquee/rules/film';
import type { Film } from '../../gen/prisma/client.ts';
import { editConflict } from '../films/film-errors.ts';
import { requireEditor } from '../films/film-rights.ts';
import { type FilmChanges, lockFilm } from '../films/film-store.ts';
import { saveFilm } from '../films/save-film.ts';
import { signalFilm, type Write, writeOnce } from '../films/write-once.ts';
import type { FilmResources } from '../resources.ts';
import { type AssetChoice, type BoundAsset, bindAssets, releaseInVain } from './bind-assets.ts';
import { dateOf } from './create-film.ts';
import { currentProjection, placeAssets } from './place-assets.ts';
import { publishingChanges, requirePublishable, requireReplaceable } from './publishing.ts';
import { getStudioFilm } from './studio-film.ts';

export type FilmUpdate = {
  filmId: string;
  fields: UpdateFilm;
  distribution: { website: boolean; mobile: boolean; tv: boolean } | undefined;
  licenseAgreementStatus: string | undefined;
  assets: AssetChoice[];
  /** 0n: whatever the version is. */
  expectedVersion: bigint;
};

/** The maker's update: absent fields stay as they are; a film that moved on is not overwritten [STU-04]. */
export async function updateFilm(
  resources: FilmResources,
  write: Write,
  update: FilmUpdate,
): Promise<MessageShape<typeof UpdateFilmResponseSchema>> {
  const bound = await bindAssets(resources, write.viewer, update.filmId, update.assets);
  try {
    return await writeOnce(resources, write, UpdateFilmResponseSchema, async (tx, afterCommit) => {
      const film = await lockFilm(tx, update.filmId);
      requireEditor(write.viewer, film);
      if (update.expectedVersion !== 0n && update.expectedVersion !== film.version) throw editConflict(film.version);

      const saved = await apply(resources, tx, film, update, bound, write.viewer.accountId);
      afterCommit(() => signalFilm(resources, saved));
      return { film: await getStudioFilm(tx, film.id) };
    });
  } catch (error) {
    await releaseInVain(resources, bound);
    throw error;
  }
}

async function apply(
  resources: FilmResources,
  tx: Tx,
  film: Film,
  update: FilmUpdate,
  bound: readonly BoundAsset[],
  accountId: string,
): Promise<Film> {
  const changes: FilmChanges = { ...columnsOf(update) };
  if (bound.length > 0) Object.assign(changes, await placeAssets(resources, tx, film, bound));
  // Which video gives the running time follows from the type.
  if (changes.release_type) Object.assign(changes, await currentProjection(tx, { ...film, ...changes }));

  const next: Film = { ...film, ...changes };
  const published = update.fields.published ?? film.published;
  if (published && !film.published) await requirePublishable(resources, tx, next);
  else if (published) await requireReplaceable(resources, tx, next, bound);
  if (published && !film.published) Object.assign(changes, await publishingChanges(tx, next));
  if (!published && film.published) changes.published = false;
  return saveFilm(resources, tx, film, changes, accountId);
}

function columnsOf({ fields, distribution, licenseAgreementStatus }: FilmUpdate): FilmChanges {
  return withoutUndefined({
    film_title: fields.filmTitle,
    project_type: fields.projectType,
    country: fields.country,
    language: fields.language,
    languages: fields.languages,
    genres: fields.genres,
    rating: fields.rating,
    log_line: fields.logLine,
    release_date: fields.releaseDate === undefined ? undefined : dateOf(fields.releaseDate),
    is_student_film: fields.isStudentFilm,
    is_first_time_film_maker: fields.isFirstTimeFilmMaker,
    has_subtitles: fields.hasSubtitles,
    resolution: fields.resolution,
    release_type: fields.releaseType,
    is_free: fields.isFree,
    self_distribute: fields.selfDistribute,
    festival_id: fields.festivalId === undefined ? undefined : fields.festivalId || null,
    festival_name: fields.festivalName,
    usd_cost: fields.usdCost === undefined ? undefined : BigInt(fields.usdCost),
    screening_start_time: fields.screeningStartTime,
    license_agreement_status: licenseAgreementStatus,
    website: distribution?.website,
    mobile: distribution?.mobile,
    tv: distribution?.tv,
  });
}

function withoutUndefined<T extends object>(values: T): { [K in keyof T]?: Exclude<T[K], undefined> } {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined)) as {
    [K in keyof T]?: Exclude<T[K], undefined>;
  };
}
