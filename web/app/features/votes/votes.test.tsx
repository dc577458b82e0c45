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
import { type Answers, failing, refusing } from '@marquee/testing/answer-calls';
import { aPerson } from '@marquee/testing/contract-messages';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import * as ballotsDesk from '../../routes/votes/ballots-desk.tsx';
import * as vote from '../../routes/votes/vote.tsx';
import * as voteRecords from '../../routes/votes/vote-records.tsx';
import { openRoute, openWithToasts, sentTo } from '../../testing/open-route.tsx';
import { doing, press, seeToast, type } from '../../testing/show-page.tsx';

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

test.each([
  [BallotState.SCHEDULED, 'VOTE_NOT_OPEN', /^Opens on Nov 20, 2026.*, closes on Nov 20, 2026.*\.$/],
  [BallotState.OPEN, '', /^Open until Nov 20, 2026.*\. The results appear when it is over\.$/],
  [BallotState.CLOSED, 'VOTE_CLOSED', /^Closed on Nov 20, 2026.*\.$/],
])('a vote says when it opens and closes: state %s', async (state, refusal, text) => {
  await open({ getBallot: () => answerOf({ ballot: { ...ballot, state }, refusal }) });
  expect(screen.getByText(text)).toBeTruthy();
  expect(screen.getByText('Opening night: Shorts')).toBeTruthy();
  expect(screen.queryByRole('region', { name: 'Results' })).toBeNull();
  expect(screen.queryByRole('region', { name: 'Check your vote' })).toBeNull();
});

test('who has voted reads so, finds the receipt, and votes no more [FES-05]', async () => {
  const ownVotes = [{ filmId: 'f2', score: 0, receipt: 'abc' }];
  await open({ getBallot: () => answerOf({ ballot: { ...ballot, blockName: '' }, ownVotes }) });
  expect(screen.getByText('Opening night')).toBeTruthy();
  expect(screen.getByText('You have voted already. A vote cannot be changed.')).toBeTruthy();
  expect((screen.getByRole('radio', { name: 'Amber' }) as HTMLInputElement).checked).toBe(true);
  expect(screen.queryByRole('button', { name: 'Vote' })).toBeNull();
  expect(screen.queryByText('abc')).toBeNull();
  await press('Show the receipt');
  expect(screen.getByText('abc')).toBeTruthy();
  await press('Hide the receipt');
  expect(screen.queryByText('abc')).toBeNull();
  expect(screen.getByRole('link', { name: 'See the records' }).getAttribute('href')).toBe('/events/e1/votes/v1');
});

test('stars are given as long as a film of the vote has none, and only then it is over [FES-10:score]', async () => {
  await open({
    getBallot: () => answerOf({ ballot: { ...ballot, type: BallotType.SCORE } }),
    castVote: ({ filmId }) => ({ filmId, receipt: filmId, festivalId: 'o1' }),
  });
  expect(screen.queryByRole('button', { name: 'Vote' })).toBeNull();
  const give = async (film: string) => {
    const stars = within(screen.getByRole('heading', { name: film }).closest('li') as HTMLElement);
    await doing(() => fireEvent.click(stars.getByRole('radio', { name: '3 stars, Good' })));
    await press('Vote');
    await waitFor(() => expect(stars.getByRole('img', { name: '3.0 out of 5' })).toBeTruthy());
  };
  await give('Salt');
  expect(screen.queryByText('Your vote counts. Thank you!')).toBeNull();
  await give('Amber');
  expect(screen.getByText('Your vote counts. Thank you!')).toBeTruthy();
  expect(screen.getByRole('link', { name: 'Back to the festival' }).getAttribute('href')).toBe('/festivals/o1');
});

describe('the records of a vote', () => {
  const records = (numbers: number[]) =>
    numbers.map((n) => ({ number: BigInt(n), commitment: `c${n}`, hash: `h${n}`, filmId: '', score: 0 }));
  const openRecords = (part: object, listVoteRecords: Answers['listVoteRecords']) =>
    openRoute(voteRecords, '/events/e1/votes/v1', {
      path: '/events/:eventId/votes/:ballotId',
      answers: {
        listBallots: () =>
          create(ListBallotsResponseSchema, {
            ballots: [
              { ...ballot, id: 'v0' },
              { ...ballot, ...part },
            ],
          }),
        ...(listVoteRecords && { listVoteRecords }),
      },
    });

  test('continue page by page, and do not say before the end what was voted for [FES-10:audit]', async () => {
    let isRefused = true;
    const { sent } = await openRecords({}, ({ cursor }) => {
      if (cursor === '') return { records: records([1]), nextCursor: 'more' };
      if (isRefused) return failing();
      return { records: records([2]) };
    });
    expect(screen.getByText('Opening night: Shorts')).toBeTruthy();
    expect(screen.queryByRole('region', { name: 'Results' })).toBeNull();
    expect(screen.queryByText('Head of the chain')).toBeNull();
    await press('More records');
    expect(await screen.findByText('Failed to load the records')).toBeTruthy();
    isRefused = false;
    await press('Try again');
    expect(await screen.findByText('The chain ends here for now.')).toBeTruthy();
    expect(screen.getAllByText(/^Record /).map((one) => one.textContent)).toEqual(['Record 1', 'Record 2']);
    expect(sent('listVoteRecords')[1]).toMatchObject({ ballotId: 'v1', cursor: 'more' });
  });

  test('name the film and the stars once they are counted, also of a film that is gone [FES-10:audit]', async () => {
    const results = [
      { filmId: 'f1', filmTitle: 'Salt', votes: 1n, score: 4 },
      { filmId: 'f2', filmTitle: '', votes: 1n, score: 2 },
    ];
    const part = { type: BallotType.SCORE, state: BallotState.COUNTED, blockName: '', results };
    await openRecords(part, () => ({
      records: [
        { number: 1n, commitment: 'c1', hash: 'h1', filmId: 'f1', score: 4 },
        { number: 2n, commitment: 'c2', hash: 'h2', filmId: 'f3', score: 0 },
      ],
    }));
    expect(screen.getByText('Opening night')).toBeTruthy();
    expect(screen.getByText('Salt · 4')).toBeTruthy();
    expect(screen.getByText('f3')).toBeTruthy();
    const won = within(screen.getByRole('region', { name: 'Results' })).getAllByRole('link');
    expect(won.map((link) => link.textContent)).toEqual(['Salt', 'A film that is gone']);
    expect(screen.getByRole('img', { name: /4\.0 out of 5/ })).toBeTruthy();
  });

  test('say that nobody has voted; those of another event are not found [FES-10:audit]', async () => {
    await openRecords({ id: 'v2' }, () => ({}));
    expect(screen.getByText('There is no vote here.')).toBeTruthy();
    await openRecords({ state: BallotState.COUNTED }, () => ({}));
    expect(screen.getByText('No votes yet')).toBeTruthy();
    expect(screen.getByText('Nobody voted.')).toBeTruthy();
  });
});

describe('the desk of a director', () => {
  const event = {
    ...{ id: 'e1', festivalId: 'o1', name: 'Opening night', blocks: [{ id: 'b1', name: 'Shorts' }] },
    ...{ startTime: ballot.opensAt, endTime: ballot.closesAt },
  };
  const openDesk = (ballots: object[], answers: Answers = {}, canManage = true) =>
    openWithToasts(ballotsDesk, '/user/orgs/o1/events/e1/votes', {
      path: '/user/orgs/:festivalId/events/:eventId/votes',
      viewer: user,
      answers: {
        getEvent: () => ({ event, canManage }),
        listBallots: () => create(ListBallotsResponseSchema, { ballots }),
        ...answers,
      },
    });
  const rows = () =>
    screen
      .getAllByRole('heading', { level: 2 })
      .map((heading) => heading.closest('li'))
      .filter((row) => row !== null);
  const names = () => rows().map((row) => within(row).getByRole('heading').textContent);
  const at = (hour: number) => timestampFromDate(new Date(Date.UTC(2026, 10, 20, hour)));
  const whole = { ...ballot, id: 'v2', blockId: '', blockName: '', opensAt: at(14), closesAt: at(16) };

  test('is only for who manages the event', async () => {
    await openDesk([], {}, false);
    expect(screen.getByText("You don't have access to this page.")).toBeTruthy();
  });

  test('lists votes with their state, and what is counted stays [FES-10:desk]', async () => {
    const states = [BallotState.SCHEDULED, BallotState.OPEN, BallotState.CLOSED, BallotState.COUNTED];
    await openDesk([
      ...states.map((state, index) => ({ ...ballot, id: `v${index}`, blockName: `Block ${index}`, state })),
      { ...whole, id: 'v9', type: BallotType.SCORE },
    ]);
    const texts = rows().map((row) => row.textContent);
    for (const [index, state] of ['Scheduled', 'Open', 'Being counted', 'Counted'].entries()) {
      expect(texts[index]).toContain(`Block ${index}${state}One film`);
    }
    expect(texts[4]).toContain('The whole event');
    expect(texts[4]).toContain('1 to 5 stars for each film');
    expect(rows().map((row) => within(row).queryAllByRole('button', { name: 'Remove' }).length)).toEqual([
      ...[1, 1, 1, 0, 1],
    ]);
    const links = (row: number) =>
      within(rows()[row] as HTMLElement)
        .getAllByRole('link')
        .map((link) => link.getAttribute('href'));
    expect(links(0)).toEqual(['/events/e1/vote?blockId=b1', '/events/e1/votes/v0']);
    expect(links(4)).toEqual(['/events/e1/vote', '/events/e1/votes/v9']);
  });

  test('saves a vote, which takes its place by when it opens and replaces what it was [FES-10:desk]', async () => {
    const saved = [
      { ...ballot, id: 'v3', blockName: 'Long films', opensAt: at(12), closesAt: at(14) },
      { ...whole, blockName: 'All of it', opensAt: at(8), closesAt: at(9) },
    ];
    const { sent } = await openDesk([ballot, whole], { saveBallot: () => ({ ballot: saved.shift() }) });
    const fill = async (opens: string, closes: string) => {
      await type('Opens', opens);
      await type('Closes', closes);
      await press('Save the vote');
    };
    await fill('2026-11-20T12:00', '2026-11-20T12:00');
    expect(await screen.findByText('The vote has to close after it opens.')).toBeTruthy();
    await type('What is voted on', 'b1');
    await type('How people vote', String(BallotType.SCORE));
    await type('Who can vote', 'ATTENDED');
    await fill('2026-11-20T12:00', '2026-11-20T14:00');
    await seeToast('The vote was saved.');
    expect(names()).toEqual(['Shorts', 'Long films', 'The whole event']);
    expect(sent('saveBallot')).toMatchObject([
      { eventId: 'e1', blockId: 'b1', type: BallotType.SCORE, ticketHoldersOnly: false, attendedOnly: true },
    ]);
    // The form is empty again.
    expect((screen.getByLabelText('Opens') as HTMLInputElement).value).toBe('');
    await type('Who can vote', 'TICKET_HOLDERS');
    await fill('2026-11-20T08:00', '2026-11-20T09:00');
    await waitFor(() => expect(names()).toEqual(['All of it', 'Shorts', 'Long films']));
    expect(sent('saveBallot')[1]).toMatchObject({ blockId: '', ticketHoldersOnly: true, attendedOnly: false });
  });

  test('removes a vote once that is confirmed; one that was voted on stays and says why [FES-10:desk]', async () => {
    let isRefused = true;
    const message = 'Somebody has voted already.';
    const { sent } = await openDesk([ballot, whole], {
      removeBallot: () => (isRefused ? refusing(Code.FailedPrecondition, { message })() : {}),
    });
    const remove = async () => {
      await doing(() => fireEvent.click(within(rows()[0] as HTMLElement).getByRole('button', { name: 'Remove' })));
      const asked = { name: 'Remove the vote “Shorts”?' };
      const dialog = await screen.findByRole('dialog', asked);
      await doing(() => fireEvent.click(within(dialog).getByRole('button', { name: 'Remove' })));
      await waitFor(() => expect(screen.queryByRole('dialog', asked)).toBeNull());
    };
    await remove();
    await seeToast(message);
    expect(names()).toEqual(['Shorts', 'The whole event']);
    isRefused = false;
    await remove();
    await seeToast('The vote was removed.');
    expect(names()).toEqual(['The whole event']);
    expect(sent('removeBallot')).toMatchObject([
      { eventId: 'e1', blockId: 'b1' },
      { eventId: 'e1', blockId: 'b1' },
    ]);
  });

  test('says that an event has no votes yet', async () => {
    await openDesk([]);
    expect(screen.getByText('No votes yet')).toBeTruthy();
  });
});
