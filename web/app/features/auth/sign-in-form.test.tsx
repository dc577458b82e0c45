import { Code } from '@connectrpc/connect';
import { ChallengeChannel } from '@marquee/contracts/identity/v1/auth_pb';
import { type Answers, failing, refusing } from '@marquee/testing/answer-calls';
import { screen, waitFor } from '@testing-library/react';
import SignInRoute from '../../routes/account/sign-in.tsx';
import SignInEmailRoute from '../../routes/account/sign-in-email.tsx';
import { reports } from '../../testing/document-loads.ts';
import { address, later, press, showPage, type } from '../../testing/show-page.tsx';
import { keptChallenge } from './kept-challenge.ts';

const challenge = { session: 's1', userId: 'u1', digits: '42', channel: ChallengeChannel.EMAIL };
const open = (answers: Answers, at = '/sign-in') => showPage(<SignInRoute />, { at, path: '/sign-in', answers });
const openEmail = (answers: Answers, at = '/sign-in/email') =>
  showPage(<SignInEmailRoute />, { at, path: '/sign-in/email', answers });
const field = () => screen.getByLabelText(/^Email/) as HTMLInputElement;

test.each([
  ['', 'Please enter your email or phone.'],
  ['ada@', 'Please enter a valid email.'],
  ['+1 23', 'Please enter a valid phone number.'],
])(
  '"%s" is refused beside the field, which gets the focus, before anything is sent [AUT-01]',
  async (text, message) => {
    const { sent } = await open({ startSignIn: () => ({ challenge }) });
    await type('Email or phone', text);
    await press('Continue');
    expect(screen.getByText(message)).toBeTruthy();
    expect(document.activeElement).toBe(field());
    expect(field().getAttribute('aria-invalid')).toBe('true');
    expect(sent('startSignIn')).toEqual([]);
    await type('Email or phone', `${text}x`);
    expect(screen.queryByText(message)).toBeNull();
  },
);

test('an email starts a challenge and leads to the waiting screen, with what the address carried [AUT-01]', async () => {
  const { sent } = await open(
    { startSignIn: () => ({ challenge }) },
    '/sign-in?returnTo=%2Ffeed%2F1&invitationId=i1&referrerId=r1&festivalSponsorshipCode=code&getStart=0&x=y',
  );
  await type('Email or phone', ' Ada@Example.com ');
  await press('Continue');
  await waitFor(() => expect(address()).toContain('/verify-email'));
  expect(sent('startSignIn')).toEqual([expect.objectContaining({ email: 'ada@example.com', phoneNumber: '' })]);
  expect(sent('startSignIn')[0]?.intent).toMatchObject({
    ...{ returnTo: '/feed/1', invitationId: 'i1', referrerId: 'r1', festivalSponsorshipCode: 'code' },
    ...{ addNewAccount: false, getStart: false, fromLaunchFestival: false },
  });
  const params = new URLSearchParams(address()?.split('?')[1]);
  expect(Object.fromEntries(params)).toEqual({
    ...{ returnTo: '/feed/1', invitationId: 'i1', referrerId: 'r1', festivalSponsorshipCode: 'code', getStart: '0' },
    ...{ session: 's1', userId: 'u1' },
  });
  expect(keptChallenge()).toEqual({
    ...{ session: 's1', userId: 'u1', username: 'ada@example.com', digits: '42', createsAccount: false },
    ...{ resendAt: expect.any(Number), resendsUsedUp: false },
  });
});

test.each([
  ['(201) 555-0123', undefined, '+12015550123'],
  ['912 345 678', 'PT', '+351912345678'],
  ['+44 20 7946 0958', undefined, '+442079460958'],
])('the phone number %s goes out as %s %s, and its code is asked for [AUT-03]', async (text, country, phoneNumber) => {
  const { sent } = await open({
    startSignIn: () => ({ challenge: { ...challenge, channel: ChallengeChannel.PHONE } }),
  });
  expect(screen.queryByLabelText('Country of the number')).toBeNull();
  await type('Email or phone', text);
  const countries = screen.queryByLabelText('Country of the number') as HTMLSelectElement | null;
  expect(countries === null).toBe(text.startsWith('+'));
  if (countries) expect(countries.value).toBe('US');
  if (country) await type('Country of the number', country);
  await press('Continue');
  await waitFor(() => expect(address()).toContain('/verify-phone'));
  expect(sent('startSignIn')).toEqual([expect.objectContaining({ email: '', phoneNumber })]);
});

test('who comes back from the waiting screen finds what was typed, and its country [AUT-01]', async () => {
  await open({ startSignIn: () => ({ challenge: { ...challenge, channel: ChallengeChannel.PHONE } }) });
  await type('Email or phone', '912 345 678');
  await type('Country of the number', 'PT');
  await press('Continue');
  await waitFor(() => expect(address()).toContain('/verify-phone'));
  await open({});
  expect(field().value).toBe('912 345 678');
  expect((screen.getByLabelText('Country of the number') as HTMLSelectElement).value).toBe('PT');
  await openEmail({});
  expect(field().value).toBe('');
  await type('Email', 'ada@example.com');
  await open({});
  expect(field().value).toBe('ada@example.com');
});

test.each([
  ['ada@example.com', 'ada@example.com'],
  ['(201) 555-0123', ''],
])('of %s, typed before the way by email was chosen, that form has "%s"', async (text, value) => {
  await open({});
  await type('Email or phone', text);
  await openEmail({});
  expect(field().value).toBe(value);
});

test('while the challenge is asked for the button is pending, and pressing again starts nothing', async () => {
  const answer = later<object>();
  const { sent } = await open({ startSignIn: answer.answer });
  await type('Email or phone', 'ada@example.com');
  await press('Continue');
  expect(screen.getByRole('button', { name: /Continue/ }).getAttribute('aria-busy')).toBe('true');
  await press(/Continue/);
  expect(sent('startSignIn')).toHaveLength(1);
  expect(keptChallenge()).toBeUndefined();
  await answer.resolve({ challenge });
  await waitFor(() => expect(address()).toContain('/verify-email'));
});

test('an email without an account offers to create one with it, or to try another [AUT-11:page]', async () => {
  const message = 'There is no account with this email.';
  await open({ startSignIn: refusing(Code.NotFound, { message }) }, '/sign-in?returnTo=%2Ffeed%2F1');
  await type('Email or phone', 'ada@example.com');
  await press('Continue');
  await screen.findByText('ada@example.com');
  expect(document.activeElement?.textContent).toContain('ada@example.com is not registered yet.');
  expect(screen.queryByText(message)).toBeNull();
  const create = screen.getByRole('link', { name: 'Create account' });
  expect(create.getAttribute('href')).toBe('/create-account?returnTo=%2Ffeed%2F1');
  expect(screen.getAllByRole('link', { name: /create (an )?account/i })).toEqual([create]);
  await press('Use another email or phone');
  expect(field().value).toBe('ada@example.com');
  expect(screen.getByRole('link', { name: 'Create an account' })).toBeTruthy();
});

test('a failure without a message says that signing in does not work now, and is reported [AUT-12]', async () => {
  await open({ startSignIn: failing });
  await type('Email or phone', 'ada@example.com');
  await press('Continue');
  expect((await screen.findByRole('alert')).textContent).toBe(
    "We can't sign you in right now. Please try again later.",
  );
  expect(reports).toEqual([{ source: 'sign-in', error: 'ApiError', info: '' }]);
  expect(field().value).toBe('ada@example.com');
});

test('any other message of the server is shown as given, and is not reported [AUT-12]', async () => {
  const message = 'This account is suspended. Please contact support.';
  await open({ startSignIn: refusing(Code.PermissionDenied, { message }) });
  await type('Email or phone', 'ada@example.com');
  await press('Continue');
  expect((await screen.findByRole('alert')).textContent).toBe(message);
  expect(reports).toEqual([]);
  await type('Email or phone', '');
  await press('Continue');
  expect(screen.queryByText(message)).toBeNull();
});

test('a phone number without an account offers the same as an email does [AUT-11:page]', async () => {
  const message = 'There is no account with this phone number.';
  await open({ startSignIn: refusing(Code.NotFound, { message }) }, '/sign-in?returnTo=%2Ffeed%2F1');
  await type('Email or phone', '(201) 555-0123');
  await press('Continue');
  await screen.findByText('+12015550123');
  expect(document.activeElement?.textContent).toContain('+12015550123 is not registered yet.');
  expect(screen.queryByRole('alert')).toBeNull();
  const create = screen.getByRole('link', { name: 'Create account' });
  expect(create.getAttribute('href')).toBe('/create-account?returnTo=%2Ffeed%2F1');
  expect(screen.getAllByRole('link', { name: /create (an )?account/i })).toEqual([create]);
  await press('Use another email or phone');
  expect(field().value).toBe('(201) 555-0123');
  expect(screen.getByRole('link', { name: 'Create an account' })).toBeTruthy();
});

test.each([
  ['', 'Please enter your email.'],
  ['+12015550123', 'Please enter a valid email.'],
])('the email-only screen refuses "%s" [AUT-02]', async (text, message) => {
  const { sent } = await openEmail({});
  await type('Email', text);
  expect(screen.queryByLabelText('Country of the number')).toBeNull();
  await press('Continue');
  expect(screen.getByText(message)).toBeTruthy();
  expect([...sent('startSignIn'), ...sent('startLaunchSignIn')]).toEqual([]);
});

test.each([
  ['fromLaunchFestival=1', { fromLaunchFestival: true, getStart: false }, 'Launch your festival'],
  ['getStart=true', { fromLaunchFestival: false, getStart: true }, 'Sign in by email'],
])('the variant with %s sends the email and its flag [AUT-15]', async (query, flags, title) => {
  const { sent } = await openEmail({ startLaunchSignIn: () => ({ challenge }) }, `/sign-in/email?${query}`);
  expect(screen.getByRole('heading', { level: 1, name: title })).toBeTruthy();
  await type('Email', 'ada@example.com');
  await press('Continue');
  await waitFor(() => expect(address()).toContain('/verify-email'));
  expect(sent('startLaunchSignIn')).toEqual([expect.objectContaining({ email: 'ada@example.com', ...flags })]);
  expect(sent('startSignIn')).toEqual([]);
});
