import { create } from '@bufbuild/protobuf';
import { timestampFromDate } from '@bufbuild/protobuf/wkt';
import { Code } from '@connectrpc/connect';
import {
  BallotState,
  BallotType,
  GetBallotResponseSchema,
  ListBallotsResponseSchema,
  ListVoteRecordsResponseSchema,
} from '@marquee/contracts/festival/v1/vote_pb';
import { VOTED_LEAVE_MS } from '@marquee/rules/votes';
import { type Answers, refusing } from '@marquee/testing/answer-calls';
import { aPerson } from '@marquee/testing/contract-messages';
import { fireEvent, screen, waitFor } from '@testing-library/react';
import * as vote from '../../routes/votes/vote.tsx';
import * as voteRecords from '../../routes/votes/vote-records.tsx';
import { openRoute, sentTo } from '../../testing/open-route.tsx';
import { press, type } from '../../testing/show-page.tsx';

const user = aPerson();
const path = '/events/:eventId/vote';
const at = '/events/e1/vote?blockId=b1';
const films = [
  { filmId: 'f1', filmTitle: 'Salt', directors: ['Ana Souto', 'Bo Lind', 'Cy Moreau'] },
  { filmId: 'f2', filmTitle: 'Amber' },
];
const ballot = {
  ...{ id: 'v1', eventId: 'e1', blockId: 'b1', eventName: 'Opening night', blockName: 'Shorts', festivalId: 'o1' },
  ...{ type: BallotType.CHOICE, state: BallotState.OPEN },
  opensAt: timestampFromDate(new Date('2026-11-20T10:00:00Z')),
  closesAt: timestampFromDate(new Date('2026-11-20T12:00:00Z')),
};
const answerOf = (more: object = {}) =>
  create(GetBallotResponseSchema, { ballot, films, filmId: '', refusal: '', ownVotes: [], ...more });
const open = (answers: Answers) => openRoute(vote, at, { path, viewer: user, answers });

test('a visitor signs in and comes back to the vote [FES-05]', async () => {
  await openRoute(vote, at, { path });
  await waitFor(() => expect(sentTo()).toBe(`/sign-in?${new URLSearchParams({ returnTo: at })}`));
});

test('a film is chosen once, and the viewer is taken to the festival after three seconds [FES-05]', async () => {
  const { sent } = await open({
    getBallot: () => answerOf(),
    castVote: () => ({ filmId: 'f2', receipt: 'abc', festivalId: 'o1' }),
  });
  await press('Vote');
  expect((await screen.findByRole('alert')).textContent).toContain('Please choose one of the films of this vote.');
  fireEvent.click(screen.getByRole('radio', { name: 'Amber' }));
  await press('Vote');
  await screen.findByText('Your vote counts. Thank you!');
  expect(sent('castVote')).toMatchObject([{ eventId: 'e1', blockId: 'b1', filmId: 'f2', score: 0 }]);
  expect([VOTED_LEAVE_MS, sentTo()]).toEqual([3_000, undefined]);
  await waitFor(() => expect(sentTo()).toBe('/festivals/o1'), { timeout: 15_000 });
}, 30_000);

test('a vote that is refused says why, keeps the choice, and can be tried again [FES-05]', async () => {
  let isRefused = true;
  await open({
    getBallot: () => answerOf(),
    castVote: () => {
      if (isRefused) return refusing(Code.Unavailable, { message: 'The service cannot be reached.' })();
      return { filmId: 'f1', receipt: 'abc', festivalId: 'o1' };
    },
  });
  fireEvent.click(screen.getByRole('radio', { name: 'Salt Directed by Ana Souto, Bo Lind and 1 more' }));
  await press('Vote');
  expect(await screen.findByText('The service cannot be reached.')).toBeTruthy();
  expect(
    (screen.getByRole('radio', { name: 'Salt Directed by Ana Souto, Bo Lind and 1 more' }) as HTMLInputElement).checked,
  ).toBe(true);
  isRefused = false;
  await press('Vote');
  await screen.findByText('Your vote counts. Thank you!');
});

test.each([
  ['VOTE_NOT_OPEN', 'The vote has not opened yet.'],
  ['VOTE_CLOSED', 'The vote is closed.'],
  ['TICKET_NEEDED', 'Only people with a ticket for this event can vote.'],
  [
    'ATTENDANCE_NEEDED',
    'Only people who were at this event, or watched at least 70% of it, can vote. You can vote once your ticket was scanned.',
  ],
])('who may not vote reads why: %s', async (refusal, text) => {
  await open({ getBallot: () => answerOf({ refusal }) });
  expect(await screen.findByText(text)).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Vote' })).toBeNull();
});

test('stars are given to each film, and what was given stays [FES-10:score]', async () => {
  const { sent } = await open({
    getBallot: () =>
      answerOf({
        ballot: { ...ballot, type: BallotType.SCORE },
        ownVotes: [{ filmId: 'f1', score: 4, receipt: 'abc' }],
      }),
    castVote: () => ({ filmId: 'f2', receipt: 'def', festivalId: 'o1' }),
  });
  expect(screen.getByText('Directed by Ana Souto, Bo Lind and 1 more')).toBeTruthy();
  expect(screen.getByRole('img', { name: '4.0 out of 5' })).toBeTruthy();
  fireEvent.click(screen.getByRole('radio', { name: '3 stars, Good' }));
  await press('Vote');
  await screen.findByText('Your vote counts. Thank you!');
  expect(sent('castVote')).toMatchObject([{ filmId: 'f2', score: 3 }]);
});

test('results stand on a counted ballot, and a receipt is found among the records [FES-10:audit]', async () => {
  const counted = {
    ...{ ...ballot, state: BallotState.COUNTED, chainHead: 'beef' },
    results: [{ filmId: 'f2', filmTitle: 'Amber', votes: 2n, score: 0 }],
  };
  await openRoute(voteRecords, '/events/e1/votes/v1', {
    path: '/events/:eventId/votes/:ballotId',
    answers: {
      listBallots: () => create(ListBallotsResponseSchema, { ballots: [counted] }),
      listVoteRecords: () =>
        create(ListVoteRecordsResponseSchema, {
          records: [
            { number: 1n, commitment: 'aa11', hash: 'h1', filmId: 'f2', salt: 's' },
            { number: 2n, commitment: 'bb22', hash: 'h2', filmId: 'f2', salt: 's' },
          ],
        }),
    },
  });
  expect(screen.getByText('2 votes')).toBeTruthy();
  expect(screen.getByText('beef')).toBeTruthy();
  await type(/^Find your receipt/, 'BB22');
  await waitFor(() => expect(screen.queryByText('aa11')).toBeNull());
  expect(screen.getByText('bb22')).toBeTruthy();
});
