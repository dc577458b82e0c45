import { Code } from '@connectrpc/connect';
import { type Answers, failing, inTurn, refusing } from '@marquee/testing/answer-calls';
import { aFilm, aPerson, aReview, FILM_ID } from '@marquee/testing/contract-messages';
import { screen, waitFor, within } from '@testing-library/react';
import { later, press, seeToast, showPage, type } from '../../testing/show-page.tsx';
import { filmHead, filmView } from '../film/film-view.ts';
import { reviewView } from './review-view.ts';
import { ReviewsPage } from './reviews-page.tsx';

const film = filmHead(filmView(aFilm()));
const rating = { mean: 4, count: 2, histogram: [0, 0, 1, 0, 1] };
const mine = { review: { rating: 5, message: 'Mine.' } };

beforeEach(() => sessionStorage.clear());

function open(answers: Answers, { reviews = [aReview()], nextCursor = '', signedIn = true } = {}) {
  const page = <ReviewsPage film={film} rating={rating} list={{ reviews: reviews.map(reviewView), nextCursor }} />;
  return showPage(page, {
    at: `/feed/${FILM_ID}/comments`,
    viewer: signedIn ? aPerson() : undefined,
    answers: { getUserRating: () => ({}), ...answers },
  });
}
const own = () => screen.getByRole('region', { name: 'Your review' });
const others = () =>
  within(screen.getByRole('list', { name: 'Reviews' }))
    .getAllByRole('listitem')
    .map((item) => item.querySelector('p')?.textContent);
const stars = (count: number) => press(new RegExp(`^${count} star`), 'radio');
const save = () => press(/Save review/);

test('while the viewer’s own review is asked for, its place is kept [FLM-06:own]', async () => {
  const answer = later<object>();
  await open({ getUserRating: answer.answer });
  expect(within(own()).getByRole('status').textContent).toBe('Loading your review');
  await answer.resolve(mine);
  expect(await screen.findByText('Mine.')).toBeTruthy();
  expect(within(own()).getByText('Ada Lovelace')).toBeTruthy();
});

test('an own review that could not be loaded says so and is asked for again [FLM-06:own]', async () => {
  await open({ getUserRating: inTurn<unknown[], unknown>(failing, () => mine) as never });
  expect((await screen.findByRole('alert')).textContent).toContain('We failed to load your review.');
  await press('Try again');
  expect(await screen.findByText('Mine.')).toBeTruthy();
});

test('a new review counts while it is on its way, and can be undone [FLM-06:undo]', async () => {
  const answer = later<object>();
  const { sent } = await open({ rateFilm: answer.answer, deleteReview: () => ({}) });
  await screen.findByRole('button', { name: 'Save review' });
  await stars(3);
  await type('Your review (optional)', 'The sea.');
  expect(screen.getByText('8 / 2000')).toBeTruthy();
  await save();
  expect(await screen.findByText('3 ratings')).toBeTruthy();
  expect(sent('rateFilm')).toEqual([expect.objectContaining({ filmId: FILM_ID, rating: 3, message: 'The sea.' })]);
  await answer.resolve({});
  await seeToast('Your review was saved.');
  expect(within(own()).getByText('The sea.')).toBeTruthy();
  await press('Undo');
  await waitFor(() => expect(sent('deleteReview')).toEqual([expect.objectContaining({ filmId: FILM_ID })]));
  expect(await screen.findByText('2 ratings')).toBeTruthy();
  expect(within(own()).queryByText('Ada Lovelace')).toBeNull();
});

test('a review that was not saved says so in its form, and the stars are taken back [FLM-06:undo]', async () => {
  const answer = later<object>();
  await open({ rateFilm: answer.answer });
  await screen.findByRole('button', { name: 'Save review' });
  await stars(3);
  await save();
  expect(await screen.findByText('3 ratings')).toBeTruthy();
  expect(screen.getByRole('button', { name: /Save review/ }).getAttribute('aria-busy')).toBe('true');
  await answer.reject(new Error('the service fails'));
  expect((await screen.findByRole('alert')).textContent).toBe('We failed to save your review. Please try again.');
  expect(screen.getByText('2 ratings')).toBeTruthy();
  expect((screen.getByRole('radio', { name: /^3 stars/ }) as HTMLInputElement).checked).toBe(true);
});

test('a change replaces the stars in the count, and undo brings the first review back [FLM-06:undo]', async () => {
  const { sent } = await open({ getUserRating: () => mine, rateFilm: () => ({}) });
  await screen.findByText('Mine.');
  await press('Change');
  expect((screen.getByLabelText('Your review (optional)') as HTMLTextAreaElement).value).toBe('Mine.');
  await stars(1);
  await save();
  await seeToast('Your review was changed.');
  expect(screen.getByText('2 ratings')).toBeTruthy();
  expect(screen.getByText('2.0')).toBeTruthy();
  await press('Undo');
  await waitFor(() => expect(sent('rateFilm')).toHaveLength(2));
  expect(sent('rateFilm')[1]).toMatchObject({ rating: 5, message: 'Mine.' });
  expect(screen.getByText('4.0')).toBeTruthy();
});

test('an undo that failed leaves the review as it was saved [FLM-06:undo]', async () => {
  await open({ getUserRating: () => mine, deleteReview: () => ({}), rateFilm: failing });
  await screen.findByText('Mine.');
  await press('Delete');
  await seeToast('Your review was deleted.');
  expect(screen.getByText('1 rating')).toBeTruthy();
  await press('Undo');
  await seeToast('We failed to save your review. Please try again.');
  expect(screen.getByText('1 rating')).toBeTruthy();
});

test('changing can be left, and nothing is sent', async () => {
  const { sent } = await open({ getUserRating: () => mine });
  await screen.findByText('Mine.');
  await press('Change');
  await stars(1);
  await press('Cancel');
  expect(screen.getByText('Mine.')).toBeTruthy();
  expect(sent('rateFilm')).toEqual([]);
});

test('a review that could not be deleted comes back [FLM-06:undo]', async () => {
  const answer = later<object>();
  await open({ getUserRating: () => mine, deleteReview: answer.answer });
  await screen.findByText('Mine.');
  await press('Delete');
  expect(screen.queryByText('Mine.')).toBeNull();
  await answer.reject(new Error('the service fails'));
  await seeToast('We failed to delete your review. Please try again.');
  expect(screen.getByText('Mine.')).toBeTruthy();
  expect(screen.getByText('2 ratings')).toBeTruthy();
});

test('a review over 2000 characters is refused beside its field, as is what the server refuses [FLM-06:refused]', async () => {
  const fields = [{ field: 'message', message: 'Please leave the address out.' }];
  const { sent } = await open({ rateFilm: refusing(Code.InvalidArgument, { fields }) });
  await screen.findByRole('button', { name: 'Save review' });
  await stars(3);
  await type('Your review (optional)', 'x'.repeat(2_001));
  await save();
  expect(await screen.findByText('A review has at most 2000 characters.')).toBeTruthy();
  expect(document.activeElement).toBe(screen.getByLabelText('Your review (optional)'));
  expect(sent('rateFilm')).toEqual([]);
  await type('Your review (optional)', 'Call me.');
  await save();
  expect(await screen.findByText('Please leave the address out.')).toBeTruthy();
  expect(sent('rateFilm')).toHaveLength(1);
  const field = screen.getByLabelText('Your review (optional)') as HTMLTextAreaElement;
  expect(field.value).toBe('Call me.');
  await waitFor(() => expect(document.activeElement).toBe(field));
  expect(screen.getByText('2 ratings')).toBeTruthy();
});

test('a visitor is not asked for an own review', async () => {
  const { sent } = await open({}, { signedIn: false });
  expect(within(own()).getByText('Please sign in to rate this film.')).toBeTruthy();
  expect(sent('getUserRating')).toEqual([]);
});

test('the viewer’s own review is not shown twice; without others the list says so', async () => {
  const user = { id: 'u1', firstName: 'Ada', lastName: 'Lovelace' };
  await open({ getUserRating: () => mine }, { reviews: [aReview({ user }), aReview({ id: 'r2', message: 'Go.' })] });
  await screen.findByText('Mine.');
  expect(others()).toEqual(['Go.']);
  await open({ getUserRating: () => mine }, { reviews: [aReview({ user })] });
  expect(await screen.findByText('No other reviews yet')).toBeTruthy();
});

test('more reviews come behind those that are there; a page that failed is asked for again [FLM-06:list]', async () => {
  const next = () => ({ reviews: [aReview({ id: 'r2', message: 'Stay.' })] });
  const { sent } = await open(
    { listReviews: inTurn<unknown[], unknown>(failing, next) as never },
    { nextCursor: 'n1' },
  );
  expect(screen.queryByText('That is every review so far.')).toBeNull();
  await press('Show more reviews');
  expect((await screen.findByRole('alert')).textContent).toContain('We failed to load more reviews.');
  expect(others()).toEqual(['Go.']);
  await press('Try again');
  await waitFor(() => expect(others()).toEqual(['Go.', 'Stay.']));
  expect(screen.getByText('That is every review so far.')).toBeTruthy();
  expect(sent('listReviews').map(({ cursor, pageSize }) => [cursor, pageSize])).toEqual([
    ['n1', 20],
    ['n1', 20],
  ]);
});

test('further pages of reviews follow each other [FLM-06:list]', async () => {
  const page = (id: string, nextCursor: string) => () => ({ reviews: [aReview({ id, message: id })], nextCursor });
  const listReviews = inTurn<unknown[], unknown>(page('Stay.', 'n2'), page('Sleep.', ''));
  const { sent } = await open({ listReviews: listReviews as never }, { nextCursor: 'n1' });
  await press('Show more reviews');
  await waitFor(() => expect(others()).toEqual(['Go.', 'Stay.']));
  await press('Show more reviews');
  await waitFor(() => expect(others()).toEqual(['Go.', 'Stay.', 'Sleep.']));
  expect(sent('listReviews').map(({ cursor }) => cursor)).toEqual(['n1', 'n2']);
});

test('a review with a watched word says that it waits, and its stars do not count [FLM-16:own]', async () => {
  const held = aReview({ rating: 1, message: 'So cheap.', waitsForStaff: true });
  const { sent } = await open({ rateFilm: () => ({ review: held }), deleteReview: () => ({}) });
  await screen.findByRole('button', { name: 'Save review' });
  await stars(1);
  await type('Your review (optional)', 'So cheap.');
  await save();
  await seeToast('Your review waits for our staff.');
  expect(within(own()).getByText('waits for our staff')).toBeTruthy();
  expect(screen.getByText('2 ratings')).toBeTruthy();
  await press('Undo');
  await waitFor(() => expect(sent('deleteReview')).toHaveLength(1));
  expect(screen.getByText('2 ratings')).toBeTruthy();
});

test('a review that waits shows so when it is loaded, and deleting it changes no count [FLM-16:own]', async () => {
  const review = { ...mine.review, waitsForStaff: true };
  await open({ getUserRating: () => ({ review }), deleteReview: () => ({}) });
  expect(await screen.findByText('waits for our staff')).toBeTruthy();
  await press('Delete');
  await seeToast('Your review was deleted.');
  expect(screen.getByText('2 ratings')).toBeTruthy();
});
