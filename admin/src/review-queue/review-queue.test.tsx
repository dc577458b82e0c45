import { Code } from '@connectrpc/connect';
import {
  ReviewDecision,
  ReviewQueueList,
  ReviewWordsKind,
  WordsReportReason,
} from '@marquee/contracts/film/v1/review_queue_pb';
import { Role } from '@marquee/contracts/identity/v1/account_pb';
import { type Answers, failing, inTurn, refusing } from '@marquee/testing/answer-calls';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { doing, press, show } from '../testing/show.tsx';
import { asStaff, USER_ID } from '../testing/users.ts';

const cheap = {
  ...{ id: 'r1', version: 3n, filmId: 'f1', filmTitle: 'Salt', writerId: USER_ID, writerName: 'Inês Carvalho' },
  ...{ message: 'So cheap.', rating: 2, heldWords: ['cheap'], reportedUntil: { seconds: 1_795_176_000n } },
};
const former = { ...cheap, id: 'r2', version: 1n, writerName: '', message: 'Cheap too.' };
const open = (answers: Answers = {}) =>
  show('/reviews', {
    ...asStaff(Role.ADMIN),
    countReviewQueue: () => ({ waiting: 2 }),
    listReviewQueue: () => ({ reviews: [cheap, former] }),
    ...answers,
  });
const table = () => screen.findByRole('table', { name: 'Reviews that wait for staff' });
const choose = async (name: string) => {
  const box = await screen.findByRole('checkbox', { name });
  await doing(() => fireEvent.click(box));
};
const because = async (reason: string, confirm: string) => {
  const dialog = await screen.findByRole('dialog');
  await doing(() => fireEvent.change(within(dialog).getByLabelText(/^Reason/), { target: { value: reason } }));
  await doing(() => fireEvent.click(within(dialog).getByRole('button', { name: confirm })));
};

test('the queue shows what was written, the watched words, the film and the writer [FLM-16:desk]', async () => {
  await open();
  const rows = within(await table())
    .getAllByRole('row')
    .slice(1);
  const first = within(rows[0] as HTMLElement);
  expect(first.getByText('So cheap.')).toBeTruthy();
  expect(first.getByText('2 of 5')).toBeTruthy();
  expect(first.getByText('cheap').textContent).toBe('Watched word: cheap');
  expect(first.getAllByRole('link', { name: 'Salt' })[0]?.getAttribute('href')).toBe('/content/f1?tab=reviews');
  expect(first.getAllByRole('link', { name: 'Inês Carvalho' })[0]?.getAttribute('href')).toBe(`/users/${USER_ID}`);
  expect(within(rows[1] as HTMLElement).getAllByText('A former member')).not.toEqual([]);
  const room = screen.getByRole('link', { name: /^Reviews/ });
  expect(await within(room).findByLabelText('2 are waiting')).toBeTruthy();
});

test('many are released at once, with a reason [FLM-16:desk]', async () => {
  let reviews: object[] = [cheap, former];
  const { sent } = await open({
    listReviewQueue: () => ({ reviews }),
    decideReviews: () => {
      reviews = [];
      return {};
    },
  });
  await table();
  await choose('Select all');
  await press('Release');
  await because(' ', 'Release');
  expect(await screen.findByText('A reason has 2 to 200 characters.')).toBeTruthy();
  expect(sent('decideReviews')).toEqual([]);
  await because('A quotation', 'Release');
  expect(await screen.findByText('2 reviews released.')).toBeTruthy();
  const reportedUntil = expect.objectContaining({ seconds: 1_795_176_000n });
  expect(sent('decideReviews')).toEqual([
    expect.objectContaining({
      decision: ReviewDecision.RELEASE,
      reason: 'A quotation',
      reviews: [
        expect.objectContaining({ id: 'r1', version: 3n, reportedUntil }),
        expect.objectContaining({ id: 'r2', version: 1n }),
      ],
    }),
  ]);
  expect(await screen.findByText('Nothing waits for staff')).toBeTruthy();
});

test('one is removed; what was changed meanwhile says so [FLM-16:desk]', async () => {
  const { sent } = await open({ decideReviews: () => ({ leftIds: ['r1'] }) });
  await table();
  await choose('Select the review by Inês Carvalho');
  await press('Remove');
  await because('An insult', 'Remove');
  expect(await screen.findByText('One review left as it was')).toBeTruthy();
  expect(sent('decideReviews')).toEqual([expect.objectContaining({ decision: ReviewDecision.REMOVE })]);
});

test('a decision that failed says so and keeps the selection [FLM-16:desk]', async () => {
  await open({ decideReviews: refusing(Code.Unavailable, { message: 'Please try again later.' }) });
  await table();
  await choose('Select the review by Inês Carvalho');
  await press('Release');
  await because('A quotation', 'Release');
  expect(await screen.findByText('Failed to save the decision')).toBeTruthy();
  expect(screen.getByText('1 selected')).toBeTruthy();
  await press('Clear');
  await waitFor(() => expect(screen.queryByText('1 selected')).toBeNull());
});

test('a queue that fails to load can be tried again, as can a further page [FLM-16:desk]', async () => {
  const first = () => ({ reviews: [cheap], nextCursor: 'n1' });
  const second = () => ({ reviews: [former] });
  await open({ listReviewQueue: inTurn<unknown[], unknown>(failing, first, failing, second) as never });
  await press('Try again');
  expect(await screen.findByText('So cheap.')).toBeTruthy();
  await press('Load more');
  await press('Try again');
  expect(await screen.findByText('Cheap too.')).toBeTruthy();
  expect(screen.getByText('These are all')).toBeTruthy();
});

test('who may not decide on reviews is refused [FLM-16:desk]', async () => {
  await open({ listReviewQueue: refusing(Code.PermissionDenied) });
  expect((await screen.findByRole('alert')).textContent).toBe("You don't have access to this page.");
});

test('what readers call a spoiler is a list of its own, and staff decide on it [FLM-16:desk]', async () => {
  const { sent, address } = await open({ decideReviews: () => ({}) });
  await table();
  await press('Spoilers', 'radio');
  await waitFor(() => expect(address()).toBe('/reviews?list=spoilers'));
  await waitFor(() =>
    expect(sent('listReviewQueue').at(-1)).toMatchObject({ list: ReviewQueueList.SPOILERS, pageSize: 50 }),
  );
  await choose('Select the review by Inês Carvalho');
  expect(screen.queryByRole('button', { name: 'Release' })).toBeNull();
  await press('Is no spoiler');
  await because('Read by us', 'Is no spoiler');
  expect(await screen.findByText('One review marked as no spoilers.')).toBeTruthy();
  expect(sent('decideReviews')).toEqual([expect.objectContaining({ decision: ReviewDecision.NO_SPOILER })]);
});

test('what readers report stands with their reasons, and staff keep it or remove it [FLM-14:reports] [FLM-16:desk]', async () => {
  const reports = [
    { reason: WordsReportReason.HARASSMENT, details: 'Insults people.', reporterId: 'u9', reporterName: 'Bo Ek' },
    { reason: WordsReportReason.SPAM, details: '', reporterId: 'u8', reporterName: '' },
  ];
  const reply = { ...cheap, kind: ReviewWordsKind.REPLY, message: 'Nonsense.', heldWords: [], reports };
  const { sent, address } = await open({
    listReviewQueue: ({ list }) => ({ reviews: list === ReviewQueueList.REPORTED ? [reply] : [] }),
    decideReviews: () => ({}),
  });
  await press('Reported', 'radio');
  await waitFor(() => expect(address()).toBe('/reviews?list=reported'));
  const row = within(await table());
  const list = within(row.getByRole('list', { name: 'Reports' }));
  expect(list.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
    'Harassment: Insults people. · Bo Ek',
    'Advertising or deception · A former member',
  ]);
  expect(list.getByRole('link', { name: 'Bo Ek' }).getAttribute('href')).toBe('/users/u9');
  expect(row.getByText('Reply')).toBeTruthy();
  await choose('Select the review by Inês Carvalho');
  await press('Keep');
  await because('Rude, not more', 'Keep');
  expect(await screen.findByText('One review kept.')).toBeTruthy();
  expect(sent('decideReviews')).toEqual([expect.objectContaining({ decision: ReviewDecision.KEEP })]);
});
