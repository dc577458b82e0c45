import { ReviewTalkService } from '@marquee/contracts/film/v1/review_talk_pb';
import { rpc } from '@marquee/service/rpc';
import { read, write } from '@marquee/service/use-case';
import { filmIdSchema } from '../films/request-schemas.ts';
import type { FilmResources } from '../resources.ts';
import { addReply, addReplySchema } from './add-reply.ts';
import { deleteReply } from './delete-reply.ts';
import { editReply, editReplySchema } from './edit-reply.ts';
import { getSpoiler } from './get-spoiler.ts';
import { listLikedReviews } from './list-liked-reviews.ts';
import { listReplies } from './list-replies.ts';
import { listReviewLikes, reviewPageSchema } from './list-review-likes.ts';
import { reportWords, reportWordsRequestSchema } from './report-words.ts';
import { replyIdSchema } from './review-id.ts';
import { setRepliesClosed, setRepliesClosedSchema } from './set-replies-closed.ts';
import { setReviewLike, setReviewLikeSchema } from './set-review-like.ts';
import { setSpoilerMark, setSpoilerMarkSchema } from './set-spoiler-mark.ts';
import { likersMessage, repliesMessage, replyMessage, reportWordsInput, wordsInput } from './talk-message.ts';
import { wordsIdSchema } from './words-of.ts';

export const reviewTalkRpc = rpc<FilmResources>()(ReviewTalkService, {
  setReviewLike: write(setReviewLikeSchema, setReviewLike),
  listReviewLikes: read(reviewPageSchema, listReviewLikes, likersMessage),
  listLikedReviews: read(filmIdSchema, listLikedReviews, (reviews) => ({ reviews })),
  listReplies: read(reviewPageSchema, listReplies, repliesMessage),
  addReply: write(addReplySchema, addReply, (reply) => ({ reply: replyMessage(reply) })),
  editReply: write(editReplySchema, editReply, (reply) => ({ reply: replyMessage(reply) })),
  deleteReply: write(replyIdSchema, deleteReply, () => ({})),
  setRepliesClosed: write(setRepliesClosedSchema, setRepliesClosed),
  setSpoilerMark: write(setSpoilerMarkSchema, setSpoilerMark, (marked) => marked, { from: wordsInput }),
  reportWords: write(reportWordsRequestSchema, reportWords, () => ({}), { from: reportWordsInput }),
  getSpoiler: read(wordsIdSchema, getSpoiler, (words) => words, { from: wordsInput }),
});
