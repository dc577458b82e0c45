import { timestampFromDate } from '@bufbuild/protobuf/wkt';
import { Code } from '@connectrpc/connect';
import { LinkPurpose } from '@marquee/contracts/identity/v1/auth_pb';
import { type Answers, failing, refusing } from '@marquee/testing/answer-calls';
import { screen, waitFor } from '@testing-library/react';
import AuthConfirmRoute from '../../routes/account/auth-confirm.tsx';
import { documentLoads } from '../../testing/document-loads.ts';
import { later, press, showPage, type } from '../../testing/show-page.tsx';

const HERE = { sameBrowser: true, account: 'ada@example.com', createsAccount: false };
const ELSEWHERE = {
  ...{ ...HERE, sameBrowser: false, device: 'Firefox on Linux', place: 'Lisbon, Portugal' },
  startedAt: timestampFromDate(new Date('2026-11-05T12:00:00Z')),
};

async function open(link: object, answers: Answers = {}, hash = '#token=secret') {
  window.history.replaceState(null, '', `/auth/confirm${hash}`);
  const all = { inspectLink: () => link, ...answers };
  return showPage(<AuthConfirmRoute />, { at: `/auth/confirm${hash}`, path: '/auth/confirm', answers: all });
}

test('opening a link uses nothing; the secret leaves the address at once [AUT-19:page]', async () => {
  const { sent } = await open(HERE);
  expect(await screen.findByText('Sign in as ada@example.com.')).toBeTruthy();
  expect(window.location.href).toBe('http://localhost/auth/confirm');
  expect(sent('inspectLink')).toEqual([expect.objectContaining({ token: 'secret' })]);
  expect(sent('confirmLink')).toEqual([]);
});

test('in the browser that began, the button signs in and the next page is loaded whole [AUT-19:page]', async () => {
  const answer = later<object>();
  const { sent } = await open(HERE, { confirmLink: answer.answer });
  await press('Sign in');
  expect(screen.getByRole('button', { name: /Sign in/ }).getAttribute('aria-busy')).toBe('true');
  await press(/Sign in/);
  expect(sent('confirmLink')).toEqual([expect.objectContaining({ token: 'secret', digits: '' })]);
  await answer.resolve({ user: { id: 'u1' }, next: '/feed/1' });
  await waitFor(() => expect(documentLoads).toEqual(['/feed/1']));
});

test('a new account is confirmed [AUT-19:page]', async () => {
  await open({ ...HERE, createsAccount: true }, { confirmLink: () => ({ user: { id: 'u1' } }) });
  expect(await screen.findByText('Confirm that ada@example.com is yours, and your account is there.')).toBeTruthy();
  expect(screen.queryByLabelText(/two digits/)).toBeNull();
  await press('Confirm');
  await waitFor(() => expect(documentLoads).toEqual(['/']));
});

test('an address that is masked is not broken over lines', async () => {
  await open({ ...HERE, account: 'a…@example.com' });
  const lead = await screen.findByText(/^Sign in as/);
  expect(lead.textContent).toBe('Sign in as a\u2060…\u2060@example.com.');
});

test('elsewhere it shows device, place and time of the browser that began [AUT-20:page]', async () => {
  await open(ELSEWHERE);
  expect(await screen.findByRole('heading', { name: 'Is this you?' })).toBeTruthy();
  expect(screen.getByText(/Somebody asked to sign in as ada@example\.com on another device/)).toBeTruthy();
  const textOf = (name: string) => screen.getByText(name).nextElementSibling?.textContent;
  expect(textOf('Device')).toBe('Firefox on Linux');
  expect(textOf('Place')).toBe('Lisbon, Portugal');
  expect(textOf('Time')).toContain('Nov 05, 2026 at');
});

test.each(['', '4', 'ab', '123'])(
  'elsewhere "%s" is not two digits, and nothing is sent [AUT-20:page]',
  async (digits) => {
    const { sent } = await open(ELSEWHERE);
    await type(/two digits/, digits);
    await press('Confirm');
    expect(screen.getByText('Please enter the two digits that the other screen shows.')).toBeTruthy();
    expect(sent('confirmLink')).toEqual([]);
    await type(/two digits/, '42');
    expect(screen.queryByText('Please enter the two digits that the other screen shows.')).toBeNull();
  },
);

test('elsewhere the right digits confirm, and nobody is signed in here [AUT-20:page]', async () => {
  const { sent } = await open({ ...ELSEWHERE, createsAccount: true }, { confirmLink: () => ({}) });
  expect(await screen.findByText(/Somebody asked to create an account for ada@example\.com/)).toBeTruthy();
  await type(/two digits/, ' 42 ');
  await press('Confirm');
  expect(await screen.findByRole('heading', { name: 'Confirmed' })).toBeTruthy();
  expect(sent('confirmLink')).toEqual([expect.objectContaining({ token: 'secret', digits: '42' })]);
  expect(documentLoads).toEqual([]);
});

test.each([
  [
    refusing(Code.FailedPrecondition, { message: 'For safety this sign-in was ended.' }),
    'For safety this sign-in was ended.',
  ],
  [failing, "We can't sign you in right now. Please try again later."],
])('a wrong entry ends it: there is no second try [AUT-20:page]', async (confirmLink, message) => {
  await open(ELSEWHERE, { confirmLink });
  await type(/two digits/, '11');
  await press('Confirm');
  expect((await screen.findByRole('alert')).textContent).toBe(message);
  expect(screen.queryByLabelText(/two digits/)).toBeNull();
  expect(screen.getByRole('link', { name: 'Sign in' }).getAttribute('href')).toBe('/sign-in');
});

test.each([
  [
    'LINK_USED',
    'This link was used',
    'This link was used already. If you are not signed in, please ask for a new one.',
  ],
  ['LINK_REPLACED', 'There is a newer email', 'Please use the link in the newest email.'],
  ['LINK_INVALID', 'This link did not work', 'This link is not valid any more.'],
])('a link that is refused as %s is headed "%s" [AUT-19:page]', async (reason, title, message) => {
  await open(HERE, { inspectLink: refusing(Code.FailedPrecondition, { reason, message }) });
  expect(await screen.findByRole('heading', { name: title })).toBeTruthy();
  expect(screen.getByRole('alert').textContent).toBe(message);
  // Opened before, and used or replaced while it was looked at.
  await open(HERE, { confirmLink: refusing(Code.FailedPrecondition, { reason, message }) });
  await press('Sign in');
  expect(await screen.findByRole('heading', { name: title })).toBeTruthy();
});

test('a link without a token, or one that is refused, did not work', async () => {
  const message = 'This link is not valid any more. Please go back to the page where you began and ask for a new one.';
  const { sent } = await open(HERE, {}, '');
  expect((await screen.findByRole('alert')).textContent).toBe(message);
  expect(sent('inspectLink')).toEqual([]);
  await open(HERE, { inspectLink: refusing(Code.NotFound, { message: 'It was used.' }) });
  expect((await screen.findByRole('alert')).textContent).toBe('It was used.');
  await open(HERE, { inspectLink: failing });
  expect((await screen.findByRole('alert')).textContent).toBe(
    "We can't sign you in right now. Please try again later.",
  );
});

test('a new email is confirmed where it was asked for, and nobody is signed in elsewhere [AUT-14:link]', async () => {
  const purpose = LinkPurpose.CHANGE_EMAIL;
  await open({ ...HERE, purpose }, { confirmLink: () => ({ user: { id: 'u1' }, next: '/settings/account' }) });
  expect(await screen.findByRole('heading', { name: 'Is this your new email?' })).toBeTruthy();
  await press('Confirm');
  await waitFor(() => expect(documentLoads).toEqual(['/settings/account']));

  const { sent } = await open({ ...ELSEWHERE, purpose }, { confirmLink: () => ({}) });
  expect(await screen.findByText(/give their account the email ada@example\.com/)).toBeTruthy();
  await type(/two digits/, '42');
  await press('Confirm');
  expect(await screen.findByText('The account has this email now. You can close this page.')).toBeTruthy();
  expect(sent('confirmLink').at(-1)).toMatchObject({ digits: '42' });
});

test.each([
  [LinkPurpose.UNDO_EMAIL, 'Was your email changed by somebody else?'],
  [LinkPurpose.UNDO_PHONE, 'Was your phone number changed by somebody else?'],
])('a change that was not theirs is taken back by a button, without digits [AUT-14:object]', async (purpose, title) => {
  await open({ ...ELSEWHERE, purpose }, { confirmLink: () => ({}) });
  expect(await screen.findByRole('heading', { name: title })).toBeTruthy();
  expect(screen.getByText('Firefox on Linux')).toBeTruthy();
  expect(screen.queryByLabelText(/two digits/)).toBeNull();
  await press('Take the change back');
  expect(await screen.findByRole('heading', { name: 'Taken back' })).toBeTruthy();
  expect(screen.getByRole('link', { name: 'Sign in' }).getAttribute('href')).toBe('/sign-in');
});
