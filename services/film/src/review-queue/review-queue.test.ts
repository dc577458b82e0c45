import { Code } from '@connectrpc/connect';
import { FilmActionKind } from '@marquee/contracts/film/v1/moderation_pb';
import { ReviewDecision, ReviewWordsKind } from '@marquee/contracts/film/v1/review_queue_pb';
import { newId } from '@marquee/data/ids';
import { eventually } from '@marquee/testing/eventually';
import type { FilmHarness } from '../testing/film-service.ts';
import { filmWithSettings } from '../testing/film-with-settings.ts';

type Lover = ReturnType<FilmHarness['lover']>;
const { RELEASE, REMOVE } = ReviewDecision;

let film: FilmHarness;
let settings: Awaited<ReturnType<typeof filmWithSettings>>['settings'];
let filmId: string;
beforeAll(async () => {
  ({ film, settings } = await filmWithSettings());
  await watch('Dross', 'very cheap', 'Übel');
});
beforeEach(async () => {
  await film.db.query('UPDATE reviews SET held_at = NULL');
  filmId = await film.releasedFilm(film.maker());
});

/** Staff set the list of watched words; resolves once film holds to it. */
async function watch(...words: string[]): Promise<void> {
  settings.set('watched-words', { items: words.map((name) => ({ name, label: '', children: [] })) });
  const probe = await film.releasedFilm(film.maker());
  const lover = film.lover();
  await eventually(async () => {
    const message = `${words[0]} ${newId()}`;
    expect((await say(lover, message, 3, probe)).review?.waitsForStaff).toBe(true);
  });
  await lover.reviews.deleteReview({ filmId: probe });
}
const say = (lover: Lover, message: string, rating = 4, about = filmId) =>
  lover.reviews.rateFilm({ requestId: newId(), filmId: about, rating, message });
const shown = async () => {
  const { reviews, userRating, ratingCount } = await film.visitor().reviews.listReviews({ filmId });
  const page = (await film.visitor().catalogue.getFilm({ filmId })).film;
  expect(page).toMatchObject({ userRating, ratingCount });
  return { messages: reviews.map(({ message }) => message), userRating, ratingCount, comments: page?.commentCount };
};
const queue = async () => (await film.staff().reviewQueue.listReviewQueue({})).reviews;
type Given = {
  reviews: { id: string; version: bigint; kind: ReviewWordsKind }[];
  decision: ReviewDecision;
  reason?: string;
};
const decide = (given: Given, staff = film.staff()) =>
  staff.reviewQueue.decideReviews({ requestId: newId(), reason: 'Read by us', ...given });

test('a review with a watched word waits for staff: its writer sees that, nobody else sees it, and it counts in no mean [FLM-16:watched-words]', async () => {
  const writer = film.lover();
  await film.introduce(writer.viewer, 'Mara', 'Lind');
  await say(film.lover(), 'Fine.', 5);
  const saved = await say(writer, 'Such dross.', 1);
  expect(saved).toMatchObject({ userRating: 5, ratingCount: 1, review: { rating: 1, waitsForStaff: true } });
  expect((await writer.reviews.getUserRating({ filmId })).review).toMatchObject({ waitsForStaff: true });
  expect(await shown()).toEqual({ messages: ['Fine.'], userRating: 5, ratingCount: 1, comments: 1 });
  const [waiting] = await queue();
  expect(waiting).toMatchObject({
    ...{ filmId, writerId: writer.viewer.accountId, writerName: 'Mara Lind', message: 'Such dross.', rating: 1 },
    ...{ heldWords: ['Dross'], filmTitle: 'The Quiet of Long Rivers' },
  });
  expect((await film.staff().reviewQueue.countReviewQueue({})).waiting).toBe(1);
  await eventually(async () => expect(await film.db.query('SELECT 1 FROM stat_deltas')).toEqual([]));
  expect(await shown()).toEqual({ messages: ['Fine.'], userRating: 5, ratingCount: 1, comments: 1 });
});

test.each([
  ['DROSS!', true],
  ['It is dróss, really.', true],
  ['ｄｒｏｓｓ', true],
  ['a Very, CHEAP trick', true],
  ['Das ist uebel, nein: ubel.', true],
  ['drossy', false],
  ['very good and cheap', false],
  ['', false],
])(
  'watched words are whole words, whatever their case, accents and width: %s [FLM-16:watched-words]',
  async (message, waits) => {
    expect((await say(film.lover(), message)).review?.waitsForStaff).toBe(waits);
  },
);

test('staff release many at once: everybody sees them, they count, and the history says who and why [FLM-16:queue]', async () => {
  const [one, two] = [film.lover(), film.lover()];
  await say(one, 'dross one', 2);
  await say(two, 'dross two', 4);
  const signals = film.signalsOf(filmId);
  const staff = film.staff();
  const { leftIds } = await decide({ reviews: await queue(), decision: RELEASE, reason: 'A quotation' }, staff);
  expect(leftIds).toEqual([]);
  expect(signals.length).toBeGreaterThan(0);
  expect(await shown()).toMatchObject({ userRating: 3, ratingCount: 2, comments: 2 });
  expect(new Set((await shown()).messages)).toEqual(new Set(['dross one', 'dross two']));
  expect((await one.reviews.getUserRating({ filmId })).review?.waitsForStaff).toBe(false);
  const { actions } = await staff.moderation.listFilmActions({ filmId, pageSize: 2 });
  expect(actions).toMatchObject(
    [two, one].map(() => ({
      kind: FilmActionKind.REVIEW_RELEASED,
      actorId: staff.viewer.accountId,
      reason: 'A quotation',
      changes: [{ field: 'reviewBy', before: '' }],
    })),
  );
  expect(await queue()).toEqual([]);
  // What is released stays so when only its stars change.
  expect(await say(one, 'dross one', 5)).toMatchObject({ review: { waitsForStaff: false }, userRating: 4.5 });
  expect((await say(one, '', 4)).review?.waitsForStaff).toBe(false);
});

test('staff remove what waits, with a reason; it never counted [FLM-16:queue]', async () => {
  const writer = film.lover();
  await say(film.lover(), 'Fine.', 5);
  await say(writer, 'dross', 1);
  await decide({ reviews: await queue(), decision: REMOVE, reason: 'An insult' });
  expect((await writer.reviews.getUserRating({ filmId })).review).toBeUndefined();
  expect(await shown()).toMatchObject({ userRating: 5, ratingCount: 1, comments: 1 });
  const { actions } = await film.staff().moderation.listFilmActions({ filmId, pageSize: 1 });
  expect(actions).toMatchObject([
    { kind: FilmActionKind.REVIEW_REMOVED, reason: 'An insult', changes: [{ before: writer.viewer.accountId }] },
  ]);
});

test('what its writer changed or took back meanwhile is left as it is [FLM-16:queue]', async () => {
  const [one, two] = [film.lover(), film.lover()];
  await say(one, 'dross', 1);
  await say(two, 'dross', 2);
  const seen = await queue();
  await say(one, 'dross and worse', 1);
  await two.reviews.deleteReview({ filmId });
  const { leftIds } = await decide({
    reviews: [...seen, { id: 'no-id', version: 1n, kind: ReviewWordsKind.REVIEW }] as typeof seen,
    decision: RELEASE,
  });
  expect(leftIds).toEqual([...seen.map(({ id }) => id), 'no-id']);
  expect((await queue()).map(({ message }) => message)).toEqual(['dross and worse']);
  expect(await shown()).toMatchObject({ messages: [], ratingCount: 0 });
});

test('another spelling of a watched word is found, and staff read which word it is one of [FLM-16:watched-words] [ENT-11:used]', async () => {
  settings.set('watched-words', {
    items: [{ name: 'Rubbish', label: '', children: [{ name: 'r u b b i s h', label: '', children: [] }] }],
  });
  const [writer, probe] = [film.lover(), await film.releasedFilm(film.maker())];
  await eventually(async () => {
    const { review } = await say(writer, `Rubbish ${newId()}`, 3, probe);
    expect(review?.waitsForStaff).toBe(true);
  });
  await writer.reviews.deleteReview({ filmId: probe });
  expect((await say(writer, 'What r-u-b-b-i-s-h!')).review?.waitsForStaff).toBe(true);
  expect((await queue()).map(({ heldWords }) => heldWords)).toEqual([['Rubbish']]);
  await watch('Dross', 'very cheap', 'Übel');
});

test('a writer who takes the word out is not held any more, and one who puts it in is [FLM-16:watched-words]', async () => {
  const lover = film.lover();
  await say(lover, 'dross', 2);
  await say(lover, 'Not mine.', 2);
  expect(await shown()).toEqual({ messages: ['Not mine.'], userRating: 2, ratingCount: 1, comments: 1 });
  await say(lover, 'dross after all', 3);
  expect(await shown()).toEqual({ messages: [], userRating: 0, ratingCount: 0, comments: 0 });
  await lover.reviews.deleteReview({ filmId });
  expect(await shown()).toEqual({ messages: [], userRating: 0, ratingCount: 0, comments: 0 });
});

test('a change of the list leaves alone what is published and what waits [FLM-16:watched-words]', async () => {
  const [one, two] = [film.lover(), film.lover()];
  await say(one, 'A sly ending.', 4);
  await say(two, 'dross', 1);
  await watch('sly');
  expect((await shown()).messages).toEqual(['A sly ending.']);
  expect((await queue()).map(({ message }) => message)).toEqual(['dross']);
  expect((await say(one, 'A sly ending.', 5)).review?.waitsForStaff).toBe(false);
  expect((await say(film.lover(), 'dross')).review?.waitsForStaff).toBe(false);
  await watch('Dross', 'very cheap', 'Übel');
});

test('the queue comes in pages, the oldest first, and is for staff [FLM-16:queue]', async () => {
  for (let i = 0; i < 3; i++) {
    film.clock.advance(1_000);
    await say(film.lover(), `dross ${i}`);
  }
  const { reviewQueue } = film.staff();
  const first = await reviewQueue.listReviewQueue({ pageSize: 2 });
  const second = await reviewQueue.listReviewQueue({ pageSize: 2, cursor: first.nextCursor });
  expect([...first.reviews, ...second.reviews].map(({ message }) => message)).toEqual([
    'dross 0',
    'dross 1',
    'dross 2',
  ]);
  expect(second.nextCursor).toBe('');
  await expect(film.lover().reviewQueue.listReviewQueue({})).rejects.toMatchObject({ code: Code.PermissionDenied });
});

test('a decision needs reviews, a choice and a reason [FLM-16:queue]', async () => {
  const seen = { id: newId(), version: 1n, kind: ReviewWordsKind.REVIEW };
  const refused = (given: Partial<Given>, field: string) =>
    expect(decide({ reviews: [seen], decision: RELEASE, ...given })).rejects.toMatchObject({ fields: [{ field }] });
  await refused({ reviews: [] }, 'reviews');
  await refused({ reviews: Array.from({ length: 101 }, () => seen) }, 'reviews');
  await refused({ decision: ReviewDecision.UNSPECIFIED }, 'decision');
  await refused({ reason: ' ' }, 'reason');
});
