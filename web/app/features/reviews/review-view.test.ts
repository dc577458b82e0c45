import { timestampFromDate } from '@bufbuild/protobuf/wkt';
import { aReview } from '@marquee/testing/contract-messages';
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
