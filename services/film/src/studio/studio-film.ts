import type { MessageInitShape } from '@bufbuild/protobuf';
import {
  AssetKind,
  type FilmAssetSchema,
  ListingStatus,
  type StudioFilmSchema,
} from '@marquee/contracts/film/v1/film_pb';
import { listingStatus, missingAssets, missingFields } from '@marquee/rules/film-state';
import type { AssetKindName, ReleaseTypeName } from '@marquee/rules/film-types';
import type { PublishField } from '@marquee/rules/studio-messages';
import { filmNotFound } from '../films/film-errors.ts';
import { filmMessage, imageMessage, isoDate } from '../films/film-message.ts';
import { type FilmPage, getFilmPages, type Queryable } from '../films/film-store.ts';
import { listSlots, type Slot } from './asset-store.ts';

type FilmFields = Pick<
  FilmPage,
  | 'film_title'
  | 'project_type'
  | 'country'
  | 'language'
  | 'languages'
  | 'genres'
  | 'rating'
  | 'log_line'
  | 'release_date'
  | 'resolution'
>;

/** The slots that publishing needs and that nothing live fills. */
export function emptySlots(film: { release_type: string }, slots: readonly Slot[]): AssetKindName[] {
  const filled = slots.filter(({ waiting }) => !waiting).map(({ kind }) => kind as AssetKindName);
  return missingAssets(film.release_type as ReleaseTypeName, filled);
}

/** The fields that publishing needs and that are empty. */
export function emptyFields(film: FilmFields): PublishField[] {
  return missingFields({
    filmTitle: film.film_title,
    projectType: film.project_type,
    country: film.country,
    language: film.language,
    languages: film.languages,
    genres: film.genres,
    rating: film.rating,
    logLine: film.log_line,
    releaseDate: isoDate(film.release_date),
    resolution: film.resolution,
  });
}

/** Films as their maker and staff see them, in the order of the ids. */
export async function getStudioFilms(
  db: Queryable,
  filmIds: readonly string[],
): Promise<MessageInitShape<typeof StudioFilmSchema>[]> {
  const films = await getFilmPages(db, filmIds);
  const slots = Map.groupBy(await listSlots(db, filmIds), ({ film_id }) => film_id);
  return films.map((film) => studioFilm(film, slots.get(film.id) ?? []));
}

export async function getStudioFilm(db: Queryable, filmId: string): Promise<MessageInitShape<typeof StudioFilmSchema>> {
  const [film] = await getStudioFilms(db, [filmId]);
  if (!film) throw filmNotFound();
  return film;
}

function studioFilm(film: FilmPage, slots: readonly Slot[]): MessageInitShape<typeof StudioFilmSchema> {
  const missing = emptySlots(film, slots);
  return {
    film: filmMessage(film, true),
    assets: slots.map((slot) => assetMessage(slot, slots)),
    status: ListingStatus[listingStatus({ published: film.published, missing })],
    missingAssets: missing.map((kind) => AssetKind[kind]),
    missingFields: emptyFields(film),
    awaitingApproval: film.published && !film.is_approved,
  };
}

const TRANSCODE_STATUSES: Record<string, string> = { IN_PROGRESS: 'IN PROGRESS' };

function assetMessage(slot: Slot, slots: readonly Slot[]): MessageInitShape<typeof FilmAssetSchema> {
  const live = slot.waiting && slots.find(({ kind, waiting }) => kind === slot.kind && !waiting);
  const image = imageMessage(slot.image);
  return {
    kind: AssetKind[slot.kind as AssetKindName],
    mediaId: slot.media_id,
    awaitingApproval: slot.waiting,
    ...(image && { image }),
    transcodeStatus: TRANSCODE_STATUSES[slot.transcode_status] ?? slot.transcode_status,
    liveMediaId: live ? live.media_id : '',
  };
}
