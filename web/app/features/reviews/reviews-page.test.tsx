import '../../testing/component-tests.ts';
import { Code, ConnectError, createRouterTransport } from '@connectrpc/connect';
import { jest } from '@jest/globals';
import { ErrorDetailSchema } from '@marquee/contracts/errors/v1/errors_pb';
import { type RateFilmRequest, ReviewService } from '@marquee/contracts/film/v1/reviews_pb';
import { act, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { createRoutesStub } from 'react-router';
import { LoadedTwice } from '../../testing/loaded-twice.tsx';
import { withRating } from './review-view.ts';

let own: { rating: number; message: string } | undefined;
const rateFilm = jest.fn(async (_request: RateFilmRequest) => ({}));
const deleteReview = jest.fn(async (_request: { filmId: string }) => ({}));
const transport = createRouterTransport(({ service }) => {
  service(ReviewService, { getUserRating: () => ({ review: own }), rateFilm, deleteReview });
});
jest.unstable_mockModule('../../api/browser/transport.ts', () => ({ rpcTransport: () => transport }));
let current: unknown = { state: 'visitor' };
jest.unstable_mockModule('../../layout/current-user.ts', () => ({
  useCurrentUser: () => current,
  fullName: (user: { firstName: string; lastName: string }) => `${user.firstName} ${user.lastName}`,
}));
const { ReviewsPage } = await import('./reviews-page.tsx');

const film = { id: 'f1', title: 'Salt', shortTitle: 'Salt', directors: [], preview: false };
const rating = { mean: 4, count: 2, histogram: [0, 0, 1, 0, 1] };
const review = {
  id: 'r1',
  userId: 'u2',
  name: 'Li Wei',
  picture: '',
  rating: 5,
  message: 'Go.',
  date: 'Nov 05, 2026',
  edited: false,
  waits: false,
  spoiler: false,
  likes: 0,
  replies: 0,
};
const list = { reviews: [review], nextCursor: '' };

async function show(reviews = list, again = rating) {
  const loaded = (now: typeof rating) => <ReviewsPage film={film} rating={now} list={reviews} />;
  const [first, second] = [loaded(rating), loaded(again)];
  const page = () => <LoadedTwice {...{ first, second }} />;
  const Stub = createRoutesStub([{ path: '*', Component: page }]);
  await act(async () => {
    render(<Stub initialEntries={['/feed/f1/comments']} />);
  });
  await waitFor(() => expect(screen.queryByText('Loading your review')).toBeNull());
}

beforeEach(() => {
  own = undefined;
  sessionStorage.clear();
  jest.clearAllMocks();
  current = { state: 'account', user: { id: 'u1', firstName: 'Inês', lastName: 'Carvalho', profilePicture: '' } };
});

test('a review shows who, when, how many stars and what they wrote [FLM-06:page]', async () => {
  await show();
  expect(screen.getByText('Li Wei')).toBeTruthy();
  expect(screen.getByText('Nov 05, 2026')).toBeTruthy();
  expect(screen.getByText('Go.')).toBeTruthy();
  expect(screen.getByText('That is every review so far.')).toBeTruthy();
});

test('the mean and the count are those of the answer that was loaded last', async () => {
  await show(list, { mean: 3, count: 5, histogram: [1, 0, 2, 1, 1] });
  expect(screen.getByText('2 ratings')).toBeTruthy();
  fireEvent.click(screen.getByRole('button', { name: 'Load again' }));
  expect(screen.getByText('5 ratings')).toBeTruthy();
});

test('a visitor is asked to sign in and comes back', async () => {
  current = { state: 'visitor' };
  await show();
  expect(screen.getByRole('link', { name: 'Sign in' }).getAttribute('href')).toBe(
    '/sign-in?returnTo=%2Ffeed%2Ff1%2Fcomments',
  );
});

test('a film without reviews invites the first', async () => {
  current = { state: 'visitor' };
  await show({ reviews: [], nextCursor: '' });
  expect(screen.getByText('No reviews yet')).toBeTruthy();
});

test('whole stars are required, then saved and counted at once [FLM-06:rate]', async () => {
  await show();
  await act(async () => {
    fireEvent.click(screen.getByRole('button', { name: 'Save review' }));
  });
  expect(screen.getByText('Please choose from 1 to 5 stars.')).toBeTruthy();
  expect(document.activeElement).toBe(screen.getByRole('radio', { name: '1 star, Poor' }));
  expect(rateFilm).not.toHaveBeenCalled();
  fireEvent.click(screen.getByRole('radio', { name: /3 stars/ }));
  await act(async () => {
    fireEvent.click(screen.getByRole('button', { name: 'Save review' }));
  });
  expect(rateFilm.mock.calls.map(([request]) => request)).toMatchObject([{ filmId: 'f1', rating: 3, message: '' }]);
  expect(screen.getByText('3 ratings')).toBeTruthy();
  expect(screen.getByText('Inês Carvalho')).toBeTruthy();
});

test('a refused save keeps what was typed and takes the stars back from the count', async () => {
  rateFilm.mockRejectedValueOnce(
    new ConnectError('', Code.Unavailable, undefined, [
      { desc: ErrorDetailSchema, value: { message: 'Please try again later.' } },
    ]),
  );
  await show();
  fireEvent.click(screen.getByRole('radio', { name: /3 stars/ }));
  fireEvent.change(screen.getByRole('textbox'), { target: { value: 'The sea.' } });
  await act(async () => {
    fireEvent.click(screen.getByRole('button', { name: 'Save review' }));
  });
  expect(screen.getByText('2 ratings')).toBeTruthy();
  expect((screen.getByRole('textbox') as HTMLTextAreaElement).value).toBe('The sea.');
});

test('a rating can be changed and deleted', async () => {
  own = { rating: 5, message: 'Mine.' };
  await show();
  await waitFor(() => expect(screen.getByText('Mine.')).toBeTruthy());
  await act(async () => {
    fireEvent.click(screen.getByRole('button', { name: 'Delete' }));
  });
  expect(deleteReview.mock.calls.map(([request]) => request)).toMatchObject([{ filmId: 'f1' }]);
  expect(screen.getByText('1 rating')).toBeTruthy();
});

test('one viewer’s stars move the mean and the spread', () => {
  expect(withRating(rating, 0, 1)).toEqual({ histogram: [1, 0, 1, 0, 1], count: 3, mean: 3 });
  expect(withRating(rating, 5, 3)).toEqual({ histogram: [0, 0, 2, 0, 0], count: 2, mean: 3 });
  expect(withRating({ mean: 4, count: 1, histogram: [0, 0, 0, 1, 0] }, 4, 0)).toEqual({
    histogram: [0, 0, 0, 0, 0],
    count: 0,
    mean: 0,
  });
});
