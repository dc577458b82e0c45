import { ModerationService } from '@marquee/contracts/film/v1/moderation_pb';
import { rpc } from '@marquee/service/rpc';
import { read, write } from '@marquee/service/use-case';
import { filmIdSchema, filmPageSchema } from '../films/request-schemas.ts';
import type { FilmResources } from '../resources.ts';
import { assetInput, oneFilmMessage } from '../studio/studio-message.ts';
import { filmDecisionSchema, getFilmDecision } from './get-film-decision.ts';
import { getQueuePlace } from './get-queue-place.ts';
import { getReviewPlayback, reviewPlaybackSchema } from './get-review-playback.ts';
import { listFilmActions } from './list-film-actions.ts';
import { actionMessage, decisionMessage, playbackMessage } from './moderation-message.ts';
import { requestFilmChanges, requestFilmChangesSchema } from './request-film-changes.ts';
import { withdrawChangeRequest, withdrawChangeRequestSchema } from './withdraw-change-request.ts';

/** For staff, and for notification. */
export const moderationRpc = rpc<FilmResources>()(ModerationService, {
  requestFilmChanges: write(requestFilmChangesSchema, requestFilmChanges, oneFilmMessage),
  withdrawChangeRequest: write(withdrawChangeRequestSchema, withdrawChangeRequest, oneFilmMessage),
  getQueuePlace: read(filmIdSchema, getQueuePlace),
  listFilmActions: read(filmPageSchema, listFilmActions, ({ rows, nextCursor }) => ({
    actions: rows.map(actionMessage),
    nextCursor,
  })),
  getReviewPlayback: read(reviewPlaybackSchema, getReviewPlayback, playbackMessage, { from: assetInput }),
  getFilmDecision: read(filmDecisionSchema, getFilmDecision, decisionMessage),
});
