import { create } from '@bufbuild/protobuf';
import { Code } from '@connectrpc/connect';
import { ReviewRepliedSchema, ReviewsLikedSchema } from '@marquee/contracts/events/v1/film_pb';
import { AccountBlockedSchema, ProfileChangedSchema } from '@marquee/contracts/events/v1/identity_pb';
import { FilmActionKind } from '@marquee/contracts/film/v1/moderation_pb';
import {
  type QueuedReview,
  ReviewDecision,
  ReviewQueueList,
  ReviewWordsKind,
} from '@marquee/contracts/film/v1/review_queue_pb';
import { ReviewSort } from '@marquee/contracts/film/v1/reviews_pb';
import { ProfileVisibility } from '@marquee/contracts/identity/v1/account_pb';
import { newId } from '@marquee/data/ids';
import { createOutbox } from '@marquee/events/outbox';
import { eventually } from '@marquee/testing/eventually';
import type { FilmHarness } from '../testing/film-service.ts';
import { filmWithSettings } from '../testing/film-with-settings.ts';
import { gatherLikes } from './gather-likes.ts';

type Lover = ReturnType<FilmHarness['lover']>;
const DAY_MS = 86_400_000;

let film: FilmHarness;
let settings: Awaited<ReturnType<typeof filmWithSettings>>['settings'];
let filmId: string;
let writer: Lover;
let reviewId: string;
beforeAll(async () => {
  ({ film, settings } = await filmWithSettings());
});
beforeEach(async () => {
  filmId = await film.releasedFilm(film.maker());
  writer = await person('Mara', 'Lind');
  reviewId = await review(writer, 'The river wins.');
});

async function person(firstName: string, lastName: string, isPrivate = false): Promise<Lover> {
  const lover = film.lover();
  const profileVisibility = isPrivate ? ProfileVisibility.PRIVATE : ProfileVisibility.PUBLIC;
  const about = { id: lover.viewer.accountId, firstName, lastName, version: 1n, profileVisibility };
  await film.deliver(ProfileChangedSchema, create(ProfileChangedSchema, { person: about }), about.id);
  return lover;
}
async function review(by: Lover, message: string, spoiler = false): Promise<string> {
  const saved = await by.reviews.rateFilm({ requestId: newId(), filmId, rating: 4, message, spoiler });
  return saved.review?.id ?? '';
}
async function block(by: Lover, whom: Lover): Promise<void> {
  const about = { blockId: newId(), blockerId: by.viewer.accountId, blockedId: whom.viewer.accountId };
  await film.deliver(AccountBlockedSchema, create(AccountBlockedSchema, about), about.blockId);
}
const seen = (listed: readonly QueuedReview[]) => listed.map(({ id, version, kind }) => ({ id, version, kind }));
const shown = async (id = reviewId, sort = ReviewSort.UNSPECIFIED) =>
  (await film.visitor().reviews.listReviews({ filmId, sort })).reviews.find((one) => one.id === id);
const like = (by: Lover, liked = true, id = reviewId) => by.talk.setReviewLike({ reviewId: id, liked });
const reply = (by: Lover, message = 'So it does.', spoiler = false) =>
  by.talk.addReply({ requestId: newId(), reviewId, message, spoiler });
const replies = async (by: Pick<Lover, 'talk'> = film.visitor()) => {
  const { replies: listed } = await by.talk.listReplies({ reviewId });
  return listed.map(({ message }) => message);
};

test('a review is liked once a person, counted, and the like can be taken back [FLM-14:review-likes]', async () => {
  const [one, two] = [film.lover(), film.lover()];
  expect(await like(one)).toMatchObject({ liked: true, likeCount: 1 });
  expect(await like(one)).toMatchObject({ liked: true, likeCount: 1 });
  expect((await like(two)).likeCount).toBe(2);
  expect((await shown())?.likeCount).toBe(2);
  expect((await one.talk.listLikedReviews({ filmId })).reviews).toMatchObject([{ reviewId, likeCount: 2 }]);
  await like(two, false);
  await like(two, false);
  expect((await shown())?.likeCount).toBe(1);
  await eventually(async () => expect(await film.db.query('SELECT 1 FROM review_deltas')).toEqual([]));
  expect((await shown())?.likeCount).toBe(1);
  expect((await two.talk.listLikedReviews({ filmId })).reviews).toEqual([]);
});

test('many likes at once are each counted once [FLM-14:review-likes]', async () => {
  const lovers = Array.from({ length: 10 }, () => film.lover());
  await Promise.all([...lovers, ...lovers].map((lover) => like(lover)));
  expect((await shown())?.likeCount).toBe(10);
  await eventually(async () => expect(await film.db.query('SELECT 1 FROM review_deltas')).toEqual([]));
  expect((await shown())?.likeCount).toBe(10);
});

test('nobody likes their own review, one that waits for staff, or one that does not exist [FLM-14:review-likes]', async () => {
  await expect(like(writer)).rejects.toMatchObject({
    reason: 'OWN_REVIEW',
    message: expect.stringContaining('own review'),
  });
  await film.db.query('UPDATE reviews SET held_at = now() WHERE id = $1', [reviewId]);
  for (const id of [reviewId, newId(), 'no-id']) {
    await expect(like(film.lover(), true, id)).rejects.toMatchObject({ reason: 'REVIEW_NOT_FOUND' });
  }
});

test('who liked a review is listed, without private profiles and blocked people [FLM-14:review-likes]', async () => {
  const [ada, bob, zoe] = [await person('Ada', 'One'), await person('Bob', 'Two', true), await person('Zoe', 'Three')];
  for (const lover of [ada, bob, zoe]) {
    film.clock.advance(1_000);
    await like(lover);
  }
  const names = async (by: Lover) =>
    (await by.talk.listReviewLikes({ reviewId })).people.map(({ firstName }) => firstName);
  expect(await names(film.lover())).toEqual(['Zoe', 'Ada']);
  expect(await names(bob)).toEqual(['Zoe', 'Bob', 'Ada']);
  await block(ada, zoe);
  expect(await names(ada)).toEqual(['Ada']);
  expect(await names(zoe)).toEqual(['Zoe']);
  expect((await shown())?.likeCount).toBe(3);
  const first = await film.lover().talk.listReviewLikes({ reviewId, pageSize: 1 });
  const second = await film.lover().talk.listReviewLikes({ reviewId, pageSize: 1, cursor: first.nextCursor });
  expect([first, second].map(({ people }) => people[0]?.firstName)).toEqual(['Zoe', 'Ada']);
  expect(second.nextCursor).toBe('');
});

test('reviews come by their likes where that is asked for, in pages [FLM-14:most-liked]', async () => {
  film.clock.advance(1_000);
  const second = await review(film.lover(), 'Second.');
  film.clock.advance(1_000);
  const third = await review(film.lover(), 'Third.');
  for (const id of [second, second, reviewId]) await like(film.lover(), true, id);
  await eventually(async () => expect(await film.db.query('SELECT 1 FROM review_deltas')).toEqual([]));
  const { reviews } = film.visitor();
  const ids = async (sort: ReviewSort) => {
    const found: string[] = [];
    let cursor = '';
    do {
      const page = await reviews.listReviews({ filmId, sort, pageSize: 1, cursor });
      found.push(...page.reviews.map(({ id }) => id));
      cursor = page.nextCursor;
    } while (cursor);
    return found;
  };
  expect(await ids(ReviewSort.MOST_LIKED)).toEqual([second, reviewId, third]);
  expect(await ids(ReviewSort.UNSPECIFIED)).toEqual([third, second, reviewId]);
});

test('likes of a day are one event for their writer, once the day is over [FLM-14:like-notice]', async () => {
  const service = { db: film.db, outbox: createOutbox({ clock: film.clock }), clock: film.clock };
  const ofWriter = async () =>
    (await film.published(ReviewsLikedSchema)).filter(({ accountId }) => accountId === writer.viewer.accountId);
  await like(film.lover());
  await like(film.lover());
  await gatherLikes(service);
  expect(await ofWriter()).toEqual([]);
  film.clock.advance(DAY_MS);
  await Promise.all([gatherLikes(service), gatherLikes(service)]);
  await gatherLikes(service);
  const day = film.clock.now().toISOString().slice(0, 10);
  expect(await ofWriter()).toMatchObject([{ filmId, likes: 2, day }]);
});

test('replies are flat, in their order, counted, in pages, and each is an event for the writer of the review [FLM-14:replies]', async () => {
  const [one, two] = [await person('Ada', 'One'), film.lover()];
  await reply(one, ' So it does.\r\nAlways. ');
  film.clock.advance(1_000);
  await reply(two, 'Not in part two.');
  film.clock.advance(1_000);
  await reply(writer, 'Thank you.');
  expect(await replies()).toEqual(['So it does.\nAlways.', 'Not in part two.', 'Thank you.']);
  expect((await shown())?.replyCount).toBe(3);
  const { talk } = film.visitor();
  const first = await talk.listReplies({ reviewId, pageSize: 2 });
  expect(first.replies[0]?.user).toMatchObject({ id: one.viewer.accountId, firstName: 'Ada' });
  const second = await talk.listReplies({ reviewId, pageSize: 2, cursor: first.nextCursor });
  expect(second).toMatchObject({ replies: [{ message: 'Thank you.' }], nextCursor: '', canReply: false });
  const events = (await film.published(ReviewRepliedSchema)).filter((event) => event.reviewId === reviewId);
  expect(events.map(({ accountId, writerId }) => [accountId, writerId])).toEqual(
    [one, two].map(({ viewer }) => [viewer.accountId, writer.viewer.accountId]),
  );
});

test('a reply has 1 to 500 characters [FLM-14:replies]', async () => {
  for (const message of [' ', 'x'.repeat(501)]) {
    await expect(reply(film.lover(), message)).rejects.toMatchObject({ fields: [{ field: 'message' }] });
  }
  await reply(film.lover(), 'x'.repeat(500));
  await expect(film.visitor().talk.addReply({ requestId: newId(), reviewId, message: 'x' })).rejects.toMatchObject({
    code: Code.Unauthenticated,
  });
});

test('its writer changes a reply for 15 minutes, which is marked, and deletes it at any time [FLM-14:replies]', async () => {
  const [one, other] = [film.lover(), film.lover()];
  const replyId = (await reply(one)).reply?.id ?? '';
  const edit = (message: string, by = one) => by.talk.editReply({ replyId, message });
  expect((await edit('So it does.')).reply?.editedAt).toBeUndefined();
  const marked = (await one.talk.editReply({ replyId, message: 'So it does.', spoiler: true })).reply;
  expect(marked).toMatchObject({ spoiler: true, editedAt: expect.anything() });
  film.clock.advance(15 * 60_000);
  expect((await edit('It does.')).reply).toMatchObject({ message: 'It does.', editedAt: expect.anything() });
  film.clock.advance(1);
  await expect(edit('Late.')).rejects.toMatchObject({ reason: 'REPLY_EDIT_OVER' });
  await expect(edit('Not mine.', other)).rejects.toMatchObject({ reason: 'REPLY_NOT_FOUND' });
  await expect(other.talk.deleteReply({ replyId })).rejects.toMatchObject({ reason: 'REPLY_NOT_FOUND' });
  expect(await replies()).toEqual(['It does.']);
  await one.talk.deleteReply({ replyId });
  await expect(one.talk.deleteReply({ replyId })).rejects.toMatchObject({ reason: 'REPLY_NOT_FOUND' });
  expect(await replies()).toEqual([]);
  expect((await shown())?.replyCount).toBe(0);
});

test.each([
  ['the writer of the review', true],
  ['the other', false],
])('a block by %s hides and forbids from both sides [FLM-14:blocks]', async (_by, byWriter) => {
  const other = film.lover();
  await reply(other, 'Before the block.');
  await (byWriter ? block(writer, other) : block(other, writer));
  await expect(reply(other)).rejects.toMatchObject({ reason: 'REVIEW_NOT_FOR_YOU', code: Code.PermissionDenied });
  await expect(like(other)).rejects.toMatchObject({ reason: 'REVIEW_NOT_FOR_YOU' });
  expect(await replies(writer)).toEqual([]);
  expect((await other.talk.listReplies({ reviewId })).canReply).toBe(false);
  const theirs = await review(other, 'Mine.');
  await expect(writer.talk.addReply({ requestId: newId(), reviewId: theirs, message: 'x' })).rejects.toMatchObject({
    reason: 'REVIEW_NOT_FOR_YOU',
  });
  expect(await replies()).toEqual(['Before the block.']);
});

test('the writer of a review closes the replies to it and opens them [FLM-14:close]', async () => {
  const other = film.lover();
  await reply(other);
  await expect(other.talk.setRepliesClosed({ reviewId, closed: true })).rejects.toMatchObject({
    reason: 'REVIEW_NOT_FOUND',
  });
  await writer.talk.setRepliesClosed({ reviewId, closed: true });
  await expect(reply(other)).rejects.toMatchObject({ reason: 'REPLIES_CLOSED' });
  expect(await replies()).toEqual(['So it does.']);
  expect((await shown())?.repliesClosed).toBe(true);
  expect((await other.talk.listReplies({ reviewId })).canReply).toBe(false);
  await writer.talk.setRepliesClosed({ reviewId, closed: false });
  await reply(other, 'Again.');
});

test('the words that their writer marks are in no list, and are there for who asks [FLM-16:spoilers]', async () => {
  const ada = film.lover();
  const id = await review(ada, 'He drowns.', true);
  expect(await shown(id)).toMatchObject({ spoiler: true, message: '', rating: 4 });
  const own = (await ada.reviews.listReviews({ filmId })).reviews.find((one) => one.id === id);
  expect(own).toMatchObject({ spoiler: true, message: 'He drowns.' });
  const { talk } = film.visitor();
  expect((await talk.getSpoiler({ kind: ReviewWordsKind.REVIEW, wordsId: id })).message).toBe('He drowns.');
  const replyId = (await reply(ada, 'And she too.', true)).reply?.id ?? '';
  expect(await replies()).toEqual(['']);
  expect(await replies(ada)).toEqual(['And she too.']);
  expect((await talk.getSpoiler({ kind: ReviewWordsKind.REPLY, wordsId: replyId })).message).toBe('And she too.');
  await expect(talk.getSpoiler({})).rejects.toMatchObject({ code: Code.InvalidArgument });
  // The stars alone keep the mark; new words have their own.
  await ada.reviews.rateFilm({ requestId: newId(), filmId, rating: 2 });
  expect(await shown(id)).toMatchObject({ spoiler: true, rating: 2 });
  await review(ada, 'Quiet.');
  expect(await shown(id)).toMatchObject({ spoiler: false, message: 'Quiet.' });
});

test('three accounts fold what reveals the end, until staff decide [FLM-16:spoilers]', async () => {
  const readers = [film.lover(), film.lover(), film.lover()];
  const mark = (by: Lover, marked = true) =>
    by.talk.setSpoilerMark({ kind: ReviewWordsKind.REVIEW, wordsId: reviewId, marked });
  const isFolded = async () => (await shown())?.spoiler;
  await expect(mark(writer)).rejects.toMatchObject({ reason: 'OWN_WORDS' });
  const [first] = readers as [Lover];
  for (let i = 0; i < 3; i++) await mark(first);
  expect(await isFolded()).toBe(false);
  await Promise.all(readers.map((reader) => mark(reader)));
  expect(await shown()).toMatchObject({ spoiler: true, message: '' });
  await mark(first, false);
  expect(await isFolded()).toBe(false);
  await mark(first);

  const staff = film.staff();
  const list = async () =>
    (await staff.reviewQueue.listReviewQueue({ list: ReviewQueueList.SPOILERS })).reviews.filter(
      (one) => one.filmId === filmId,
    );
  const decide = async (decision: ReviewDecision) =>
    staff.reviewQueue.decideReviews({
      requestId: newId(),
      reviews: seen(await list()),
      decision,
      reason: 'Read by us',
    });
  expect(await list()).toMatchObject([{ id: reviewId, kind: ReviewWordsKind.REVIEW, message: 'The river wins.' }]);
  await decide(ReviewDecision.NO_SPOILER);
  expect(await isFolded()).toBe(false);
  await mark(film.lover());
  expect(await isFolded()).toBe(false);
  expect(await list()).toEqual([]);
  const { actions } = await staff.moderation.listFilmActions({ filmId, pageSize: 1 });
  expect(actions).toMatchObject([
    {
      kind: FilmActionKind.SPOILER_DECIDED,
      reason: 'Read by us',
      changes: [
        { field: 'reviewBy', after: writer.viewer.accountId },
        { field: 'spoiler', after: 'false' },
      ],
    },
  ]);
});

/** From here to the end of `work` staff look at what says this word. */
async function whileWatched<T>(word: string, work: () => Promise<T>): Promise<T> {
  settings.set('watched-words', { items: [{ name: word, label: '', children: [] }] });
  try {
    await eventually(async () => {
      const probe = film.lover();
      const { reply: added } = await reply(probe, word);
      await probe.talk.deleteReply({ replyId: added?.id ?? '' });
      expect(added?.waitsForStaff).toBe(true);
    });
    return await work();
  } finally {
    settings.set('watched-words', { items: [] });
  }
}

test('an edit may bring a reply before staff, or out of their hands; only what is shown is counted [FLM-16:replies]', async () => {
  const other = film.lover();
  const count = async () => (await shown())?.replyCount;
  const before = (await count()) ?? 0;
  await whileWatched('dregs', async () => {
    const replyId = (await reply(other, 'Well made.')).reply?.id ?? '';
    const edit = async (message: string) => (await other.talk.editReply({ replyId, message })).reply;
    expect(await count()).toBe(before + 1);
    expect(await edit('dregs')).toMatchObject({ waitsForStaff: true });
    expect([await count(), await replies(), await replies(other)]).toEqual([before, [], ['dregs']]);
    for (const by of [writer, film.lover()]) {
      const { talk } = by;
      const words = { kind: ReviewWordsKind.REPLY, wordsId: replyId };
      await expect(talk.getSpoiler(words)).rejects.toMatchObject({ reason: 'REPLY_NOT_FOUND' });
    }
    expect((await other.talk.getSpoiler({ kind: ReviewWordsKind.REPLY, wordsId: replyId })).message).toBe('dregs');
    expect(await edit('Well made, twice.')).toMatchObject({ waitsForStaff: false });
    expect([await count(), await replies()]).toEqual([before + 1, ['Well made, twice.']]);
    const events = (await film.published(ReviewRepliedSchema)).filter((event) => event.replyId === replyId);
    expect(events).toHaveLength(2);
    const held = (await reply(other, 'dregs')).reply?.id ?? '';
    await other.talk.deleteReply({ replyId: held });
    expect(await count()).toBe(before + 1);
  });
});

test('open pages of the film learn of each change of what is shown, and of no other', async () => {
  const [other, third] = [film.lover(), film.lover()];
  const signals = film.signalsOf(filmId);
  const published = async (change: () => Promise<unknown>, isPublished = true) => {
    const before = signals.length;
    await change();
    if (isPublished) await eventually(() => signals.length > before);
    else expect(signals.length).toBe(before);
  };
  let replyId = '';
  await published(async () => {
    replyId = (await reply(other)).reply?.id ?? '';
  });
  const mark = (by: Lover, kind = ReviewWordsKind.REPLY) =>
    by.talk.setSpoilerMark({ kind, wordsId: kind === ReviewWordsKind.REPLY ? replyId : reviewId, marked: true });
  await expect(mark(other)).rejects.toMatchObject({ reason: 'OWN_WORDS' });
  await published(() => mark(writer), false);
  await mark(third);
  await published(() => mark(film.lover()));
  expect((await other.talk.listReplies({ reviewId })).canReply).toBe(true);
  await published(() => writer.talk.setRepliesClosed({ reviewId, closed: true }));
  await published(() => other.talk.deleteReply({ replyId }));
});

test('what is said of a film that is not available, or of a review that waits for staff, is there for nobody', async () => {
  const [other, marking] = [film.lover(), film.lover()];
  const replyId = (await reply(other)).reply?.id ?? '';
  const words = { kind: ReviewWordsKind.REPLY, wordsId: replyId };
  await block(other, marking);
  await expect(marking.talk.setSpoilerMark({ ...words, marked: true })).rejects.toMatchObject({
    reason: 'REPLY_NOT_FOUND',
  });
  for (const wordsId of [newId(), 'no-id']) {
    const unknown = { kind: ReviewWordsKind.REPLY, wordsId };
    await expect(film.visitor().talk.getSpoiler(unknown)).rejects.toMatchObject({ reason: 'REPLY_NOT_FOUND' });
    await expect(other.talk.deleteReply({ replyId: wordsId })).rejects.toMatchObject({ reason: 'REPLY_NOT_FOUND' });
  }
  await film.db.query('UPDATE reviews SET held_at = now() WHERE id = $1', [reviewId]);
  expect(await writer.talk.listReplies({ reviewId })).toMatchObject({ canReply: false, replies: [{}] });
  await expect(reply(writer)).rejects.toMatchObject({ reason: 'REVIEW_NOT_FOUND' });
  await expect(replies(other)).rejects.toMatchObject({ reason: 'REVIEW_NOT_FOUND' });
  await film.db.query('UPDATE reviews SET held_at = NULL WHERE id = $1', [reviewId]);
  await film.db.query('UPDATE films SET is_approved = false WHERE id = $1', [filmId]);
  const gone = { reason: 'FILM_NOT_AVAILABLE' };
  await expect(replies()).rejects.toMatchObject(gone);
  await expect(other.talk.listLikedReviews({ filmId })).rejects.toMatchObject(gone);
});

test('staff remove a reply with a reason; one with a watched word waits for them and is an event once released [FLM-16:replies]', async () => {
  settings.set('watched-words', { items: [{ name: 'dross', label: '', children: [] }] });
  const other = film.lover();
  let replyId = '';
  await eventually(async () => {
    const added = await reply(other, 'dross');
    if (!added.reply?.waitsForStaff) await other.talk.deleteReply({ replyId: added.reply?.id ?? '' });
    replyId = added.reply?.id ?? '';
    expect(added.reply?.waitsForStaff).toBe(true);
  });
  expect([await replies(), await replies(writer), await replies(other)]).toEqual([[], [], ['dross']]);
  expect((await shown())?.replyCount).toBe(0);
  const events = async () => (await film.published(ReviewRepliedSchema)).filter((event) => event.replyId === replyId);
  expect(await events()).toEqual([]);

  const staff = film.staff();
  const decide = async (list: ReviewQueueList, decision: ReviewDecision) => {
    const { reviews } = await staff.reviewQueue.listReviewQueue({ list });
    const reply = reviews.filter(({ id }) => id === replyId);
    expect(reply).toMatchObject([{ kind: ReviewWordsKind.REPLY, filmId, message: 'dross', rating: 0 }]);
    return staff.reviewQueue.decideReviews({
      requestId: newId(),
      reviews: seen(reply),
      decision,
      reason: 'Read by us',
    });
  };
  await decide(ReviewQueueList.HELD, ReviewDecision.RELEASE);
  expect(await replies()).toEqual(['dross']);
  expect(await events()).toHaveLength(1);
  expect((await shown())?.replyCount).toBe(1);
  await decide(ReviewQueueList.REPLIES, ReviewDecision.REMOVE);
  expect(await replies()).toEqual([]);
  expect((await shown())?.replyCount).toBe(0);
  const { actions } = await staff.moderation.listFilmActions({ filmId, pageSize: 1 });
  expect(actions).toMatchObject([
    {
      kind: FilmActionKind.REVIEW_REMOVED,
      reason: 'Read by us',
      changes: [{ field: 'replyBy', before: other.viewer.accountId }],
    },
  ]);
  settings.set('watched-words', { items: [] });
});
