import { create } from '@bufbuild/protobuf';
import { timestampFromDate } from '@bufbuild/protobuf/wkt';
import { ReplySchema } from '@marquee/contracts/film/v1/review_talk_pb';
import { aReview } from '@marquee/testing/contract-messages';
import { replyView } from './reply-view.ts';
import { reviewView } from './review-view.ts';

const written = timestampFromDate(new Date('2026-11-05T12:00:00Z'));
const changed = timestampFromDate(new Date('2026-11-06T12:00:00Z'));

test.each([
  ['was changed', changed, true],
  ['stands as it was written', written, false],
  ['has no time of a change', undefined, false],
])('a review that %s says whether it was edited', (_what, updatedAt, edited) => {
  expect(reviewView(aReview({ createdAt: written, updatedAt })).edited).toBe(edited);
});

test('a review and a reply whose writer has left keep their words under no name', () => {
  const gone = reviewView(aReview({ user: undefined }));
  expect([gone.name, gone.userId, gone.picture, gone.message]).toEqual(['A former member', '', '', 'Go.']);
  expect(reviewView(aReview({ user: { id: 'u3', firstName: 'Bo' } })).name).toBe('Bo');
  const reply = replyView(create(ReplySchema, { id: 'y1', message: 'Bye.' }));
  expect([reply.name, reply.userId, reply.date, reply.edited]).toEqual(['A former member', '', '', false]);
});
