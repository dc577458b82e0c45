import type { MessageInitShape } from '@bufbuild/protobuf';
import { timestampDate, timestampFromDate } from '@bufbuild/protobuf/wkt';
import { DrmEncodingStatus, ProjectType } from '@marquee/contracts/film/v1/film_pb';
import {
  type AccessSchema,
  type GetFilmAccessResponseSchema,
  type GetPlaybackProgressResponseSchema,
  type HeartbeatRequest,
  type HeartbeatResponseSchema,
  type ListContinueWatchingResponseSchema,
  type ListUnlockedFilmsRequest,
  type ListUnlockedFilmsResponseSchema,
  PlaybackEventKind,
  PlaySource,
  PrimaryAction,
  type RecordPlaybackEventsRequest,
  type StartPlaybackRequest,
  type StartPlaybackResponseSchema,
} from '@marquee/contracts/film/v1/watch_pb';
import type { ClientInfo } from '@marquee/runtime/client-info';
import { nameOf } from '../films/enum-names.ts';
import { cardMessage, imageMessage } from '../films/film-message.ts';
import { placed } from '../films/request-schemas.ts';
import { deviceKind } from '../statistics/device-kind.ts';
import type { AccessRow } from './access.ts';
import { type FilmAccess, resumeOf } from './film-access.ts';
import type { FilmAccessOfViewer } from './get-film-access.ts';
import type { OpenAccess } from './heartbeat.ts';
import type { UnfinishedFilm } from './list-continue-watching.ts';
import type { UnlockedFilm } from './list-unlocked-films.ts';
import type { OpenPlayback } from './open-playback.ts';
import { PLAYBACK_ERRORS } from './playback-quality.ts';
import { playerSettingsMessage } from './player-settings-message.ts';
import type { StartedPlayback } from './start-playback.ts';
import type { OwnUnlock } from './unlocks.ts';
import { watermarkOf } from './watermark.ts';

export function accessMessage(access: FilmAccess, signedUrl = ''): MessageInitShape<typeof AccessSchema> {
  return {
    ...access,
    signedUrl: access.valid ? signedUrl : '',
    expireAt: access.expireAt && timestampFromDate(access.expireAt),
    endedAt: access.endedAt && timestampFromDate(access.endedAt),
    action: PrimaryAction[access.action],
  };
}

export function unlockedMessage(access: FilmAccess) {
  return { access: accessMessage(access) };
}

export function heartbeatMessage({
  access,
  signedUrl,
  heartbeatIntervalMs,
}: OpenAccess): MessageInitShape<typeof HeartbeatResponseSchema> {
  return { access: accessMessage(access, signedUrl), heartbeatIntervalMs };
}

export function filmAccessMessage({
  film,
  access,
  canEdit,
  creatorName,
  unlock,
}: FilmAccessOfViewer): MessageInitShape<typeof GetFilmAccessResponseSchema> {
  return {
    access: accessMessage(access),
    resumePositionMs: resumeOf(film),
    liked: film.liked,
    blocked: film.blocked,
    watchlisted: film.watchlisted,
    ownRating: film.ownRating ?? 0,
    ownMessage: film.ownMessage ?? '',
    canEdit,
    creatorName,
    ...(unlock && { unlockHours: Math.ceil(unlock.unlockHours), watchHours: Math.ceil(unlock.watchHours) }),
  };
}

export function progressMessage(film: AccessRow): MessageInitShape<typeof GetPlaybackProgressResponseSchema> {
  return {
    positionMs: film.positionMs ?? 0,
    resumePositionMs: resumeOf(film),
    finished: film.finished ?? false,
    updatedAt: film.progressAt ? timestampFromDate(film.progressAt) : undefined,
  };
}

export function continueWatchingMessage(page: {
  rows: UnfinishedFilm[];
  nextCursor: string;
}): MessageInitShape<typeof ListContinueWatchingResponseSchema> {
  const items = page.rows.map(({ card, ...position }) => ({ ...position, film: cardMessage(card) }));
  return { items, nextCursor: page.nextCursor };
}

export function unlockedFilmsMessage(page: {
  rows: UnlockedFilm[];
  nextCursor: string;
}): MessageInitShape<typeof ListUnlockedFilmsResponseSchema> {
  const items = page.rows.map(({ card, ...unlock }) => ({ ...ownUnlockMessage(unlock), film: cardMessage(card) }));
  return { items, nextCursor: page.nextCursor };
}

function ownUnlockMessage({ createdAt, expireAt, paidAmount, coins, ...progress }: OwnUnlock) {
  return {
    positionMs: progress.positionMs ?? 0,
    durationMs: progress.durationMs ?? 0,
    finished: progress.finished ?? false,
    waitsForStart: progress.watchSeconds !== null && progress.startedAt === null,
    createdAt: timestampFromDate(createdAt),
    expireAt: timestampFromDate(expireAt),
    paidAmount,
    coins,
  };
}

/** All of an answer that does not expire; `addressMessage` adds the rest. */
export function startedMessage({
  session,
  film,
  access,
  adTagUrl,
  preRoll,
  facts,
  settings,
  unlock,
}: StartedPlayback): MessageInitShape<typeof StartPlaybackResponseSchema> {
  return {
    access: accessMessage(access),
    playbackSessionId: session.id,
    resumePositionMs: resumeOf(film),
    durationMs: session.durationMs,
    filmTitle: film.filmTitle,
    rated: film.ownRating !== null,
    drmEncodingStatus:
      film.drmEncodingStatus === 'COMPLETED' ? DrmEncodingStatus.COMPLETED : DrmEncodingStatus.UNSPECIFIED,
    still: imageMessage(film.trailerThumbnail),
    runningTime: film.runningTime,
    adTagUrl,
    preRollVideoUri: preRoll?.uri ?? '',
    preRollDuration: preRoll?.seconds ?? 0,
    chapters: facts.chapters,
    watermark: watermarkOf(facts, session.id),
    ...(settings && { settings: playerSettingsMessage(settings) }),
    ...(unlock && { unlocked: ownUnlockMessage(unlock) }),
  };
}

/** What a started playback is answered with beside what was kept: the access as it is now, and its address. */
export function addressMessage(
  { access, url, heartbeatIntervalMs }: OpenPlayback,
  kept: MessageInitShape<typeof StartPlaybackResponseSchema>,
): MessageInitShape<typeof StartPlaybackResponseSchema> {
  const { baseUrl, hlsManifest, dashManifest, trickplay, durationMs, textTracks, licenceServers } = url;
  return {
    // The page's action was for the film as it was opened: to resume it, where it had begun.
    access: { ...accessMessage(access, baseUrl), action: kept.access?.action ?? PrimaryAction[access.action] },
    heartbeatIntervalMs,
    hlsManifest,
    dashManifest,
    trickplayUrl: trickplay && baseUrl + trickplay,
    textTracks,
    licenceServers,
    ...(durationMs > 0 && { durationMs }),
    ...(kept.unlocked && { unlocked: { ...kept.unlocked, signedUrl: baseUrl } }),
  };
}

export function listUnlockedFilmsInput(request: ListUnlockedFilmsRequest) {
  return { ...request, projectType: nameOf(ProjectType, request.projectType) };
}

export function heartbeatInput({ quality, ...request }: HeartbeatRequest, context: Placing) {
  // An error kind that only a newer client has is counted as 'other'.
  const errors = quality?.errors.slice(0, PLAYBACK_ERRORS_MAX).map((kind) => PLAYBACK_ERRORS[kind] ?? 'other');
  return placed({ ...request, ...(quality && { quality: { ...quality, errors } }) }, context);
}

type Placing = Parameters<typeof placed>[1];

/** More errors than these of one heartbeat are not looked at. */
const PLAYBACK_ERRORS_MAX = 10;

export function playbackEventsInput(request: RecordPlaybackEventsRequest) {
  return {
    ...request,
    sentAt: request.sentAt && timestampDate(request.sentAt),
    events: request.events.map((event) => ({
      ...event,
      event: nameOf(PlaybackEventKind, event.event),
      occurredAt: event.occurredAt && timestampDate(event.occurredAt),
    })),
  };
}

/** Of a browser's name only a kind of device is kept, and of its address only a country, with the session [STU-13:sources]. */
export const startPlaybackInput = (request: StartPlaybackRequest, { client }: { client: ClientInfo }) => ({
  ...placed(request, { client }),
  device: deviceKind(client.userAgent),
  source: nameOf(PlaySource, request.source),
});
