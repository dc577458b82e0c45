import { timestampFromDate } from '@bufbuild/protobuf/wkt';
import { Code } from '@connectrpc/connect';
import { ListingStatus } from '@marquee/contracts/film/v1/film_pb';
import { type Answers, refusing } from '@marquee/testing/answer-calls';
import { aPerson, aStudioFilm, FILM_ID } from '@marquee/testing/contract-messages';
import { screen, waitFor } from '@testing-library/react';
import { later, press, seeToast, showPage } from '../../testing/show-page.tsx';
import { FilmFrame } from './film-frame.tsx';
import { MyContent } from './my-content.tsx';

const REASON = 'Please replace the poster:\nits <b>lower third</b> is cut off.';
const requestedAt = timestampFromDate(new Date('2026-11-20T12:00:00Z'));

const asked = (part: object = {}, film: object = {}) =>
  aStudioFilm(
    { isApproved: false, ...film },
    { awaitingApproval: true, changeRequest: { reason: REASON, requestedAt, ...part } },
  );

async function open(entry: ReturnType<typeof asked>, answers: Answers = {}) {
  let loads = 0;
  const calls = await showPage(<FilmFrame entry={entry}>the screen</FilmFrame>, {
    ...{ at: `/content/${FILM_ID}/edit`, path: '/content/:filmId/edit', viewer: aPerson(), answers },
    loader: () => {
      loads += 1;
    },
  });
  return { ...calls, reloads: () => loads - 1 };
}

test('what staff ask for stands on the page of the film, as text in its lines, and when they asked', async () => {
  await open(asked());
  const notice = screen.getByRole('region', { name: 'Our staff asked for changes on Nov 20, 2026' });
  expect(notice.textContent).toContain(REASON);
  expect(notice.querySelector('b')).toBeNull();
  expect(screen.queryByText(/have not approved it yet/)).toBeNull();
});

test('sending the film for review again says so and loads the film again', async () => {
  const answer = later<object>();
  const { sent, reloads } = await open(asked(), { sendFilmForReview: answer.answer });
  await press('Send for review again');
  expect(screen.getByRole('button', { name: /Send for review again/ }).getAttribute('aria-busy')).toBe('true');
  await answer.resolve({ film: asked({ answered: true }) });
  await seeToast('The film was sent for review again.');
  expect(sent('sendFilmForReview')).toEqual([expect.objectContaining({ filmId: FILM_ID })]);
  await waitFor(() => expect(reloads()).toBe(1));
});

test('a film that could not be sent says why, and can be sent again', async () => {
  const message = 'A video of this film is still being processed. Please publish it when that is done.';
  const { reloads } = await open(asked(), { sendFilmForReview: refusing(Code.FailedPrecondition, { message }) });
  await press('Send for review again');
  await seeToast(message);
  expect(screen.getByRole('button', { name: 'Send for review again' }).getAttribute('aria-busy')).toBeNull();
  expect(reloads()).toBe(0);
});

test('a film that is not published is sent by publishing it', async () => {
  await open(asked({}, { published: false }));
  expect(screen.getByText(/publish the film: that sends it for review again/)).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Send for review again' })).toBeNull();
  expect(screen.getByRole('button', { name: 'Publish' })).toBeTruthy();
});

test('once it was sent again, what staff asked for is gone', async () => {
  await open(asked({ answered: true }));
  expect(screen.queryByText(/asked for changes/)).toBeNull();
  expect(screen.getByText(/Sent for review again, waiting for our staff\./)).toBeTruthy();
});

test.each([
  [asked(), 'APPROVED'],
  [asked({}, { published: false }), 'APPROVED'],
])('the row of the film keeps its status and says what is asked', async (entry, status) => {
  const films = [{ ...entry, status: ListingStatus.APPROVED }];
  await showPage(<MyContent view={{ q: '', sort: 'added', ascending: false }} first={films} cursor="" />, {
    viewer: aPerson(),
  });
  expect(screen.getByText(status)).toBeTruthy();
  expect(screen.getByText(/^Our staff asked for changes on Nov 20, 2026: Please replace the poster/)).toBeTruthy();
  expect(screen.queryByText(/waiting for our staff/)).toBeNull();
});
