import { timestampFromDate } from '@bufbuild/protobuf/wkt';
import { ReviewWordsKind, WordsReportReason } from '@marquee/contracts/film/v1/review_queue_pb';
import { ReviewSort } from '@marquee/contracts/film/v1/reviews_pb';
import { type Answers, failing, inTurn } from '@marquee/testing/answer-calls';
import { aFilm, aPerson, aReview, FILM_ID } from '@marquee/testing/contract-messages';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { doing, later, press, seeToast, showPage, type } from '../../testing/show-page.tsx';
import { filmHead, filmView } from '../film/film-view.ts';
import { reviewView } from './review-view.ts';
import { ReviewsPage } from './reviews-page.tsx';

const film = filmHead(filmView(aFilm()));
const rating = { mean: 4, count: 2, histogram: [0, 0, 1, 0, 1] };

function open(answers: Answers = {}, { reviews = [aReview()], signedIn = true } = {}) {
  sessionStorage.clear();
  const page = <ReviewsPage film={film} rating={rating} list={{ reviews: reviews.map(reviewView), nextCursor: '' }} />;
  return showPage(page, {
    at: `/feed/${FILM_ID}/comments`,
    viewer: signedIn ? aPerson() : undefined,
    answers: { getUserRating: () => ({}), listLikedReviews: () => ({}), ...answers },
  });
}
const others = () => within(screen.getByRole('list', { name: 'Reviews' }));
const like = () => others().getByRole('button', { name: 'Like' });
const isLiked = () => like().getAttribute('aria-pressed');

test('a like shows while it is on its way, and is taken back when it failed [FLM-14:like]', async () => {
  const answer = later<object>();
  const { sent } = await open({ setReviewLike: answer.answer }, { reviews: [aReview({ likeCount: 2 })] });
  await waitFor(() => expect(sent('listLikedReviews')).toHaveLength(1));
  expect(others().getByRole('button', { name: '2 likes' })).toBeTruthy();
  await press('Like');
  await waitFor(() => expect(isLiked()).toBe('true'));
  expect(others().getByRole('button', { name: '3 likes' })).toBeTruthy();
  expect(sent('setReviewLike')).toEqual([expect.objectContaining({ reviewId: aReview().id, liked: true })]);
  await answer.reject(new Error('the service fails'));
  await seeToast('We failed to save that. Please try again.');
  expect(isLiked()).toBe('false');
  expect(others().getByRole('button', { name: '2 likes' })).toBeTruthy();
});

test('what the viewer liked before is shown with the count of now, and can be undone [FLM-14:like]', async () => {
  const reviews = [{ reviewId: aReview().id, likeCount: 1 }];
  const { sent } = await open({ listLikedReviews: () => ({ reviews }), setReviewLike: () => ({}) });
  await waitFor(() => expect(isLiked()).toBe('true'));
  expect(others().getByRole('button', { name: '1 like' })).toBeTruthy();
  await press('Like');
  await waitFor(() => expect(isLiked()).toBe('false'));
  expect(sent('setReviewLike')).toEqual([expect.objectContaining({ liked: false })]);
  expect(others().queryByRole('button', { name: '1 like' })).toBeNull();
});

test('a visitor who likes is asked to sign in [FLM-14:like]', async () => {
  const { sent } = await open({}, { signedIn: false });
  await press('Like');
  await seeToast('Please sign in to like this review.');
  expect(sent('setReviewLike')).toEqual([]);
});

test('who liked a review is shown in a dialog [FLM-14:like]', async () => {
  const people = [{ id: 'p1', firstName: 'Zoe', lastName: 'Three', profilePicture: '' }];
  const listReviewLikes = inTurn<unknown[], unknown>(failing, () => ({ people }));
  await open({ listReviewLikes: listReviewLikes as never }, { reviews: [aReview({ likeCount: 1 })] });
  await press('1 like');
  await press('Try again');
  expect((await screen.findByRole('link', { name: /Zoe Three/ })).getAttribute('href')).toBe('/profile/p1');
});

test('a spoiler is folded, its words come when they are asked for, and a failure can be repeated [FLM-16:folded]', async () => {
  const getSpoiler = inTurn<unknown[], unknown>(failing, () => ({ message: 'He drowns.' }));
  await open({ getSpoiler: getSpoiler as never }, { reviews: [aReview({ spoiler: true, message: '' })] });
  expect(screen.queryByText('He drowns.')).toBeNull();
  expect(others().getByText('This reveals what happens in the film.')).toBeTruthy();
  await press('Show it');
  expect(await others().findByRole('alert')).toBeTruthy();
  await press('Show it');
  expect(await screen.findByText('He drowns.')).toBeTruthy();
});

const theirs = { id: 'y1', message: 'So it does.', user: { id: 'p1', firstName: 'Zoe', lastName: 'Three' } };

test('replies are loaded when they are opened; one is added and keeps what was typed while it fails [FLM-14:reply]', async () => {
  const mine = { id: 'y2', message: 'Not for me.', user: { id: 'u1', firstName: 'Ada', lastName: 'Lovelace' } };
  const addReply = inTurn<unknown[], unknown>(failing, () => ({ reply: mine }));
  const listReplies = inTurn<unknown[], unknown>(failing, () => ({ replies: [theirs], canReply: true }));
  const { sent } = await open(
    { addReply: addReply as never, listReplies: listReplies as never },
    { reviews: [aReview({ replyCount: 1 })] },
  );
  await press('1 reply');
  await press('Try again');
  expect(await screen.findByText('So it does.')).toBeTruthy();
  await type('Your reply', 'Not for me.');
  await press('Send reply');
  expect((await screen.findByRole('alert')).textContent).toBe('We failed to save your reply. Please try again.');
  expect((screen.getByLabelText('Your reply') as HTMLTextAreaElement).value).toBe('Not for me.');
  await press('Send reply');
  expect(await within(screen.getByRole('list', { name: 'Replies' })).findByText('Not for me.')).toBeTruthy();
  expect(sent('addReply').at(-1)).toMatchObject({ reviewId: aReview().id, message: 'Not for me.', spoiler: false });
  expect((screen.getByLabelText('Your reply') as HTMLTextAreaElement).value).toBe('');
});

test('an own reply that could not be deleted comes back; without a right to reply there is no field [FLM-14:reply]', async () => {
  const answer = later<object>();
  const mine = { ...theirs, user: { id: 'u1', firstName: 'Ada', lastName: 'Lovelace' } };
  await open({ listReplies: () => ({ replies: [mine] }), deleteReply: answer.answer });
  await press('Reply');
  await screen.findByText('So it does.');
  expect(screen.queryByLabelText('Your reply')).toBeNull();
  await press('Delete');
  expect(screen.queryByText('So it does.')).toBeNull();
  await answer.reject(new Error('the service fails'));
  await seeToast('We failed to delete your reply. Please try again.');
  expect(screen.getByText('So it does.')).toBeTruthy();
});

test('the most liked reviews come first when that is chosen [FLM-14:order]', async () => {
  const [one, two] = [aReview(), aReview({ id: 'r2', message: 'Stay.' })];
  const listReviews = inTurn<unknown[], unknown>(failing, () => ({ reviews: [two, one] }));
  await open({ listReviews: listReviews as never }, { reviews: [one, two] });
  const words = () =>
    others()
      .getAllByText(/Go\.|Stay\./)
      .map(({ textContent }) => textContent);
  expect(words()).toEqual(['Go.', 'Stay.']);
  await press('Most liked');
  await press('Try again');
  await waitFor(() => expect(words()).toEqual(['Stay.', 'Go.']));
  await press('Newest');
  expect(words()).toEqual(['Go.', 'Stay.']);
});

test('a reply is reported as what it is, with a reason; a failure keeps what was typed [FLM-14:reports]', async () => {
  const reply = { id: 'y1', reviewId: 'r1', message: 'Nonsense.', user: { id: 'u3', firstName: 'Bo', lastName: 'Ek' } };
  const { sent } = await open({
    listReplies: () => ({ replies: [reply] }),
    reportWords: inTurn<[], object>(failing, () => ({})),
  });
  await press(/Reply|reply/);
  await screen.findByText('Nonsense.');
  await press('More about Bo Ek');
  await press('Report', 'menuitem');
  const dialog = within(await screen.findByRole('dialog', { name: 'Report this reply' }));
  expect(dialog.getByText(/what Bo Ek wrote/)).toBeTruthy();
  await press('Send report');
  expect(sent('reportWords')).toEqual([]);
  fireEvent.change(dialog.getByLabelText('Reason'), { target: { value: 'HARASSMENT' } });
  fireEvent.change(dialog.getByLabelText(/^Details/), { target: { value: 'Insults people.' } });
  await press('Send report');
  expect(await dialog.findByText('We failed to send your report. Please try again later.')).toBeTruthy();
  expect((dialog.getByLabelText(/^Details/) as HTMLTextAreaElement).value).toBe('Insults people.');
  await press('Send report');
  await seeToast('Thank you. Your report was sent.');
  const report = { kind: ReviewWordsKind.REPLY, wordsId: 'y1', details: 'Insults people.' };
  expect(sent('reportWords').at(-1)).toMatchObject({ ...report, reason: WordsReportReason.HARASSMENT });
});

test('who wrote words is blocked from their menu, and all that they wrote is gone from the page [SET-08]', async () => {
  const by = (id: string, message: string, userId: string) =>
    aReview({ id, message, user: { id: userId, firstName: 'Bo', lastName: 'Ek' } });
  const reviews = [by('r1', 'Nonsense.', 'u7'), by('r2', 'Stay.', 'u8')];
  const reply = { id: 'y1', reviewId: 'r2', message: 'Rubbish.', user: { id: 'u7', firstName: 'Bo', lastName: 'Ek' } };
  const { sent } = await open(
    { listReplies: () => ({ replies: [reply] }), blockAccount: inTurn<[], object>(failing, () => ({})) },
    { reviews },
  );
  await doing(() => fireEvent.click(others().getAllByRole('button', { name: 'Reply' })[1] as HTMLElement));
  await screen.findByText('Rubbish.');
  await doing(() => fireEvent.click(others().getAllByRole('button', { name: 'More about Bo Ek' })[0] as HTMLElement));
  await press('Block', 'menuitem');
  const dialog = within(await screen.findByRole('dialog', { name: 'Block Bo Ek?' }));
  await doing(() => fireEvent.click(dialog.getByRole('button', { name: 'Block' })));
  await seeToast('We failed to block Bo Ek. Please try again.');
  expect(screen.getByText('Nonsense.')).toBeTruthy();
  await doing(() => fireEvent.click(dialog.getByRole('button', { name: 'Block' })));
  await seeToast('Bo Ek is blocked.');
  expect(sent('blockAccount').at(-1)).toMatchObject({ profileId: 'u7' });
  expect([screen.queryByText('Nonsense.'), screen.queryByText('Rubbish.')]).toEqual([null, null]);
  expect(screen.getByText('Stay.')).toBeTruthy();
});

describe('the replies to a review', () => {
  const reply = (id: string, message: string) => ({
    ...{ id, reviewId: aReview().id, message, user: { id: 'u3', firstName: 'Bo', lastName: 'Lind' } },
  });
  const opened = async (answers: Answers, signedIn = true) => {
    const calls = await open(answers, { signedIn });
    await doing(() => fireEvent.click(others().getByRole('button', { name: 'Reply' })));
    return calls;
  };

  test('are loaded again when that failed, and are folded by the same button [FLM-14:reply]', async () => {
    let isUp = false;
    await opened({ listReplies: () => (isUp ? { canReply: true } : failing()) });
    await screen.findByText('We failed to load the replies.');
    isUp = true;
    await press('Try again');
    expect(await screen.findByText('No replies yet')).toBeTruthy();
    const [button] = others().getAllByRole('button', { name: 'Reply' });
    expect(button?.getAttribute('aria-expanded')).toBe('true');
    await doing(() => fireEvent.click(button as HTMLElement));
    expect(screen.queryByText('No replies yet')).toBeNull();
    expect(button?.getAttribute('aria-expanded')).toBe('false');
  });

  test('continue page by page, for visitors too, who sign in to reply [FLM-14:reply]', async () => {
    let isUp = false;
    const { sent } = await opened(
      {
        listReplies: ({ cursor }) => {
          if (cursor === '') return { replies: [reply('r1', 'First.')], nextCursor: 'n1' };
          return isUp ? { replies: [reply('r2', 'Second.')] } : failing();
        },
      },
      false,
    );
    expect(await screen.findByText('Please sign in to reply.')).toBeTruthy();
    expect(screen.queryByLabelText(/reply/i, { selector: 'textarea' })).toBeNull();
    await press('Show more replies');
    expect(await screen.findByText('We failed to load more replies.')).toBeTruthy();
    isUp = true;
    await press('Try again');
    await screen.findByText('Second.');
    const items = within(screen.getByRole('list', { name: 'Replies' })).getAllByRole('listitem');
    expect(items.map(({ textContent }) => /First|Second/.exec(textContent ?? '')?.[0])).toEqual(['First', 'Second']);
    expect(screen.queryByRole('button', { name: 'Show more replies' })).toBeNull();
    expect(sent('listReplies').at(-1)).toMatchObject({ reviewId: aReview().id, cursor: 'n1' });
  });
});

test('who liked a review is loaded again and continues page by page; nobody may show themselves [FLM-14:like]', async () => {
  const person = (id: string, firstName: string) => ({ id, firstName, lastName: 'Lind', profilePicture: '' });
  let isUp = false;
  let nobody = false;
  const answers: Answers = {
    listReviewLikes: ({ cursor }) => {
      if (nobody) return {};
      if (!isUp) return failing();
      return cursor === '' ? { people: [person('p1', 'Bo')], nextCursor: 'n1' } : { people: [person('p2', 'Cy')] };
    },
  };
  const reviews = [aReview({ likeCount: 2 })];
  await open(answers, { reviews });
  await press('2 likes');
  await screen.findByText('We failed to load who liked this.');
  isUp = true;
  await press('Try again');
  await press('Show more');
  expect(await screen.findByText('That is everybody who shows their profile.')).toBeTruthy();
  expect(screen.getByRole('link', { name: /Cy Lind/ }).getAttribute('href')).toBe('/profile/p2');
  nobody = true;
  await open(answers, { reviews });
  await press('2 likes');
  expect(await screen.findByText('Nobody who shows their profile.')).toBeTruthy();
});

test('of several reviews each is liked by itself, beside what is liked already [FLM-14:like]', async () => {
  const reviews = [aReview({ likeCount: 3 }), aReview({ id: 'r2', message: 'Stay.' })];
  const liked = { reviews: [{ reviewId: 'r1', likeCount: 4 }] };
  const setReviewLike = inTurn<[], object>(
    () => ({}),
    () => ({}),
    failing,
  );
  await open({ listLikedReviews: () => liked, setReviewLike }, { reviews });
  const row = (index: number) => within(others().getAllByRole('listitem')[index] as HTMLElement);
  const heart = (index: number) => row(index).getByRole('button', { name: 'Like' });
  const pressed = () => [0, 1].map((index) => heart(index).getAttribute('aria-pressed'));
  await waitFor(() => expect(pressed()).toEqual(['true', 'false']));
  expect([0, 1].map((index) => heart(index).querySelector('.fill-current') !== null)).toEqual([true, false]);
  await doing(() => fireEvent.click(heart(1)));
  await waitFor(() => expect(pressed()).toEqual(['true', 'true']));
  expect(row(0).getByRole('button', { name: '4 likes' })).toBeTruthy();
  await doing(() => fireEvent.click(heart(0)));
  await waitFor(() => expect(pressed()).toEqual(['false', 'true']));
  expect(row(0).getByRole('button', { name: '3 likes' })).toBeTruthy();
  expect(row(1).getByRole('button', { name: '1 like' })).toBeTruthy();
  await doing(() => fireEvent.click(heart(0)));
  await seeToast('We failed to save that. Please try again.');
  expect(pressed()).toEqual(['false', 'true']);
  expect(row(0).getByRole('button', { name: '3 likes' })).toBeTruthy();
});

test('a like that was undone keeps its count of now where liking it again fails [FLM-14:like]', async () => {
  const liked = { reviews: [{ reviewId: 'r1', likeCount: 8 }] };
  const setReviewLike = inTurn<[], object>(() => ({}), failing);
  await open({ listLikedReviews: () => liked, setReviewLike }, { reviews: [aReview({ likeCount: 2 })] });
  await waitFor(() => expect(isLiked()).toBe('true'));
  await press('Like');
  await waitFor(() => expect(others().getByRole('button', { name: '7 likes' })).toBeTruthy());
  await press('Like');
  await seeToast('We failed to save that. Please try again.');
  expect(others().getByRole('button', { name: '7 likes' })).toBeTruthy();
});

test('a visitor who asks who liked a review is asked to sign in [FLM-14:like]', async () => {
  const { sent } = await open({}, { signedIn: false, reviews: [aReview({ likeCount: 2 })] });
  expect(others().getByRole('button', { name: '2 likes' }).hasAttribute('aria-haspopup')).toBe(false);
  await press('2 likes');
  await seeToast('Please sign in to see who liked this.');
  expect(screen.queryByRole('dialog', { name: 'Liked by' })).toBeNull();
  expect([sent('listReviewLikes'), sent('listLikedReviews')]).toEqual([[], []]);
  expect(screen.queryByRole('button', { name: /^More about/ })).toBeNull();
});

test('words of others are marked as a spoiler, which can be undone; a failure says so [FLM-16:folded]', async () => {
  const setSpoilerMark = inTurn<[], object>(
    failing,
    () => ({}),
    () => ({}),
  );
  const { sent } = await open({ setSpoilerMark });
  const mark = async () => {
    await press('More about Li Wei');
    await press('Mark as a spoiler', 'menuitem');
  };
  await mark();
  await seeToast('We failed to save that. Please try again.');
  expect(screen.queryByText('Thank you. You marked it as a spoiler.')).toBeNull();
  await mark();
  await seeToast('Thank you. You marked it as a spoiler.');
  await press('Undo');
  await waitFor(() => expect(sent('setSpoilerMark')).toHaveLength(3));
  expect(sent('setSpoilerMark')).toMatchObject([
    { kind: ReviewWordsKind.REVIEW, wordsId: 'r1', marked: true },
    { wordsId: 'r1', marked: true },
    { wordsId: 'r1', marked: false },
  ]);
});

test('folded words say that they are on their way, and why they did not come [FLM-16:folded]', async () => {
  const answer = later<object>();
  await open({ getSpoiler: answer.answer }, { reviews: [aReview({ spoiler: true, message: '' })] });
  await press('Show it');
  expect(
    others()
      .getByRole('button', { name: /Show it/ })
      .getAttribute('aria-busy'),
  ).toBe('true');
  expect(others().queryByRole('alert')).toBeNull();
  await answer.reject(new Error('the service fails'));
  expect((await others().findByRole('alert')).textContent).toBe('We failed to load this. Please try again.');
  expect(
    others()
      .getByRole('button', { name: /Show it/ })
      .getAttribute('aria-busy'),
  ).toBeNull();
});

describe('a reply in the list', () => {
  const minutesAgo = (minutes: number) => timestampFromDate(new Date(Date.now() - minutes * 60_000));
  const me = { id: 'u1', firstName: 'Ada', lastName: 'Lovelace' };
  const replies = () => within(screen.getByRole('list', { name: 'Replies' }));
  const rows = () => replies().getAllByRole('listitem');
  const opened = async (given: object[], answers: Answers = {}) => {
    const calls = await open({ listReplies: () => ({ replies: given, canReply: true }), ...answers });
    await press('Reply');
    await screen.findByRole('list', { name: 'Replies' });
    return calls;
  };

  test('is changed by its writer while it is new, and by nobody else [FLM-14:reply]', async () => {
    await opened([
      { id: 'y1', message: 'New.', user: me, createdAt: minutesAgo(1) },
      { id: 'y2', message: 'Old.', user: me, createdAt: minutesAgo(20) },
      { ...theirs, id: 'y3', createdAt: minutesAgo(1) },
    ]);
    const names = (row: HTMLElement) =>
      within(row)
        .getAllByRole('button')
        .map((button) => button.textContent || button.getAttribute('aria-label'));
    expect(rows().map(names)).toEqual([['Change', 'Delete'], ['Delete'], ['More about Zoe Three']]);
  });

  test('stands changed once that is saved; a change can be left [FLM-14:reply]', async () => {
    const mine = { id: 'y1', message: 'Not for me.', user: me, createdAt: minutesAgo(1) };
    const editReply = ({ message }: { message?: string }) => ({
      reply: { ...mine, message: message ?? '', editedAt: minutesAgo(0) },
    });
    const { sent } = await opened([mine], { editReply });
    const field = () => replies().getByLabelText('Your reply') as HTMLTextAreaElement;
    await press('Change');
    expect(field().value).toBe('Not for me.');
    await press('Cancel');
    expect(replies().getByText('Not for me.')).toBeTruthy();
    expect(replies().queryByText(/edited/)).toBeNull();
    await press('Change');
    await doing(() => fireEvent.change(field(), { target: { value: 'For me.' } }));
    await press('Save reply');
    expect(await replies().findByText('For me.')).toBeTruthy();
    expect(replies().getByText(/edited/)).toBeTruthy();
    expect(replies().queryByLabelText('Your reply')).toBeNull();
    expect(sent('editReply')).toMatchObject([{ replyId: 'y1', message: 'For me.', spoiler: false }]);
    await press('Change');
    expect(field().value).toBe('For me.');
  });

  test('that reveals what happens is folded for readers alone; one that waits says so [FLM-16:folded]', async () => {
    const { sent } = await opened(
      [
        { ...theirs, id: 'y1', message: '', spoiler: true },
        { id: 'y2', message: 'He swims.', user: me, spoiler: true, waitsForStaff: true },
        { id: 'y3', message: 'Bye.' },
      ],
      { getSpoiler: () => ({ message: 'He drowns.' }) },
    );
    const [folded, own, gone] = rows();
    expect(own?.textContent).toMatch(/waits for our staff.*He swims\./);
    expect(gone?.textContent).toMatch(/A former member.*Bye\./);
    expect(screen.getAllByText('waits for our staff')).toHaveLength(1);
    await press('Show it');
    expect(await within(folded as HTMLElement).findByText('He drowns.')).toBeTruthy();
    expect(sent('getSpoiler')).toMatchObject([{ kind: ReviewWordsKind.REPLY, wordsId: 'y1' }]);
  });

  test('stands once where it comes with a later page too, and is not typed again [FLM-14:reply]', async () => {
    const mine = { id: 'y9', message: 'Mine.', user: me };
    const listReplies = ({ cursor }: { cursor?: string }) =>
      cursor ? { replies: [mine] } : { replies: [theirs], nextCursor: 'n1', canReply: true };
    const { sent } = await opened([], { listReplies, addReply: () => ({ reply: mine }) });
    await type('Your reply', 'Mine.');
    await press('Send reply');
    expect(await replies().findByText('Mine.')).toBeTruthy();
    await press('Show more replies');
    await waitFor(() => expect(screen.queryByRole('button', { name: 'Show more replies' })).toBeNull());
    expect(replies().getAllByText('Mine.')).toHaveLength(1);
    expect(sent('listReplies').map(({ pageSize }) => pageSize)).toEqual([20, 20]);
    await press('Reply');
    await press('Reply');
    expect(((await screen.findByLabelText('Your reply')) as HTMLTextAreaElement).value).toBe('');
  });
});

describe('under one’s own review', () => {
  const given = { id: 'r9', rating: 5, message: 'Mine.', replyCount: 2 };
  const shown = (review: object, answers: Answers = {}) => open({ getUserRating: () => ({ review }), ...answers });
  const nobody = () => screen.queryByRole('switch', { name: 'Nobody can reply' }) as HTMLInputElement | null;
  const change = () => doing(() => fireEvent.click(nobody() as HTMLInputElement));

  test('the replies are closed and opened, which is taken back where it failed [FLM-14:reply]', async () => {
    const answer = later<object>();
    const { sent } = await shown(given, { setRepliesClosed: answer.answer });
    await screen.findByText('Mine.');
    expect(screen.getByRole('button', { name: '2 replies' })).toBeTruthy();
    expect(nobody()?.checked).toBe(false);
    await change();
    expect(nobody()?.checked).toBe(true);
    await answer.reject(new Error('the service fails'));
    await seeToast('We failed to save that. Please try again.');
    expect(nobody()?.checked).toBe(false);
    expect(sent('setRepliesClosed')).toMatchObject([{ reviewId: 'r9', closed: true }]);
    await shown({ ...given, repliesClosed: true }, { setRepliesClosed: () => ({}) });
    await screen.findByText('Mine.');
    expect(nobody()?.checked).toBe(true);
    await change();
    expect(nobody()?.checked).toBe(false);
  });

  test.each([
    ['stars alone', { message: '' }],
    ['words that wait for staff', { waitsForStaff: true }],
  ])('%s have no replies [FLM-14:reply]', async (_what, part) => {
    await shown({ ...given, ...part });
    await screen.findByText('Ada Lovelace');
    expect(nobody()).toBeNull();
    expect(screen.queryByRole('button', { name: '2 replies' })).toBeNull();
  });

  test('replies are there as soon as it is saved [FLM-14:reply]', async () => {
    await open({ rateFilm: () => ({ review: { ...given, replyCount: 0 } }) });
    await screen.findByRole('button', { name: 'Save review' });
    await press(/^5 star/, 'radio');
    await type('Your review (optional)', 'Mine.');
    await press('Save review');
    await screen.findByText('Mine.');
    await waitFor(() => expect(nobody()?.checked).toBe(false));
  });
});

test('further pages keep the order that was chosen, which one review does not ask for [FLM-14:order]', async () => {
  const [one, two] = [aReview(), aReview({ id: 'r2', message: 'Stay.' })];
  const listReviews = ({ cursor }: { cursor?: string }) =>
    cursor ? { reviews: [one] } : { reviews: [two], nextCursor: 'n1' };
  const { sent } = await open({ listReviews }, { reviews: [one, two] });
  const chosen = () =>
    ['Newest', 'Most liked'].map((name) => screen.getByRole('button', { name }).getAttribute('aria-pressed'));
  expect(chosen()).toEqual(['true', 'false']);
  await press('Most liked');
  expect(chosen()).toEqual(['false', 'true']);
  await press('Show more reviews');
  await others().findByText('Go.');
  const { MOST_LIKED } = ReviewSort;
  expect(sent('listReviews')).toMatchObject([
    { sort: MOST_LIKED, cursor: '', pageSize: 20 },
    { sort: MOST_LIKED, cursor: 'n1' },
  ]);
  await open();
  expect(screen.queryByRole('button', { name: 'Most liked' })).toBeNull();
});
