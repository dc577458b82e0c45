import { create } from '@bufbuild/protobuf';
import { FilmCreatedSchema } from '@marquee/contracts/events/v1/film_pb';
import type { Tx } from '@marquee/data/database';
import { newId } from '@marquee/data/ids';
import { type CreateFilm, createFilmSchema } from '@marquee/rules/film';
import type { AssetKindName, ReleaseTypeName } from '@marquee/rules/film-types';
import { parse } from '@marquee/runtime/schema';
import { insertCrew } from '../crew/crew-store.ts';
import type { ImageRow } from '../films/film-message.ts';
import { insertFilm, lockFilm } from '../films/film-store.ts';
import { saveFilm } from '../films/save-film.ts';
import type { FilmResources } from '../resources.ts';
import { upsertReview } from '../reviews/review-store.ts';
import { addToStats, starStat } from '../statistics/stat-store.ts';
import { fillSlot, keepMedia, listSlots } from '../studio/asset-store.ts';
import { dateOf } from '../studio/create-film.ts';
import { currentProjection } from '../studio/place-assets.ts';

export type ImportedAsset = {
  kind: AssetKindName;
  /** The media asset; the caller has media bind it to the film. */
  mediaId: string;
  /** What is known already; media's events say the rest. */
  playableVersion?: string;
  durationMs?: number;
  image?: ImageRow;
};

/** A film as a catalogue of demo films gives it. */
export type ImportedFilm = {
  /** UUID; a film that exists already under it keeps what it has. */
  id: string;
  createdBy: string;
  fields: CreateFilm;
  releaseType?: ReleaseTypeName;
  festivalName?: string;
  isFestivalWinner?: boolean;
  screeningStartTime?: Date;
  published?: boolean;
  isApproved?: boolean;
  createdAt: Date;
  /** When it came into the feed; createdAt unless told. */
  releasedAt?: Date;
  /** Seconds, until the video says it. */
  runningTime?: number;
  crew?: { id: string; credit: string; firstName: string; lastName: string; role?: string; personId?: string }[];
  awards?: { id: string; festivalName: string; category: string; year: number; winner: boolean }[];
  reviews?: { accountId: string; rating: number; message: string; createdAt: Date }[];
  assets?: ImportedAsset[];
};

type ImportResources = Pick<FilmResources, 'db' | 'outbox' | 'clock'>;

/**
 * Makes a film with its crew, awards, reviews and assets. Running it again adds what is missing and changes nothing
 * else, so that an interrupted import goes on. Gives whether the film was new.
 */
export async function importFilm(resources: ImportResources, film: ImportedFilm): Promise<boolean> {
  return resources.db.transaction(async (tx) => {
    const isNew = await insertNew(resources, tx, film);
    await addPeopleAndAwards(resources, tx, film);
    await addReviews(tx, film);
    await addAssets(resources, tx, film);
    return isNew;
  });
}

/** Whether the film itself can be played. */
export async function isPlayable({ db }: Pick<ImportResources, 'db'>, filmId: string): Promise<boolean> {
  return (await db.query('SELECT 1 FROM films WHERE id = $1 AND film_ready', [filmId])).length > 0;
}

async function insertNew({ outbox }: ImportResources, tx: Tx, film: ImportedFilm): Promise<boolean> {
  const fields = parse(createFilmSchema, film.fields);
  const isNew = await insertFilm(tx, {
    id: film.id,
    film_title: fields.filmTitle,
    project_type: fields.projectType,
    country: fields.country,
    language: fields.language,
    languages: fields.languages,
    genres: fields.genres,
    rating: fields.rating,
    log_line: fields.logLine,
    release_date: dateOf(fields.releaseDate),
    is_student_film: fields.isStudentFilm,
    is_first_time_film_maker: fields.isFirstTimeFilmMaker,
    has_subtitles: fields.hasSubtitles,
    resolution: fields.resolution,
    release_type: film.releaseType ?? 'WATCH_NOW',
    festival_name: film.festivalName ?? '',
    is_festival_winner: film.isFestivalWinner ?? false,
    screening_start_time: film.screeningStartTime ?? null,
    running_time: film.runningTime ?? 0,
    license_agreement_status: 'ACCEPTED',
    created_by: film.createdBy,
    created_at: film.createdAt,
    updated_by: film.createdBy,
    updated_at: film.createdAt,
    released_at: film.published && film.isApproved ? (film.releasedAt ?? film.createdAt) : null,
  });
  if (!isNew) return false;
  await outbox.append(tx, {
    schema: FilmCreatedSchema,
    message: create(FilmCreatedSchema, { filmId: film.id, createdBy: film.createdBy }),
    aggregateType: 'film',
    aggregateId: film.id,
    aggregateVersion: 1n,
  });
  return true;
}

async function addPeopleAndAwards({ clock }: ImportResources, tx: Tx, film: ImportedFilm): Promise<void> {
  for (const { id, credit, firstName, lastName, role = '', personId } of film.crew ?? []) {
    const names = { credit, first_name: firstName, last_name: lastName, role, person_id: personId ?? null };
    await insertCrew(tx, { id, film_id: film.id, ...names }, clock.now());
  }
  for (const { id, festivalName, category, year, winner } of film.awards ?? []) {
    await tx.query(
      `INSERT INTO awards (id, film_id, festival_name, category, year, winner) VALUES ($1, $2, $3, $4, $5, $6)
       ON CONFLICT (id) DO NOTHING`,
      [id, film.id, festivalName, category, year, winner],
    );
  }
}

async function addReviews(tx: Tx, film: ImportedFilm): Promise<void> {
  for (const { accountId, rating, message, createdAt } of film.reviews ?? []) {
    const text = 'SELECT 1 FROM reviews WHERE film_id = $1 AND account_id = $2';
    if ((await tx.query(text, [film.id, accountId])).length > 0) continue;
    await upsertReview(tx, { id: newId(), filmId: film.id, accountId, rating, message, now: createdAt });
    await addToStats(tx, film.id, { [starStat(rating)]: 1, comments: message ? 1 : 0 });
  }
}

async function addAssets(resources: ImportResources, tx: Tx, film: ImportedFilm): Promise<void> {
  const row = await lockFilm(tx, film.id);
  const slots = await listSlots(tx, [film.id]);
  for (const { kind, mediaId, playableVersion, durationMs, image } of film.assets ?? []) {
    if (slots.some((slot) => slot.kind === kind)) continue;
    await keepMedia(tx, {
      media_id: mediaId,
      version: 0n,
      transcode_status: playableVersion ? 'COMPLETE' : '',
      playable_version: playableVersion ?? null,
      duration_ms: durationMs ?? null,
      image: image ?? null,
    });
    const slot = { filmId: film.id, kind, waiting: false, mediaId };
    await fillSlot(tx, { ...slot, now: resources.clock.now() });
  }
  // Staff's and the maker's later decisions stand: only what is new is published.
  const flags = row.version === 1n ? { published: film.published ?? false, is_approved: film.isApproved ?? false } : {};
  await saveFilm(resources, tx, row, { ...(await currentProjection(tx, row)), ...flags }, row.updated_by);
}
