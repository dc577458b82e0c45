import { ReviewWordsKind, WordsReportReason } from '@marquee/contracts/film/v1/review_queue_pb';
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
