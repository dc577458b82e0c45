import { ClaimState } from '@marquee/contracts/film/v1/crew_pb';
import { type Answers, failing } from '@marquee/testing/answer-calls';
import { aClaim, aPerson, FILM_ID } from '@marquee/testing/contract-messages';
import { screen, waitFor, within } from '@testing-library/react';
import { later, press, seeToast, showPage } from '../../testing/show-page.tsx';
import { OwnCredits } from './own-credits.tsx';

const low = aClaim({ filmTitle: 'Low Tide', filmVisible: true, named: true });
const salt = aClaim({
  ...{ id: 'k2', filmTitle: 'The Salt Road', named: true, state: ClaimState.ACCEPTED, makerName: 'Maeve Byrne' },
});

function open(answers: Answers = {}, { first = [low, salt], cursor = '' } = {}) {
  return showPage(<OwnCredits first={first} cursor={cursor} />, { at: '/credits', viewer: aPerson(), answers });
}
const lines = () =>
  within(screen.getByRole('list', { name: 'Credits' }))
    .getAllByRole('listitem')
    .map(({ textContent }) => textContent);

test('each credit shows its film, what it says and what the person answered [FLM-05:consent]', async () => {
  await open();
  expect(lines()).toEqual([
    'Low TideDirected by: Inês Carvalho · DirectorWaiting for youDeclineAccept',
    'The Salt RoadDirected by: Inês Carvalho · Director · not published yetNamed by Maeve ByrneAcceptedWithdraw',
  ]);
  expect(screen.getByRole('link', { name: 'Low Tide' }).getAttribute('href')).toBe(`/feed/${FILM_ID}/crew`);
  expect(screen.queryByRole('link', { name: 'The Salt Road' })).toBeNull();
  expect(screen.getByText('2 credits.')).toBeTruthy();
});

test('an answer shows at once, is said when it is saved, and is taken back by undo [FLM-05:consent]', async () => {
  const answer = later<object>();
  const { sent } = await open({ answerCredit: answer.answer });
  await press('Accept: Directed by, Low Tide');
  expect(lines()[0]).toContain('Accepted');
  expect(screen.queryByText('The credit shows who you are.')).toBeNull();
  const withdraw = screen.getByRole('button', { name: 'Withdraw: Directed by, Low Tide' });
  expect(withdraw.getAttribute('aria-disabled')).toBe('true');
  await press('Withdraw: Directed by, Low Tide');
  await answer.resolve({});
  expect(withdraw.getAttribute('aria-disabled')).toBe('false');
  await seeToast('The credit shows who you are.');
  await press('Undo');
  await waitFor(() => expect(lines()[0]).toContain('Waiting for you'));
  expect(sent('answerCredit')).toEqual([
    expect.objectContaining({ claimId: 'k1', answer: ClaimState.ACCEPTED }),
    expect.objectContaining({ claimId: 'k1', answer: ClaimState.OPEN }),
  ]);
});

test('a credit is declined, withdrawn and accepted again [FLM-05:consent]', async () => {
  const { sent } = await open({ answerCredit: () => ({}) });
  await press('Decline: Directed by, Low Tide');
  expect(lines()[0]).toContain('DeclinedAccept');
  await press('Withdraw: Directed by, The Salt Road');
  expect(lines()[1]).toContain('DeclinedAccept');
  await press('Accept: Directed by, The Salt Road');
  expect(lines()[1]).toContain('AcceptedWithdraw');
  expect(sent('answerCredit').map(({ claimId, answer }) => [claimId, answer])).toEqual([
    ['k1', ClaimState.DECLINED],
    ['k2', ClaimState.DECLINED],
    ['k2', ClaimState.ACCEPTED],
  ]);
});

test('the focus stays where the answer was given, also when it was not saved [FLM-05:consent]', async () => {
  const answer = later<object>();
  await open({ answerCredit: answer.answer });
  screen.getByRole('button', { name: 'Accept: Directed by, Low Tide' }).focus();
  await press('Accept: Directed by, Low Tide');
  expect(document.activeElement?.getAttribute('aria-label')).toBe('Withdraw: Directed by, Low Tide');
  await answer.reject(failing);
  expect(document.activeElement?.getAttribute('aria-label')).toBe('Decline: Directed by, Low Tide');
});

test('an answer that was not saved is as it was before [FLM-05:consent]', async () => {
  await open({ answerCredit: failing });
  await press('Accept: Directed by, Low Tide');
  await seeToast('We failed to save your answer. Please try again.');
  expect(lines()[0]).toContain('Waiting for youDeclineAccept');
});

test('more credits follow, and a failure to load them can be tried again', async () => {
  let isUnavailable = true;
  const next = aClaim({ id: 'k3', filmTitle: 'Kestrel', filmVisible: true });
  const listOwnCredits = () => (isUnavailable ? failing() : { credits: [next] });
  const { sent } = await open({ listOwnCredits }, { first: [low], cursor: 'n1' });
  await press('Show more');
  expect((await screen.findByRole('alert')).textContent).toContain('We failed to load more of your credits.');
  isUnavailable = false;
  await press('Try again');
  await waitFor(() => expect(lines()).toHaveLength(2));
  expect(sent('listOwnCredits')).toContainEqual(expect.objectContaining({ cursor: 'n1', pageSize: 50 }));
});

test('somebody whom no film names yet reads what comes here', async () => {
  await open({}, { first: [] });
  expect(screen.getByText('No film names you yet')).toBeTruthy();
  expect(screen.getByRole('link', { name: 'Look at films' }).getAttribute('href')).toBe('/films');
});
