import type { MessageInitShape } from '@bufbuild/protobuf';
import { timestampFromDate } from '@bufbuild/protobuf/wkt';
import { AssetKind, type ChangeRequestSchema } from '@marquee/contracts/film/v1/film_pb';
import {
  FilmActionKind,
  type FilmActionSchema,
  type GetFilmDecisionResponseSchema,
  type GetReviewPlaybackResponseSchema,
} from '@marquee/contracts/film/v1/moderation_pb';
import type { Film } from '../films/films.ts';
import { type FilmAction, isReplacement } from './film-actions.ts';
import type { FilmDecision } from './get-film-decision.ts';
import type { ReviewPlayback } from './get-review-playback.ts';

/** What staff ask of the maker; undefined when nothing. */
export function changeRequestMessage(film: Film): MessageInitShape<typeof ChangeRequestSchema> | undefined {
  if (film.changeState === '' || !film.changesRequestedAt) return undefined;
  const requestedAt = timestampFromDate(film.changesRequestedAt);
  return { reason: film.changeReason, requestedAt, answered: film.changeState === 'ANSWERED' };
}

export function actionMessage(action: FilmAction): MessageInitShape<typeof FilmActionSchema> {
  return { ...action, kind: FilmActionKind[action.kind], createdAt: timestampFromDate(action.createdAt) };
}

export function playbackMessage(playback: ReviewPlayback): MessageInitShape<typeof GetReviewPlaybackResponseSchema> {
  const { baseUrl: signedUrl, durationMs, hlsManifest, dashManifest, clearKey } = playback;
  return { signedUrl, durationMs, hlsManifest, dashManifest, clearKey };
}

export function decisionMessage({
  action,
  film,
  ended,
}: FilmDecision): MessageInitShape<typeof GetFilmDecisionResponseSchema> {
  if (ended) return { ended };
  const { id: filmId, createdBy: accountId, filmTitle, published } = film;
  const [replaced] = isReplacement(action) ? action.changes : [];
  const asset = AssetKind[(replaced?.field ?? 'UNSPECIFIED') as keyof typeof AssetKind];
  return { kind: FilmActionKind[action.kind], accountId, filmId, filmTitle, reason: action.reason, published, asset };
}
