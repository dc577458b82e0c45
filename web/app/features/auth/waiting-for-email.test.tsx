import { Code } from '@connectrpc/connect';
import { type Answers, failing, inTurn, refusing } from '@marquee/testing/answer-calls';
import { cleanup, fireEvent, screen } from '@testing-library/react';
import VerifyEmailRoute from '../../routes/account/verify-email.tsx';
import { documentLoads, reports } from '../../testing/document-loads.ts';
import { passing, pauseTimeouts, settled } from '../../testing/paused-timeouts.ts';
import { doing, later, showPage } from '../../testing/show-page.tsx';
import { keepDraft, readDraft } from '../../ui/draft.ts';
import { keptChallenge } from './kept-challenge.ts';

pauseTimeouts();

const AT = '/verify-email?session=s1&userId=u1&email=ada%40example.com';
const waiting = () => ({ verified: false });

async function open(answers: Answers, at = AT) {
  const calls = await showPage(<VerifyEmailRoute />, {
    at,
    path: '/verify-email',
    answers: { checkEmailVerification: waiting, ...answers },
  });
  await settled();
  return { ...calls, asked: () => calls.sent('checkEmailVerification') };
}
const keep = (part: object = {}) =>
  sessionStorage.setItem(
    'challenge',
    JSON.stringify({
      session: 's2',
      userId: 'u2',
      username: 'li@example.com',
      digits: '42',
      createsAccount: false,
      ...part,
    }),
  );
const resend = async () => {
  await doing(() => fireEvent.click(screen.getByRole('button', { name: /Send a new link/ })));
  await settled();
};

test('it asks at once, then every 5 seconds, and no more often [AUT-07]', async () => {
  const { asked } = await open({});
  expect(asked()).toEqual([expect.objectContaining({ session: 's1', userId: 'u1' })]);
  await passing(4_999);
  expect(asked()).toHaveLength(1);
  await passing(1);
  expect(asked()).toHaveLength(2);
  await passing(15_000);
  expect(asked()).toHaveLength(5);
});

test('the next 5 seconds begin when the answer is there, so that slow answers do not pile up [AUT-07]', async () => {
  const answer = later<{ verified: boolean }>();
  const { asked } = await open({ checkEmailVerification: answer.answer });
  await passing(12_000);
  expect(asked()).toHaveLength(1);
  await answer.resolve({ verified: false });
  await settled();
  await passing(4_999);
  expect(asked()).toHaveLength(1);
  await passing(1);
  expect(asked()).toHaveLength(2);
});

test.each([
  ['where identity says', { verified: true, next: '/feed/1' }, '/feed/1'],
  ['home, when it says nothing', { verified: true }, '/'],
])('once the link was used it continues by itself %s, and asks no more [AUT-07]', async (_where, answer, next) => {
  keep({ session: 's1' });
  keepDraft('sign-in', { typed: 'ada@example.com' });
  const { asked } = await open({
    checkEmailVerification: inTurn<unknown[], unknown>(waiting, () => answer) as never,
  });
  expect(documentLoads).toEqual([]);
  await passing(5_000);
  expect(documentLoads).toEqual([next]);
  expect(keptChallenge()).toBeUndefined();
  expect(readDraft('sign-in')).toBeUndefined();
  await passing(60_000);
  expect(asked()).toHaveLength(2);
});

test.each([
  ['returnTo=%2Ffeed%2F1', '/sign-in?returnTo=%2Ffeed%2F1'],
  ['createAccount=1&invitationId=i1', '/create-account?invitationId=i1'],
])('the email can be changed: with %s in the form at %s [AUT-07]', async (query, path) => {
  await open({}, `${AT}&${query}`);
  expect(screen.getByRole('link', { name: 'Use another email' }).getAttribute('href')).toBe(path);
});

test('a lost network or an unavailable service changes nothing: it keeps asking [AUT-07]', async () => {
  const { asked } = await open({
    checkEmailVerification: inTurn<unknown[], unknown>(failing, refusing(Code.ResourceExhausted), () => ({
      verified: true,
    })) as never,
  });
  expect(screen.queryByRole('alert')).toBeNull();
  await passing(10_000);
  expect(asked()).toHaveLength(3);
  expect(documentLoads).toEqual(['/']);
});

test.each([Code.NotFound, Code.Unauthenticated, Code.FailedPrecondition, Code.PermissionDenied])(
  'a challenge that has ended (%d) says so and offers to start again, with what the address carried [AUT-07 AUT-12]',
  async (code) => {
    const carried = 'returnTo=%2Ffeed%2F1&addNewAccount=1&fromLaunchFestival=1&getStart=1';
    const ids = 'referrerId=r1&invitationId=i1&festivalSponsorshipCode=code';
    const { asked } = await open({ checkEmailVerification: refusing(code) }, `${AT}&${carried}&${ids}`);
    expect(screen.getByRole('alert').textContent).toBe('Sign in attempt expired. Please send a email and try again.');
    const again = screen.getByRole('link', { name: 'Sign in' });
    expect(again.getAttribute('href')).toBe(`/add-account?${carried}&${ids}`);
    await passing(30_000);
    expect(asked()).toHaveLength(1);
  },
);

test('the ending is shown in the words of the server where it has some [AUT-12]', async () => {
  await open({
    checkEmailVerification: refusing(Code.FailedPrecondition, { message: 'Email address already in use.' }),
  });
  expect(screen.getByRole('alert').textContent).toBe('That email is already used. Please sign in instead.');
});

test.each(['1', 'true'])(
  'somebody who creates an account (createAccount=%s) starts again there [AUT-07]',
  async (flag) => {
    await open({ checkEmailVerification: refusing(Code.NotFound) }, `${AT}&createAccount=${flag}`);
    expect(screen.getByRole('link', { name: 'Create account' }).getAttribute('href')).toBe('/create-account');
  },
);

test('it shows the address and the two digits that the tab kept [AUT-20:page]', async () => {
  keep();
  const { asked } = await open({}, '/verify-email');
  expect(screen.getByText('li@example.com')).toBeTruthy();
  expect(screen.getByTestId('digits').textContent).toBe('Digits: 42');
  expect(asked()).toEqual([expect.objectContaining({ session: 's2', userId: 'u2' })]);
});

test('what the address says counts before what the tab kept; another tab’s digits are not known [AUT-07]', async () => {
  keep();
  const { asked } = await open({});
  expect(screen.getByText('ada@example.com')).toBeTruthy();
  expect(asked()).toEqual([expect.objectContaining({ session: 's1', userId: 'u1' })]);
  sessionStorage.clear();
  await open({});
  expect(screen.getByTestId('digits').textContent).toBe('Digits: ––');
});

test('without a session and a user there is nothing to wait for [AUT-07]', async () => {
  const { asked } = await open({}, '/verify-email');
  expect(screen.getByRole('alert').textContent).toContain('Sign in attempt expired.');
  await passing(10_000);
  expect(asked()).toEqual([]);
});

test('a screen that was left asks no more [AUT-07]', async () => {
  const { asked } = await open({});
  cleanup();
  await passing(20_000);
  expect(asked()).toHaveLength(1);
});

test('a link is sent again, and the new challenge is the one that is asked for [AUT-09:email]', async () => {
  const answer = later<object>();
  const { sent, asked } = await open(
    { resendChallenge: answer.answer },
    '/verify-email?email=ada%40example.com&session=s1&createAccount=1',
  );
  await resend();
  expect(screen.getByRole('button', { name: /Send a new link/ }).getAttribute('aria-busy')).toBe('true');
  await resend();
  expect(sent('resendChallenge')).toEqual([expect.objectContaining({ session: 's1', email: 'ada@example.com' })]);
  await answer.resolve({ challenge: { session: 's9', userId: 'u9', digits: '77' } });
  await settled();
  expect(screen.getAllByText('A new link has been sent. Please check your email.').length).toBeGreaterThan(0);
  expect(screen.getByTestId('digits').textContent).toBe('Digits: 77');
  expect(keptChallenge()).toMatchObject({ session: 's9', username: 'ada@example.com', createsAccount: true });
  expect(asked().at(-1)).toMatchObject({ session: 's1', userId: 'u9' });
});

test('a link that could not be sent again says so, with the reason, and is reported [AUT-09:email]', async () => {
  await open({ resendChallenge: refusing(Code.ResourceExhausted, { message: 'Too many mails.' }) });
  await resend();
  expect(screen.getAllByText('We failed to send a new email.').length).toBeGreaterThan(0);
  expect(screen.getAllByText('Too many mails.').length).toBeGreaterThan(0);
  expect(reports).toEqual([{ source: 'resend-email', error: 'ApiError', info: '' }]);
  expect(screen.getByRole('button', { name: 'Send a new link' }).getAttribute('aria-busy')).toBeNull();
});

test('without an email none can be sent again [AUT-09:email]', async () => {
  const { sent } = await open({}, '/verify-email?session=s1');
  await resend();
  expect(screen.getAllByText('Email is missing.').length).toBeGreaterThan(0);
  expect(sent('resendChallenge')).toEqual([]);
});
