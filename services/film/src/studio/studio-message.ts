import type { MessageInitShape } from '@bufbuild/protobuf';
import { type Timestamp, timestampDate, timestampFromDate } from '@bufbuild/protobuf/wkt';
import {
  AssetKind,
  DrmEncodingStatus,
  type FilmAssetSchema,
  LicenseAgreementStatus,
  ListingStatus,
  type LocationSchema,
  ProjectType,
  ReleaseType,
  type StudioFilmSchema,
} from '@marquee/contracts/film/v1/film_pb';
import {
  type CreateFilmRequest,
  type ListMyFilmsRequest,
  MyFilmsSort,
  type UpdateFilmRequest,
} from '@marquee/contracts/film/v1/studio_pb';
import type { Chapter } from '@marquee/rules/chapters';
import { listingStatus, missingFields } from '@marquee/rules/film-state';
import { nameOf } from '../films/enum-names.ts';
import { filmMessage, imageMessage } from '../films/film-message.ts';
import { changeRequestMessage } from '../moderation/moderation-message.ts';
import { waitingSince } from '../moderation/waiting.ts';
import type { Asset } from './assets.ts';
import { emptySlots, type StudioFilm } from './studio-film.ts';

type StudioFilmMessage = MessageInitShape<typeof StudioFilmSchema>;
type Location = MessageInitShape<typeof LocationSchema>;

const drmStatuses = DrmEncodingStatus as unknown as Record<string, DrmEncodingStatus>;
const licenseStatuses = LicenseAgreementStatus as unknown as Record<string, LicenseAgreementStatus>;

function studioFilmMessage({ film, assets }: StudioFilm): StudioFilmMessage {
  const missing = emptySlots(film, assets);
  const since = waitingSince(film, assets);
  return {
    film: filmMessage(film),
    assets: assets.map((asset) => assetMessage(asset, assets)),
    status: ListingStatus[listingStatus({ published: film.published, missing })],
    missingAssets: missing.map((kind) => AssetKind[kind]),
    missingFields: missingFields(film),
    awaitingApproval: film.published && !film.isApproved,
    filmUri: mediaUri(film.filmMediaId),
    trailerUri: mediaUri(film.trailerMediaId),
    autoApproved: film.autoApproved,
    selfDistribute: film.selfDistribute,
    chapters: film.chapters as Chapter[],
    watermark: film.watermark,
    licenseAgreementStatus: licenseStatuses[film.licenseAgreementStatus] ?? LicenseAgreementStatus.UNSPECIFIED,
    drmEncodingStatus: drmStatuses[film.drmEncodingStatus] ?? DrmEncodingStatus.UNSPECIFIED,
    allowedLocations: film.allowedLocations as Location[],
    blockedLocations: film.blockedLocations as Location[],
    pageViewCount: film.pageViews,
    unlockCount: film.unlocks,
    creatorName: film.creatorName ?? '',
    changeRequest: changeRequestMessage(film),
    waitingSince: since && timestampFromDate(since),
  };
}

/** How a video is named in the fields film_uri and trailer_uri; only media makes an address of it. */
function mediaUri(mediaId: string | null): string {
  return mediaId ? `media:${mediaId}` : '';
}

/** The answer of a write on a film, to who edits it. */
export function oneFilmMessage(film: StudioFilm): { film: StudioFilmMessage } {
  return { film: studioFilmMessage(film) };
}

export function studioPageMessage(page: { rows: StudioFilm[]; nextCursor: string }) {
  return { films: page.rows.map(studioFilmMessage), nextCursor: page.nextCursor };
}

const TRANSCODE_STATUSES: Record<string, string> = { IN_PROGRESS: 'IN PROGRESS' };

function assetMessage(asset: Asset, all: readonly Asset[]): MessageInitShape<typeof FilmAssetSchema> {
  const live = asset.waiting && all.find(({ kind, waiting }) => kind === asset.kind && !waiting);
  return {
    kind: AssetKind[asset.kind],
    mediaId: asset.mediaId,
    awaitingApproval: asset.waiting,
    image: imageMessage(asset.image),
    transcodeStatus: TRANSCODE_STATUSES[asset.transcodeStatus] ?? asset.transcodeStatus,
    liveMediaId: live ? live.mediaId : '',
    stored: asset.stored,
  };
}

export function listMyFilmsInput(request: ListMyFilmsRequest) {
  return { ...request, sort: nameOf(MyFilmsSort, request.sort) };
}

export function createFilmInput(request: CreateFilmRequest) {
  return { ...request, projectType: nameOf(ProjectType, request.projectType) };
}

export function assetInput<R extends { kind: AssetKind }>(request: R) {
  return { ...request, kind: nameOf(AssetKind, request.kind) };
}

export function updateFilmInput(request: UpdateFilmRequest) {
  return {
    ...request,
    languages: request.languages?.values,
    genres: request.genres?.values,
    projectType: ifGiven(request.projectType, (type) => nameOf(ProjectType, type)),
    releaseType: ifGiven(request.releaseType, (type) => nameOf(ReleaseType, type)),
    usdCost: ifGiven(request.usdCost, Number),
    coinCost: ifGiven(request.coinCost, Number),
    screeningStartTime: ifGiven(request.screeningStartTime, timeOrNone),
    availableFrom: ifGiven(request.availableFrom, timeOrNone),
    availableUntil: ifGiven(request.availableUntil, timeOrNone),
    allowedLocations: request.allowedLocations?.values,
    blockedLocations: request.blockedLocations?.values,
    chapters: request.chapters?.values,
    licenseAgreementStatus: ifGiven(request.licenseAgreementStatus, (status) => nameOf(LicenseAgreementStatus, status)),
    assets: assetsOf(request),
  };
}

/** The assets of an update are named by their media id, or by an address that ends in it. */
function assetsOf(request: UpdateFilmRequest) {
  const uris = {
    FILM_VIDEO: request.filmUri,
    TRAILER_VIDEO: request.trailerUri,
    TRAILER_IMAGE: request.trailerThumbnailUri,
    POSTER_IMAGE: request.posterUri,
  };
  return Object.entries(uris).flatMap(([kind, uri]) =>
    uri ? [{ kind, mediaId: uri.slice(uri.search(/[^/:]*$/)) }] : [],
  );
}

function timeOrNone(time: Timestamp): Date | null {
  return time.seconds === 0n ? null : timestampDate(time);
}

function ifGiven<V, T>(value: V | undefined, plain: (value: V) => T): T | undefined {
  return value === undefined ? undefined : plain(value);
}
