import { Code } from '@connectrpc/connect';
import { AccountType, ConsumerType } from '@marquee/contracts/identity/v1/account_pb';
import { type Answers, failing, refusing } from '@marquee/testing/answer-calls';
import { aPerson } from '@marquee/testing/contract-messages';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import OnboardingRoute from '../../routes/account/onboarding.tsx';
import FullNameRoute from '../../routes/account/onboarding-fullname.tsx';
import LocationRoute from '../../routes/account/onboarding-location.tsx';
import TalentsRoute from '../../routes/account/onboarding-talents.tsx';
import { documentLoads } from '../../testing/document-loads.ts';
import { address, choose, doing, later, openList, press, showPage, type } from '../../testing/show-page.tsx';

const viewer = aPerson({ isOnboarding: true });
const FAILED = 'Failed to complete onboarding. Please try again later or contact support.';
const update = (next: string) => () => ({ next });

const chooser = (updateProfile: NonNullable<Answers['updateProfile']>, part: object = {}) =>
  showPage(OnboardingRoute, {
    ...{ at: '/onboarding', path: '/onboarding', viewer, answers: { updateProfile } },
    loader: () => ({ consumerType: ConsumerType.UNSPECIFIED, type: AccountType.UNSPECIFIED, ...part }),
  });
const named = (updateProfile: NonNullable<Answers['updateProfile']>, last: boolean, firstName = '') =>
  showPage(FullNameRoute, {
    ...{ at: '/onboarding/fullname', path: '/onboarding/fullname', viewer, answers: { updateProfile } },
    loader: () => ({ firstName, lastName: '', last }),
  });
const talented = (updateProfile: NonNullable<Answers['updateProfile']>, talents: string[] = [], kind = 'INDIVIDUAL') =>
  showPage(TalentsRoute, {
    ...{ at: '/onboarding/talents', path: '/onboarding/talents', viewer, answers: { updateProfile } },
    loader: () => ({ type: kind, talents }),
  });
const located = (updateProfile: NonNullable<Answers['updateProfile']>) =>
  showPage(LocationRoute, {
    ...{ at: '/onboarding/location', path: '/onboarding/location', viewer, answers: { updateProfile } },
    loader: () => ({ country: 'US', state: '', city: '' }),
  });

beforeEach(() => sessionStorage.clear());

test('the chooser offers two kinds of people and never b2b; nothing is chosen for them [ONB-01:chooser]', async () => {
  const { sent } = await chooser(update('/onboarding/fullname'));
  const kinds = within(screen.getByRole('group', { name: 'How you use Marquee' })).getAllByRole('radio');
  expect(kinds.map((radio) => (radio as HTMLInputElement).value)).toEqual([
    String(ConsumerType.MOVIE_LOVER),
    String(ConsumerType.ENTERTAINMENT_PRO),
  ]);
  expect(screen.queryByText(/Step \d/)).toBeNull();
  // No screen changes it afterwards.
  expect(screen.queryByText(/later/)).toBeNull();
  await press('Continue');
  expect(screen.getByText('Please choose how you use Marquee.')).toBeTruthy();
  expect(sent('updateProfile')).toEqual([]);
});

test('a Movie Lover continues without another question [ONB-01:chooser]', async () => {
  const { sent } = await chooser(update('/onboarding/fullname'));
  await press(/Movie Lover/, 'radio');
  expect(screen.queryByRole('group', { name: 'You are' })).toBeNull();
  await press('Continue');
  await waitFor(() => expect(address()).toBe('/onboarding/fullname'));
  expect(sent('updateProfile')).toEqual([expect.objectContaining({ consumerType: ConsumerType.MOVIE_LOVER })]);
  expect(sent('updateProfile')[0]).not.toHaveProperty('type');
});

test('an Entertainment Pro says whether they are a person or a company [ONB-01:chooser]', async () => {
  const { sent } = await chooser(update('/onboarding/fullname'));
  await press('Continue');
  await press(/Entertainment Pro/, 'radio');
  expect(screen.queryByText('Please choose how you use Marquee.')).toBeNull();
  await press('Continue');
  expect(screen.getByText('Please choose Individual or Company.')).toBeTruthy();
  expect(document.activeElement).toBe(screen.getByRole('radio', { name: 'Individual' }));
  await press('Company', 'radio');
  expect(screen.queryByText('Please choose Individual or Company.')).toBeNull();
  await press('Continue');
  await waitFor(() =>
    expect(sent('updateProfile')).toEqual([
      expect.objectContaining({ consumerType: ConsumerType.ENTERTAINMENT_PRO, type: AccountType.COMPANY }),
    ]),
  );
});

test('a step is pending while it is saved; one that failed says so and can be sent again [ONB-07]', async () => {
  const answer = later<{ next: string }>();
  let fails = true;
  const { sent } = await chooser(() => (fails ? failing() : answer.answer()));
  await press(/Movie Lover/, 'radio');
  await press('Continue');
  expect((await screen.findByRole('alert')).textContent).toBe(FAILED);
  fails = false;
  await press('Continue');
  expect(screen.queryByRole('alert')).toBeNull();
  expect(screen.getByRole('button', { name: /Continue/ }).getAttribute('aria-busy')).toBe('true');
  await press(/Continue/);
  expect(sent('updateProfile')).toHaveLength(2);
  await answer.resolve({ next: '/onboarding/fullname' });
  await waitFor(() => expect(address()).toBe('/onboarding/fullname'));
});

test.each([
  [{}, 'Invalid first name', 'Please provide your legal first name'],
  [{ 'First name': 'Ada' }, 'Invalid last name', 'Please provide your legal last name'],
  [{ 'First name': '  ', 'Last name': 'Lovelace' }, 'Invalid first name', 'Please provide your legal first name'],
])('names are required and trimmed: %j [ONB-03]', async (values, title, body) => {
  const { sent } = await named(update('/'), true);
  for (const [label, value] of Object.entries(values)) await type(label, value);
  // Leaving a field says beside it what is wrong; the reason in full comes with the submit.
  await doing(() => fireEvent.blur(screen.getByLabelText('First name')));
  await doing(() => fireEvent.blur(screen.getByLabelText('Last name')));
  expect(screen.queryByRole('alert')).toBeNull();
  await press('Finish');
  const alert = await screen.findByRole('alert');
  expect(alert.textContent).toBe(`${title}${body}`);
  expect(sent('updateProfile')).toEqual([]);
});

test('a Movie Lover finishes with the name step, on the home page, which is loaded whole [ONB-01:lover]', async () => {
  const { sent } = await named(update('/'), true);
  expect(screen.getByText('Step 1 of 1')).toBeTruthy();
  await type('First name', ' Ada ');
  await type('Last name', 'Lovelace');
  await press('Finish');
  await waitFor(() => expect(documentLoads).toEqual(['/']));
  expect(sessionStorage.length).toBe(0);
  expect(sent('updateProfile')).toEqual([
    expect.objectContaining({ firstName: 'Ada', lastName: 'Lovelace', isOnboarding: false }),
  ]);
});

test('a Pro has 3 steps and continues from the name to the talents [ONB-01:steps]', async () => {
  const { sent } = await named(update('/onboarding/talents'), false, 'Ada');
  expect(screen.getByText('Step 1 of 3')).toBeTruthy();
  expect((screen.getByLabelText('First name') as HTMLInputElement).value).toBe('Ada');
  await type('Last name', 'Lovelace');
  await press('Continue');
  await waitFor(() => expect(address()).toBe('/onboarding/talents'));
  expect(sent('updateProfile')[0]).not.toHaveProperty('isOnboarding');
  expect(documentLoads).toEqual([]);
});

test.each([
  [failing, FAILED],
  [refusing(Code.FailedPrecondition, { message: 'You are done already.' }), 'You are done already.'],
])('a name that was not saved stays typed, and the page says why [ONB-07]', async (updateProfile, message) => {
  await named(updateProfile, true);
  await type('First name', 'Ada');
  await type('Last name', 'Lovelace');
  await press('Finish');
  expect((await screen.findByRole('alert')).textContent).toBe(message);
  await named(updateProfile, true);
  await waitFor(() => expect((screen.getByLabelText('First name') as HTMLInputElement).value).toBe('Ada'));
});

test('at least one talent is needed [ONB-04]', async () => {
  const { sent } = await talented(update('/onboarding/location'));
  expect(screen.getByText('Step 2 of 3')).toBeTruthy();
  const parts = [...screen.getByRole('progressbar', { name: 'Onboarding' }).children];
  expect(parts.map(({ classList }) => classList.contains('bg-action'))).toEqual([true, true, false]);
  await press('Continue');
  expect(screen.getByText('Please select at least 1 skill.')).toBeTruthy();
  expect(sent('updateProfile')).toEqual([]);
});

test('at most four talents can be chosen [ONB-04]', async () => {
  const { sent } = await talented(update('/onboarding/location'));
  const names = (await openList('Your talents')).slice(0, 5).map((option) => option.textContent ?? '');
  for (const name of names.slice(0, 4)) await press(name, 'option');
  await waitFor(() =>
    expect(screen.getByRole('option', { name: names[4] }).getAttribute('aria-disabled')).toBe('true'),
  );
  await doing(() => fireEvent.click(screen.getByText('Continue')));
  await waitFor(() => expect(address()).toBe('/onboarding/location'));
  expect(sent('updateProfile')[0]).toMatchObject({ talents: { talents: names.slice(0, 4) } });
});

test('talents that were not saved are still chosen, and the failure goes when they are sent again [ONB-07]', async () => {
  const answer = later<{ next: string }>();
  let fails = true;
  await talented(() => (fails ? failing() : answer.answer()), ['Cinema'], 'COMPANY');
  await press('Continue');
  expect((await screen.findByRole('alert')).textContent).toBe(FAILED);
  expect(screen.getByRole('button', { name: 'Remove Cinema' })).toBeTruthy();
  fails = false;
  await press('Continue');
  expect(screen.queryByRole('alert')).toBeNull();
  await answer.reject(new Error('lost'));
  expect((await screen.findByRole('alert')).textContent).toBe(FAILED);
  await press('Remove Cinema');
  await press('Continue');
  expect(screen.getByText('Please select at least 1 skill.')).toBeTruthy();
});

test('the location is a country of the list; city and state are optional [ONB-06]', async () => {
  const { sent } = await located(update('/eohub'));
  expect(screen.getByText('Step 3 of 3')).toBeTruthy();
  await choose('Country', 'Portugal');
  await type(/^City/, 'Lisboa');
  await press('Finish');
  await waitFor(() => expect(documentLoads).toEqual(['/eohub']));
  expect(sessionStorage.length).toBe(0);
  expect(sent('updateProfile')).toEqual([
    expect.objectContaining({ country: 'PT', city: 'Lisboa', state: '', isOnboarding: false }),
  ]);
});

test.each([/^City/, /^State/])('%s has at most 30 characters [ONB-06]', async (label) => {
  const { sent } = await located(update('/eohub'));
  await type(label, 'x'.repeat(31));
  await press('Finish');
  expect(await screen.findByText('Please enter at most 30 characters.')).toBeTruthy();
  expect(document.activeElement).toBe(screen.getByLabelText(label));
  await type(label, 'x'.repeat(30));
  await press('Finish');
  await waitFor(() => expect(sent('updateProfile')).toHaveLength(1));
});

test('a location that was not saved says so [ONB-07]', async () => {
  await located(failing);
  await press('Finish');
  expect((await screen.findByRole('alert')).textContent).toBe(FAILED);
  expect(documentLoads).toEqual([]);
});
