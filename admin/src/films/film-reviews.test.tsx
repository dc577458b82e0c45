import { type Answers, failing, inTurn } from '@marquee/testing/answer-calls';
import { aReview, aStudioFilm, FILM_ID } from '@marquee/testing/contract-messages';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { closed, doing, later, press, showFilm } from '../testing/show.tsx';

const anonymous = aReview({ id: 'r2', rating: 2, message: '', user: undefined });
const showReviews = (listFilmReviews: NonNullable<Answers['listFilmReviews']>, more: Answers = {}) =>
  showFilm({ listFilmReviews, ...more }, aStudioFilm(), 'reviews');
const reviews = () =>
  within(screen.getByRole('table', { name: 'Reviews' }))
    .getAllByRole('row')
    .slice(1)
    .map((row) => [...row.querySelectorAll('td')].slice(0, 4).map(({ textContent }) => textContent));
const LI = ['Nov 05, 2026', '5 of 5', 'Li Wei', 'Go.'];
const FORMER = ['Nov 05, 2026', '2 of 5', 'A former member', 'Rating only'];

test('reviews stand in a table with date, rating, viewer and words [ADF-02:reviews]', async () => {
  const { sent } = await showReviews(() => ({ reviews: [aReview(), anonymous] }));
  await screen.findByRole('table', { name: 'Reviews' });
  expect(reviews()).toEqual([LI, FORMER]);
  expect(screen.queryByRole('link', { name: 'A former member' })).toBeNull();
  expect(screen.queryByText('Waits for staff')).toBeNull();
  expect(screen.getByText('All 2 reviews')).toBeTruthy();
  expect(sent('listFilmReviews')).toEqual([expect.objectContaining({ filmId: FILM_ID, pageSize: 50, cursor: '' })]);
});

test('a review says how it was received, and what keeps it from viewers [ADF-02:reviews]', async () => {
  const waiting = aReview({ id: 'r3', waitsForStaff: true, spoiler: true, likeCount: 12, replyCount: 3 });
  await showReviews(() => ({ reviews: [waiting] }));
  const table = within(await screen.findByRole('table', { name: 'Reviews' }));
  expect(table.getByRole('link', { name: 'Li Wei' }).getAttribute('href')).toContain('/users/u2');
  expect(table.getByRole('link', { name: 'Waits for staff' }).getAttribute('href')).toContain('/reviews');
  expect(table.getByText('Spoiler')).toBeTruthy();
  const cells = table.getAllByRole('cell').map(({ textContent }) => textContent);
  expect(cells.slice(4, 6)).toEqual(['12', '3']);
});

test('reviews have a loading and an error state, and are asked for again [ADF-02:reviews]', async () => {
  const answer = later<object>();
  await showReviews(inTurn<unknown[], unknown>(answer.answer, () => ({ reviews: [aReview()] })) as never);
  expect(await screen.findByLabelText('Loading reviews')).toBeTruthy();
  await answer.reject(new Error('the service fails'));
  expect((await screen.findByRole('alert')).textContent).toContain('We failed to load the data');
  await press('Try again');
  expect(await screen.findByText('One review')).toBeTruthy();
});

test('a further page of reviews that failed keeps those that are there [ADF-02:reviews]', async () => {
  let fails = true;
  const { sent } = await showReviews(({ cursor }) => {
    if (!cursor) return { reviews: [aReview()], nextCursor: 'n1' };
    return fails ? failing() : { reviews: [anonymous] };
  });
  await press('Load more');
  expect((await screen.findByRole('alert')).textContent).toContain('We failed to load the data');
  expect(reviews()).toEqual([LI]);
  fails = false;
  await press('Try again');
  await waitFor(() => expect(reviews()).toEqual([LI, FORMER]));
  expect(sent('listFilmReviews').map(({ cursor }) => cursor)).toEqual(['', 'n1', 'n1']);
});

test('deleting a review asks first and names its viewer; then the list is loaded again [ADU-09:deletes]', async () => {
  let left = [aReview(), anonymous];
  const { sent } = await showReviews(() => ({ reviews: left }), {
    removeReview: ({ reviewId }) => {
      left = left.filter(({ id }) => id !== reviewId);
      return {};
    },
  });
  const table = await screen.findByRole('table', { name: 'Reviews' });
  const remove = () =>
    doing(() => fireEvent.click(within(table).getAllByRole('button', { name: 'Delete' })[0] as HTMLElement));
  await remove();
  const first = await screen.findByRole('dialog', { name: 'Delete the review by Li Wei?' });
  await doing(() => fireEvent.click(within(first).getByRole('button', { name: 'Keep' })));
  await closed();
  expect(sent('removeReview')).toEqual([]);
  await remove();
  const dialog = await screen.findByRole('dialog', { name: 'Delete the review by Li Wei?' });
  await doing(() => fireEvent.click(within(dialog).getByRole('button', { name: 'Delete' })));
  await waitFor(() => expect(reviews()).toEqual([FORMER]));
  expect(sent('removeReview')).toEqual([expect.objectContaining({ reviewId: 'r1' })]);
});

test('a review that could not be deleted stays, and says so [ADU-09:deletes]', async () => {
  await showReviews(() => ({ reviews: [aReview()] }), { removeReview: failing });
  const table = await screen.findByRole('table', { name: 'Reviews' });
  await doing(() => fireEvent.click(within(table).getByRole('button', { name: 'Delete' })));
  const dialog = await screen.findByRole('dialog', { name: 'Delete the review by Li Wei?' });
  await doing(() => fireEvent.click(within(dialog).getByRole('button', { name: 'Delete' })));
  expect(await screen.findByText('Failed to delete record')).toBeTruthy();
  expect(reviews()).toEqual([LI]);
});
