import { Code } from '@connectrpc/connect';
import { ClaimState } from '@marquee/contracts/film/v1/crew_pb';
import { Department } from '@marquee/contracts/film/v1/film_pb';
import { type Answers, failing, inTurn, refusing } from '@marquee/testing/answer-calls';
import { aClaim, aCrewEntry, aFilm, aPerson, FILM_ID } from '@marquee/testing/contract-messages';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { doing, later, press, seeToast, showPage, type } from '../../testing/show-page.tsx';
import { filmHead, filmView } from '../film/film-view.ts';
import { CrewPage } from './crew-page.tsx';
import { crewView } from './crew-view.ts';

const film = filmHead(filmView(aFilm()));
const at = `/feed/${FILM_ID}/crew`;
const ines = aCrewEntry();
const li = aCrewEntry({
  ...{ id: 'c2', credit: 'Cast', department: Department.CAST, firstName: 'Li', lastName: 'Wei', role: 'The ferryman' },
});

type Shown = {
  crew?: (typeof ines)[];
  nextCursor?: string;
  query?: string;
  answers?: Answers;
  canEdit?: boolean;
  byText?: boolean;
};

async function open(
  viewer?: ReturnType<typeof aPerson>,
  { crew = [ines], nextCursor = '', query = '', answers = {}, canEdit = false, byText = true }: Shown = {},
) {
  const page = <CrewPage film={film} query={query} list={{ crew: crew.map(crewView), nextCursor, byText }} />;
  const all: Answers = {
    getFilmAccess: () => ({ canEdit }),
    listCreditClaims: () => ({ claims: [] }),
    listOwnClaims: () => ({ claims: [] }),
    ...answers,
  };
  const calls = await showPage(page, { at, viewer, answers: all });
  if (canEdit) await screen.findByRole('link', { name: 'Edit credits' });
  return calls;
}
const names = () =>
  within(screen.getByRole('list', { name: 'Cast and crew' }))
    .getAllByRole('listitem')
    .map((line) => line.querySelector('a')?.textContent);

test('more of the crew comes behind what is there, and the list says where it ends [FLM-04:list]', async () => {
  const answer = later<object>();
  const { sent } = await open(undefined, { nextCursor: 'n1', answers: { listCrew: answer.answer } });
  expect(screen.queryByText('One credit.')).toBeNull();
  await press('Show more');
  expect(screen.getByRole('button', { name: /Show more/ }).getAttribute('aria-busy')).toBe('true');
  await answer.resolve({ crew: [li] });
  await waitFor(() => expect(names()).toEqual(['Inês Carvalho', 'Li Wei']));
  expect(screen.getByText('2 credits.')).toBeTruthy();
  expect(sent('listCrew')).toEqual([
    expect.objectContaining({ filmId: FILM_ID, cursor: 'n1', query: '', pageSize: 50 }),
  ]);
});

test('the end of a list of one says so', async () => {
  await open();
  expect(screen.getByText('One credit.')).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Show more' })).toBeNull();
});

test('further pages of the crew follow each other [FLM-04:list]', async () => {
  const rui = aCrewEntry({ id: 'c3', firstName: 'Rui', lastName: 'Sá' });
  const listCrew = inTurn<unknown[], unknown>(
    () => ({ crew: [li], nextCursor: 'n2' }),
    () => ({ crew: [rui] }),
  );
  const { sent } = await open(undefined, { nextCursor: 'n1', answers: { listCrew: listCrew as never } });
  await press('Show more');
  await waitFor(() => expect(names()).toHaveLength(2));
  await press('Show more');
  await waitFor(() => expect(names()).toEqual(['Inês Carvalho', 'Li Wei', 'Rui Sá']));
  expect(sent('listCrew').map(({ cursor }) => cursor)).toEqual(['n1', 'n2']);
});

test('a page of the crew that could not be loaded says so and is asked for again [FLM-04:list]', async () => {
  const next = () => ({ crew: [li] });
  await open(undefined, {
    nextCursor: 'n1',
    query: 'a',
    answers: { listCrew: inTurn<unknown[], unknown>(failing, next) as never },
  });
  await press('Show more');
  expect((await screen.findByRole('alert')).textContent).toContain('We failed to load more of the crew.');
  expect(screen.getByRole('alert').textContent).toContain('Check your network and try again.');
  expect(names()).toEqual(['Inês Carvalho']);
  await press('Try again');
  await waitFor(() => expect(names()).toEqual(['Inês Carvalho', 'Li Wei']));
  expect(screen.queryByRole('alert')).toBeNull();
});

test('a film without a crew offers no search; a search without a hit keeps it', async () => {
  await open(undefined, { crew: [] });
  expect(screen.queryByRole('search')).toBeNull();
  await open(undefined, { crew: [], query: 'zzz' });
  expect((screen.getByLabelText(/Search cast and crew/) as HTMLInputElement).value).toBe('zzz');
});

test('a visitor claims nothing and edits nothing [FLM-05:who]', async () => {
  const { sent } = await open();
  expect(screen.queryByRole('button', { name: /This is me/ })).toBeNull();
  expect(screen.queryByRole('link', { name: 'Edit credits' })).toBeNull();
  expect([...sent('listOwnClaims'), ...sent('listCreditClaims')]).toEqual([]);
});

test('a signed-in viewer claims a credit that nobody has, after saying so twice [FLM-05:claim]', async () => {
  const answer = later<object>();
  const taken = aCrewEntry({ id: 'c3', firstName: 'Rui', lastName: 'Sá', personId: 'p3' });
  const { sent } = await open(aPerson(), { crew: [ines, taken], answers: { claimCredit: answer.answer } });
  expect(screen.queryByRole('button', { name: 'This is me: Rui Sá' })).toBeNull();
  expect(screen.getByRole('img', { name: 'Confirmed by this person' })).toBeTruthy();
  await press('This is me: Inês Carvalho');
  const dialog = await screen.findByRole('dialog', { name: 'Is this your credit?' });
  expect(dialog.textContent).toContain('confirm that you are Inês Carvalho, Directed by');
  expect(sent('claimCredit')).toEqual([]);
  await press('This is me');
  expect(
    within(dialog)
      .getByRole('button', { name: /This is me/ })
      .getAttribute('aria-busy'),
  ).toBe('true');
  expect(sent('claimCredit')).toEqual([expect.objectContaining({ filmId: FILM_ID, crewId: 'c1' })]);
  await answer.resolve({ claim: aClaim() });
  await seeToast('Your claim was sent to the film’s creator.');
  expect(await screen.findByText('Claim sent')).toBeTruthy();
});

test('a claim that failed says so, and the credit can be claimed again, as the same request', async () => {
  const { sent } = await open(aPerson(), { answers: { claimCredit: failing } });
  for (const count of [1, 2]) {
    await press('This is me: Inês Carvalho');
    await press('This is me');
    await seeToast('We failed to send your claim. Please try again later.');
    await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Is this your credit?' })).toBeNull());
    expect(sent('claimCredit')).toHaveLength(count);
  }
  const [first, second] = sent('claimCredit');
  expect(second?.requestId).toBe(first?.requestId);
});

test.each([
  [ClaimState.OPEN, 'Claim sent'],
  [ClaimState.DECLINED, 'Claim declined'],
])('a claim of before (%d) is shown in its place [FLM-05:claim]', async (state, text) => {
  await open(aPerson(), { answers: { listOwnClaims: () => ({ claims: [aClaim({ state })] }) } });
  expect(await screen.findByText(text)).toBeTruthy();
  expect(screen.queryByRole('button', { name: /This is me/ })).toBeNull();
});

test('a credit that names the person leads to where they answer [FLM-05:consent]', async () => {
  await open(aPerson(), { answers: { listOwnClaims: () => ({ claims: [aClaim({ named: true })] }) } });
  const link = await screen.findByRole('link', { name: 'Answer for this credit' });
  expect(link.getAttribute('href')).toBe('/credits');
  expect(screen.queryByText('Claim sent')).toBeNull();
});

const claims = () => ({ claims: [aClaim(), aClaim({ id: 'k2', state: ClaimState.DECLINED }), aClaim({ id: 'k3' })] });
const requests = () => screen.queryAllByRole('button', { name: /Accept the claim/ }).length;

test('the creator decides open claims; one that is decided goes at once [FLM-05:claims]', async () => {
  const answer = later<object>();
  const { sent } = await open(aPerson(), {
    canEdit: true,
    answers: { listCreditClaims: claims, decideCreditClaim: answer.answer },
  });
  expect(await screen.findByRole('heading', { name: 'Film Credit Claim Requests' })).toBeTruthy();
  expect(sent('listCreditClaims')).toEqual([expect.objectContaining({ filmId: FILM_ID, pageSize: 50 })]);
  expect(requests()).toBe(2);
  const [decline] = screen.getAllByRole('button', { name: 'Decline the claim of Li Wei' });
  await doing(() => fireEvent.click(decline as HTMLElement));
  expect(requests()).toBe(1);
  expect(screen.getByRole('heading', { name: 'Film Credit Claim Request' })).toBeTruthy();
  await answer.resolve({});
  await seeToast('The claim of Li Wei was declined.');
  expect(sent('decideCreditClaim')).toEqual([expect.objectContaining({ claimId: 'k1', accept: false })]);
});

test('a decision that was not saved puts the claim back [FLM-05:claims]', async () => {
  const answer = later<object>();
  await open(aPerson(), {
    canEdit: true,
    answers: { listCreditClaims: () => ({ claims: [aClaim()] }), decideCreditClaim: answer.answer },
  });
  await waitFor(() => expect(requests()).toBe(1));
  await press('Accept the claim of Li Wei');
  expect(requests()).toBe(0);
  await answer.reject(new Error('the service fails'));
  await seeToast('We failed to save your decision. Please try again.');
  expect(requests()).toBe(1);
});

test('claims that could not be loaded say so and are asked for again', async () => {
  await open(aPerson(), {
    canEdit: true,
    answers: { listCreditClaims: inTurn<unknown[], unknown>(failing, claims) as never },
  });
  expect((await screen.findByRole('alert')).textContent).toContain('We failed to load the claims on your credits.');
  await press('Try again');
  await waitFor(() => expect(requests()).toBe(2));
});

const invite = () => press('Send invitation');

test('an invitation needs an email; one that is sent marks the credit [FLM-04:invite]', async () => {
  const { sent } = await open(aPerson(), { canEdit: true, answers: { inviteCrew: () => ({}) } });
  await press('Invite: Inês Carvalho');
  await invite();
  await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText('Email or phone')));
  expect(screen.getByLabelText('Email or phone').getAttribute('aria-invalid')).toBe('true');
  expect(sent('inviteCrew')).toEqual([]);
  await type('Email or phone', 'ines@example.com');
  await invite();
  await seeToast('An invitation was sent to ines@example.com.');
  expect(sent('inviteCrew')).toEqual([expect.objectContaining({ email: 'ines@example.com', phoneNumber: '' })]);
  expect(await screen.findByText('Invited')).toBeTruthy();
  await waitFor(() => expect(screen.queryByRole('dialog', { name: /^Invite/ })).toBeNull());
  expect(screen.getByRole('button', { name: 'Invite again: Inês Carvalho' })).toBeTruthy();
});

test('an invitation goes by text message to a phone number [NOT-04:screen]', async () => {
  const { sent } = await open(aPerson(), { canEdit: true, answers: { inviteCrew: () => ({}) } });
  await press('Invite: Inês Carvalho');
  await type('Email or phone', '+351 912 345 678');
  await invite();
  await seeToast('An invitation was sent to +351912345678.');
  expect(sent('inviteCrew')).toEqual([expect.objectContaining({ email: '', phoneNumber: '+351912345678' })]);
});

test('where no text messages are carried, an invitation asks for an email and says why a phone number is none [NOT-04:no-texts]', async () => {
  const message = 'Invitations go by email only. Please enter an email address.';
  const answers = { inviteCrew: refusing(Code.FailedPrecondition, { reason: 'TEXTS_NOT_SENT', message }) };
  await open(aPerson(), { canEdit: true, byText: false, answers });
  await press('Invite: Inês Carvalho');
  expect(screen.queryByLabelText('Email or phone')).toBeNull();
  expect(screen.queryByText(/phone number/)).toBeNull();
  await type('Email', '+351 912 345 678');
  await invite();
  expect((await screen.findByRole('alert')).textContent).toBe(message);
  expect((screen.getByLabelText('Email') as HTMLInputElement).value).toBe('+351 912 345 678');
});

test.each([
  [failing, 'We failed to send the invitation. Please try again later.'],
  [
    refusing(Code.ResourceExhausted, { message: 'You have sent many invitations today.' }),
    'You have sent many invitations today.',
  ],
])('an invitation that was not sent keeps the email and says why [FLM-04:invite]', async (inviteCrew, message) => {
  await open(aPerson(), { canEdit: true, answers: { inviteCrew } });
  await press('Invite: Inês Carvalho');
  await type('Email or phone', 'ines@example.com');
  await invite();
  expect((await screen.findByRole('alert')).textContent).toBe(message);
  expect((screen.getByLabelText('Email or phone') as HTMLInputElement).value).toBe('ines@example.com');
});

const lines = () =>
  within(screen.getByRole('list', { name: 'Cast and crew' }))
    .getAllByRole('listitem')
    .map((line) => line.querySelector('.text-ink-muted')?.textContent);
const written = aCrewEntry({ id: 'c4', credit: 'Written by', department: Department.WRITING, role: '' });

test('a person has one line with all their credits, and the name leads to their work [FLM-04:people]', async () => {
  await open(undefined, { crew: [ines, written, li] });
  expect(names()).toEqual(['Inês Carvalho', 'Li Wei']);
  expect(lines()).toEqual(['Directed by · Director, Written by', 'Cast · The ferryman']);
  const link = screen.getByRole('link', { name: 'Inês Carvalho' });
  expect(link.getAttribute('href')).toBe('/films?q=In%C3%AAs+Carvalho');
});

test('who agreed to a credit does not stand for another under the same name [FLM-05:consent]', async () => {
  const confirmed = aCrewEntry({ personId: 'p1' });
  await open(undefined, { crew: [confirmed, written, { ...written, id: 'c5', personId: 'p2' }] });
  expect(lines()).toEqual(['Directed by · Director', 'Written by', 'Written by']);
  expect(screen.getAllByRole('img', { name: 'Confirmed by this person' })).toHaveLength(2);
});

test('somebody with several credits claims each of them, and is invited once [FLM-05:claim]', async () => {
  const { sent } = await open(aPerson(), { crew: [ines, written], answers: { claimCredit: () => ({}) } });
  const claim = screen.getByRole('button', { name: 'This is me: Inês Carvalho, Written by' });
  expect(claim.textContent).toBe('This is me: Written by');
  await doing(() => fireEvent.click(claim));
  await press('This is me');
  expect(sent('claimCredit')).toEqual([expect.objectContaining({ crewId: 'c4', invitationToken: '' })]);
  await open(aPerson(), { canEdit: true, crew: [ines, { ...written, invited: true }] });
  expect(screen.getAllByRole('button', { name: /^Invite/ }).map((button) => button.textContent)).toEqual([
    'Invite again',
  ]);
});
