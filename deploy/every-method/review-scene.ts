import type { MessageInitShape } from '@bufbuild/protobuf';
import { timestampFromDate } from '@bufbuild/protobuf/wkt';
import type { SeenReviewSchema } from '@marquee/contracts/film/v1/review_queue_pb';
import { newId } from '@marquee/data/ids';
import { serviceNamed } from './running-services.ts';
import type { Scene } from './scene.ts';

const filmDb = () => serviceNamed('film').platform.db;

type SeenReview = MessageInitShape<typeof SeenReviewSchema>;

/** A review that waits for staff. */
async function heldReview(scene: Scene): Promise<SeenReview> {
  const id = await scene.review();
  await filmDb().query("UPDATE reviews SET held_at = now(), held_words = '{good}' WHERE id = $1", [id]);
  return { id, version: 1n, kind: 1, reportedUntil: timestampFromDate(new Date()) };
}

/** A reply to the review of the scene, by the caller, of somebody else to whom has no account. */
async function reply(scene: Scene): Promise<string> {
  const { viewer } = scene.calling();
  const id = newId();
  await filmDb().query(
    'INSERT INTO review_replies (id, review_id, account_id, message, created_at) VALUES ($1, $2, $3, $4, now())',
    [id, await scene.review(), viewer.kind === 'account' ? viewer.accountId : newId(), 'So it is.'],
  );
  return id;
}

/** Requests of the methods about reviews that need more than the values of their fields. */
export const REVIEW_ENTRIES = {
  'film.v1.ReviewQueueService/DecideReviews': {
    why: 'the review has to wait for staff',
    values: async (scene: Scene) => ({ reviews: [await heldReview(scene)], decision: 1, reason: 'Read by staff' }),
  },
  'film.v1.ReviewTalkService/EditReply': {
    why: 'the reply is the caller’s own',
    values: async (scene: Scene) => ({ replyId: await reply(scene) }),
  },
  'film.v1.ReviewTalkService/DeleteReply': {
    why: 'the reply is the caller’s own',
    values: async (scene: Scene) => ({ replyId: await reply(scene) }),
  },
  'film.v1.ReviewTalkService/SetRepliesClosed': {
    why: 'the review is the caller’s own',
    values: async (scene: Scene) => {
      const reviewId = await scene.review();
      const { viewer } = scene.calling();
      if (viewer.kind === 'account') {
        await filmDb().query('UPDATE reviews SET account_id = $2 WHERE id = $1', [reviewId, viewer.accountId]);
      }
      return { reviewId };
    },
  },
  'film.v1.ReviewTalkService/SetSpoilerMark': {
    why: 'words that are somebody else’s',
    values: async (scene: Scene) => ({ kind: 1, wordsId: await scene.review() }),
  },
  'film.v1.ReviewTalkService/ReportWords': {
    why: 'words that are somebody else’s',
    values: async (scene: Scene) => ({ kind: 1, wordsId: await scene.review(), reason: 1 }),
  },
  'film.v1.ReviewTalkService/GetSpoiler': {
    why: 'the words are those of a review',
    values: async (scene: Scene) => ({ kind: 1, wordsId: await scene.review() }),
  },
};
