import { timestampDate } from '@bufbuild/protobuf/wkt';
import { FilmActionKind } from '@marquee/contracts/film/v1/moderation_pb';
import {
  type QueuedReview,
  ReviewDecision,
  ReviewQueueList,
  ReviewWordsKind,
  WordsReportReason,
} from '@marquee/contracts/film/v1/review_queue_pb';
import { newId } from '@marquee/data/ids';
import { type FilmHarness, filmService } from '../testing/film-service.ts';

type Lover = ReturnType<FilmHarness['lover']>;
const { REVIEW, REPLY } = ReviewWordsKind;

let film: FilmHarness;
let filmId: string;
let reviewId: string;
let replyId: string;
let [reviewer, replier]: [Lover, Lover] = [undefined as never, undefined as never];

beforeAll(async () => {
  film = await filmService();
});
beforeEach(async () => {
  await film.db.query('DELETE FROM reviews');
  filmId = await film.releasedFilm(film.maker());
  reviewer = film.lover();
  replier = film.lover();
  await film.introduce(replier.viewer, 'Mara', 'Lind');
  const rated = { requestId: newId(), filmId, rating: 4, message: 'It moves slowly.' };
  reviewId = (await reviewer.reviews.rateFilm(rated)).review?.id ?? '';
  const { reply } = await replier.talk.addReply({ requestId: newId(), reviewId, message: 'Only you do.' });
  replyId = reply?.id ?? '';
});

const report = (by: Pick<Lover, 'talk'>, about: object = {}) =>
  by.talk.reportWords({
    ...{ requestId: newId(), kind: REPLY, wordsId: replyId, reason: WordsReportReason.HARASSMENT, ...about },
  });
const reported = async () =>
  (await film.staff().reviewQueue.listReviewQueue({ list: ReviewQueueList.REPORTED })).reviews;
const waiting = async () => (await film.staff().reviewQueue.countReviewQueue({})).waiting;
const seenOf = ({ id, version, kind, reportedUntil }: QueuedReview) => ({ id, version, kind, reportedUntil });
const decide = async (decision: ReviewDecision) => {
  const reviews = (await reported()).map(seenOf);
  return film.staff().reviewQueue.decideReviews({ requestId: newId(), reviews, decision, reason: 'Read by us' });
};

test('a report of a reply brings the reply before staff, with its words, reasons and who sent them [FLM-14:reports]', async () => {
  const [first, second] = [film.lover(), film.lover()];
  await film.introduce(first.viewer, 'Ada', 'Okafor');
  const before = await waiting();
  await report(first, { details: 'Insults people.' });
  film.clock.advance(1_000);
  await report(second, { reason: WordsReportReason.SPAM });
  film.clock.advance(1_000);
  // A second report of one reader replaces the first.
  await report(first, { reason: WordsReportReason.OTHER, details: 'Off topic.' });

  const [row, ...more] = await reported();
  expect(more).toEqual([]);
  expect(row).toMatchObject({
    ...{ id: replyId, kind: REPLY, filmId, message: 'Only you do.', writerName: 'Mara Lind' },
    reports: [
      { reason: WordsReportReason.OTHER, details: 'Off topic.', reporterName: 'Ada Okafor' },
      { reason: WordsReportReason.SPAM, details: '', reporterId: second.viewer.accountId, reporterName: '' },
    ],
  });
  expect(await waiting()).toBe(before + 1);
  // Everybody still reads it, and its writer learns nothing of it.
  expect((await film.visitor().talk.listReplies({ reviewId })).replies).toHaveLength(1);
});

test('staff keep what was reported, which closes its reports; a later report opens it again [FLM-14:reports] [FLM-16]', async () => {
  const reader = film.lover();
  await report(reader);
  await report(reader, { kind: REVIEW, wordsId: reviewId });
  expect((await reported()).map(({ kind, rating }) => [kind, rating]).sort()).toEqual([
    [REVIEW, 4],
    [REPLY, 0],
  ]);
  expect(await decide(ReviewDecision.KEEP)).toMatchObject({ leftIds: [] });
  expect(await reported()).toEqual([]);
  const { actions } = await film.staff().moderation.listFilmActions({ filmId, pageSize: 10 });
  expect(actions.filter(({ kind }) => kind === FilmActionKind.REVIEW_KEPT)).toMatchObject([
    { reason: 'Read by us' },
    { reason: 'Read by us' },
  ]);
  await report(reader, { details: 'Again.' });
  expect((await reported()).map(({ reports }) => reports.map(({ details }) => details))).toEqual([['Again.']]);
  await decide(ReviewDecision.REMOVE);
  expect(await reported()).toEqual([]);
  expect((await film.visitor().talk.listReplies({ reviewId })).replies).toEqual([]);
  expect(await film.db.query('SELECT FROM reply_reports')).toEqual([]);
});

test('a report that staff have not seen when they keep the words waits for another decision [FLM-14:reports] [FLM-16]', async () => {
  const [first, second, third] = [film.lover(), film.lover(), film.lover()];
  for (const reader of [first, second]) await report(reader);
  await report(first, { kind: REVIEW, wordsId: reviewId });
  const reviews = (await reported()).map(seenOf);
  film.clock.advance(1_000);
  await report(third, { details: 'It names where I live.' });
  await report(second, { details: 'Mine, too.' });
  const keep = (seen: typeof reviews) =>
    film.staff().reviewQueue.decideReviews({
      ...{ requestId: newId(), reviews: seen, decision: ReviewDecision.KEEP, reason: 'Read by us' },
    });
  expect(await keep(reviews)).toMatchObject({ leftIds: [] });
  const [row, ...more] = await reported();
  expect(more).toEqual([]);
  expect(row?.id).toBe(replyId);
  expect(row?.since && timestampDate(row.since)).toEqual(film.clock.now());
  expect(row?.reports.map(({ details }) => details).sort()).toEqual(['It names where I live.', 'Mine, too.']);
  // A page of before says nothing of reports, and closes none.
  await keep((await reported()).map(({ id, version, kind }) => ({ id, version, kind, reportedUntil: undefined })));
  expect((await reported())[0]?.reports).toHaveLength(2);
  await keep((await reported()).map(seenOf));
  expect(await reported()).toEqual([]);
});

test('nobody reports their own words, words that are not there, or without a reason [FLM-14:reports]', async () => {
  await expect(report(replier)).rejects.toMatchObject({ reason: 'OWN_WORDS', message: 'You wrote this yourself.' });
  await expect(report(film.lover(), { wordsId: newId() })).rejects.toMatchObject({ reason: 'REPLY_NOT_FOUND' });
  await expect(report(film.lover(), { reason: 0 })).rejects.toMatchObject({ fields: [{ field: 'reason' }] });
  await expect(report(film.lover(), { details: 'x'.repeat(1_001) })).rejects.toMatchObject({
    fields: [{ field: 'details' }],
  });
  await expect(report(film.visitor())).rejects.toMatchObject({ reason: 'SIGN_IN_NEEDED' });
  expect(await reported()).toEqual([]);
});
