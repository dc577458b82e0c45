import { Code } from '@connectrpc/connect';
import { ChallengeChannel } from '@marquee/contracts/identity/v1/auth_pb';
import { type Answers, failing, refusing } from '@marquee/testing/answer-calls';
import { fireEvent, screen, waitFor } from '@testing-library/react';
import CreateAccountRoute from '../../routes/account/create-account.tsx';
import { reports } from '../../testing/document-loads.ts';
import { address, choose, doing, later, press, showPage, type } from '../../testing/show-page.tsx';
import { keptChallenge } from './kept-challenge.ts';

const challenge = { session: 's1', userId: 'u1', digits: '42', channel: ChallengeChannel.EMAIL };
const open = (answers: Answers = {}, at = '/create-account', state?: unknown) =>
  showPage(<CreateAccountRoute />, {
    at,
    state,
    path: '/create-account',
    answers: { startCreateAccount: () => ({ challenge }), ...answers },
  });
const textOf = (label: string) => (screen.getByLabelText(label) as HTMLInputElement).value;

async function fillIn(part: Record<string, string> = {}) {
  const values = { Email: 'ada@example.com', 'First name': 'Ada', 'Last name': 'Lovelace', ...part };
  for (const [label, value] of Object.entries(values)) await type(label, value);
}
const submit = () => press(/Create account/);

test('one of email and phone is required, and both names; the first error has the focus [AUT-04:page]', async () => {
  const { sent } = await open();
  await submit();
  expect(await screen.findByText('Please enter your email or phone.')).toBeTruthy();
  expect(screen.getByText('Please provide your legal first name')).toBeTruthy();
  expect(screen.getByText('Please provide your legal last name')).toBeTruthy();
  expect(document.activeElement).toBe(screen.getByLabelText('Email'));
  expect(sent('startCreateAccount')).toEqual([]);
});

test('the country is the United States by default; an account by email waits for its link [AUT-04:page]', async () => {
  const { sent } = await open({}, '/create-account?returnTo=%2Ffeed%2F1&invitationId=i1');
  expect(textOf('Country')).toBe('United States');
  await fillIn();
  await submit();
  await waitFor(() => expect(address()).toContain('/verify-email'));
  expect(sent('startCreateAccount')).toEqual([
    expect.objectContaining({
      ...{ email: 'ada@example.com', phoneNumber: '', firstName: 'Ada', lastName: 'Lovelace', country: 'US' },
      intent: expect.objectContaining({ returnTo: '/feed/1', invitationId: 'i1' }),
    }),
  ]);
  expect(Object.fromEntries(new URLSearchParams(address()?.split('?')[1]))).toEqual({
    ...{ returnTo: '/feed/1', invitationId: 'i1', session: 's1', userId: 'u1', createAccount: '1' },
  });
  expect(keptChallenge()).toMatchObject({ username: 'ada@example.com', createsAccount: true });
  await open();
  expect([textOf('Email'), textOf('First name')]).toEqual(['ada@example.com', 'Ada']);
});

test('a phone takes the dial code of the country, and its code is asked for [AUT-04:page]', async () => {
  const { sent } = await open({
    startCreateAccount: () => ({ challenge: { ...challenge, channel: ChallengeChannel.PHONE } }),
  });
  await fillIn({ Email: '', Phone: '912 345 678' });
  await choose('Country', 'Portugal');
  await submit();
  await waitFor(() => expect(address()).toContain('/verify-phone'));
  expect(sent('startCreateAccount')).toEqual([
    expect.objectContaining({ email: '', phoneNumber: '+351912345678', country: 'PT' }),
  ]);
});

test('with both, both are sent: the server verifies the email first [AUT-04:page]', async () => {
  const { sent } = await open();
  await fillIn({ Phone: '(201) 555-0123' });
  await submit();
  await waitFor(() => expect(sent('startCreateAccount')).toHaveLength(1));
  expect(sent('startCreateAccount')[0]).toMatchObject({ email: 'ada@example.com', phoneNumber: '+12015550123' });
});

test.each([
  ['Email', 'ada@', 'Please enter a valid email.'],
  ['Phone', '123', 'Please enter a valid phone number.'],
])('%s "%s" is refused beside its field on leaving it [AUT-04:page]', async (label, value, message) => {
  await open();
  await type(label, value);
  await doing(() => fireEvent.blur(screen.getByLabelText(label)));
  expect(await screen.findByText(message)).toBeTruthy();
  expect(screen.getByLabelText(label).getAttribute('aria-invalid')).toBe('true');
});

test('while it is sent it says so, and sends nothing twice', async () => {
  const answer = later<object>();
  const { sent } = await open({ startCreateAccount: answer.answer });
  await fillIn();
  await submit();
  await waitFor(() => expect(sent('startCreateAccount')).toHaveLength(1));
  expect(screen.getByRole('button', { name: /Create account/ }).getAttribute('aria-busy')).toBe('true');
  await submit();
  expect(sent('startCreateAccount')).toHaveLength(1);
  await answer.resolve({ challenge });
  await waitFor(() => expect(address()).toContain('/verify-email'));
});

test('a refusal that names a field stands beside it', async () => {
  const fields = [{ field: 'firstName', message: 'Please provide your legal first name' }];
  await open({ startCreateAccount: refusing(Code.InvalidArgument, { fields }) });
  await fillIn();
  await submit();
  expect(await screen.findByText('Please provide your legal first name')).toBeTruthy();
  await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText('First name')));
  expect(reports).toEqual([]);
});

test.each([
  [
    'an email in use',
    refusing(Code.AlreadyExists, { message: 'Email address already in use.' }),
    'That email is already used. Please sign in instead.',
    0,
  ],
  ['another refusal', refusing(Code.ResourceExhausted, { message: 'Please wait.' }), 'Please wait.', 0],
  ['no message', failing, "We can't sign you in right now. Please try again later.", 1],
])(
  '%s is said above the button; what was typed stays, also over a reload [AUT-12]',
  async (_what, startCreateAccount, message, reported) => {
    await open({ startCreateAccount });
    await fillIn();
    await submit();
    expect((await screen.findByRole('alert')).textContent).toBe(message);
    expect(reports).toHaveLength(reported);
    expect(textOf('First name')).toBe('Ada');
    await open();
    await waitFor(() => expect(textOf('First name')).toBe('Ada'));
  },
);

test('the way to sign in keeps where the person was going', async () => {
  await open({}, '/create-account?returnTo=%2Ffeed%2F1&x=y');
  expect(screen.getByRole('link', { name: 'Sign in' }).getAttribute('href')).toBe('/sign-in?returnTo=%2Ffeed%2F1');
});

test.each([
  ['ada@example.com', 'ada@example.com'],
  ['not an email', ''],
  [42, ''],
])('the email %s that sign-in did not know is typed already [AUT-11:page]', async (email, typed) => {
  await open({}, '/create-account', { email });
  expect(textOf('Email')).toBe(typed);
});

test.each([
  ['+12015550123', '+12015550123'],
  ['555', ''],
])('the phone number %s that sign-in did not know is typed already [AUT-11:page]', async (phoneNumber, typed) => {
  await open({}, '/create-account', { email: '', phoneNumber });
  expect(textOf('Phone')).toBe(typed);
});
