import { Code } from '@connectrpc/connect';
import { type Answers, failing, inTurn, refusing } from '@marquee/testing/answer-calls';
import { fireEvent, screen, waitFor } from '@testing-library/react';
import VerifyPhoneRoute from '../../routes/account/verify-phone.tsx';
import { documentLoads, reports } from '../../testing/document-loads.ts';
import { doing, later, press, seeToast, showPage, type } from '../../testing/show-page.tsx';
import { keptChallenge } from './kept-challenge.ts';

const AT = '/verify-phone?phone=%2B12015550123&session=s1';
const open = (answers: Answers, at = AT) => showPage(<VerifyPhoneRoute />, { at, path: '/verify-phone', answers });
const field = () => screen.getByLabelText('Code') as HTMLInputElement;
/** A whole code sends itself. */
const verify = (code: string) => type('Code', code);
const keep = (part: object = {}) =>
  sessionStorage.setItem(
    'challenge',
    JSON.stringify({
      session: 's2',
      userId: 'u1',
      username: '+12015550199',
      digits: '',
      createsAccount: false,
      ...part,
    }),
  );

test('without a code nothing is sent; the field says so and has the focus [AUT-08]', async () => {
  const { sent } = await open({ verifyCode: () => ({}) });
  expect(document.activeElement).toBe(field());
  await verify('  ');
  await press('Continue');
  expect(screen.getByText('Please enter the code')).toBeTruthy();
  expect(document.activeElement).toBe(field());
  expect(sent('verifyCode')).toEqual([]);
  await type('Code', '1');
  expect(screen.queryByText('Please enter the code')).toBeNull();
});

test('a code goes out with its session and phone, without spaces, and the next page is loaded whole [AUT-08]', async () => {
  keep({ session: 's1' });
  const answer = later<object>();
  const { sent } = await open({ verifyCode: answer.answer }, `${AT}&addNewAccount=1`);
  expect(screen.getByText('+12015550123')).toBeTruthy();
  await verify('123 456');
  expect(screen.getByRole('button', { name: /Continue/ }).getAttribute('aria-busy')).toBe('true');
  await press(/Continue/);
  expect(sent('verifyCode')).toEqual([
    expect.objectContaining({ session: 's1', phoneNumber: '+12015550123', code: '123456', addNewAccount: true }),
  ]);
  await answer.resolve({ next: '/onboarding' });
  await waitFor(() => expect(documentLoads).toEqual(['/onboarding']));
  expect(keptChallenge()).toBeUndefined();
});

test.each([
  ['1234', '123 4'],
  ['12x3', '123'],
])('"%s" is shown as "%s", and is not sent by itself [AUT-08]', async (typed, shown) => {
  const { sent } = await open({ verifyCode: () => ({}) });
  await type('Code', typed);
  expect(field().value).toBe(shown);
  expect(sent('verifyCode')).toEqual([]);
});

test.each(['123456', '123-456', ' 123 456\n', 'Your code: 123456.'])(
  'the code in "%s", filled in or pasted, is sent at once and once [AUT-08]',
  async (text) => {
    const answer = later<object>();
    const { sent } = await open({ verifyCode: answer.answer });
    await type('Code', text);
    expect(field().value).toBe('123 456');
    expect(field().readOnly).toBe(true);
    await press(/Continue/);
    await doing(() => fireEvent.submit(field()));
    expect(sent('verifyCode')).toEqual([expect.objectContaining({ code: '123456' })]);
    await answer.resolve({});
    await waitFor(() => expect(documentLoads).toEqual(['/']));
  },
);

test('a digit that is corrected keeps the caret behind it, and the space between the groups is no digit [AUT-08]', async () => {
  const { sent } = await open({ verifyCode: () => ({}) });
  await type('Code', '12345');
  // As a browser does: the digit is in the field, with the caret behind it.
  field().setSelectionRange(2, 2);
  const insert = (value: string, at: number) =>
    doing(() => fireEvent.input(field(), { target: { value, selectionStart: at, selectionEnd: at } }));
  await insert('12345', 3);
  expect([field().value, field().selectionStart]).toEqual(['123 45', 3]);
  await insert('123 4', 5);
  expect([field().value, field().selectionStart]).toEqual(['123 4', 5]);
  expect(sent('verifyCode')).toEqual([]);
});

test.each([
  ['returnTo=%2Ffeed%2F1', '/sign-in?returnTo=%2Ffeed%2F1'],
  ['createAccount=true&x=y', '/create-account'],
])('the number can be changed: with %s in the form at %s [AUT-08]', async (query, path) => {
  await open({}, `${AT}&${query}`);
  expect(screen.getByRole('link', { name: 'Use another number' }).getAttribute('href')).toBe(path);
});

test('a + that an address reads as a space, or that is missing, is put back [AUT-08]', async () => {
  const { sent } = await open({ verifyCode: () => ({}) }, '/verify-phone?phone=+12015550123&session=s1');
  await verify('123456');
  expect(sent('verifyCode')).toEqual([expect.objectContaining({ phoneNumber: '+12015550123', addNewAccount: false })]);
  await waitFor(() => expect(documentLoads).toEqual(['/']));
});

test('a screen that was opened without parameters continues with what the tab kept [AUT-08]', async () => {
  keep();
  const { sent } = await open({ verifyCode: () => ({}) }, '/verify-phone');
  await verify('123456');
  expect(sent('verifyCode')).toEqual([expect.objectContaining({ session: 's2', phoneNumber: '+12015550199' })]);
});

test('without any session it has expired, and offers to start again [AUT-08]', async () => {
  const { sent } = await open({}, '/verify-phone?phone=%2B12015550123&returnTo=%2Ffeed%2F1');
  expect(screen.queryByRole('link', { name: 'Start again' })).toBeNull();
  await verify('123456');
  expect(screen.getByText('Session has expired.')).toBeTruthy();
  expect(screen.getByRole('link', { name: 'Start again' }).getAttribute('href')).toBe('/sign-in?returnTo=%2Ffeed%2F1');
  expect(sent('verifyCode')).toEqual([]);
});

test.each([
  'Invalid or Expired Code',
  'Session has expired.',
  'We have sent you a newer code. Please use the one in the newest message.',
])('the refusal %s stands beside the field and nowhere else [AUT-08]', async (message) => {
  await open({ verifyCode: refusing(Code.InvalidArgument, { message }) });
  await verify('000000');
  expect(await screen.findByText(message)).toBeTruthy();
  expect(document.activeElement).toBe(field());
  expect([field().value, field().selectionStart, field().selectionEnd]).toEqual(['000 000', 0, 7]);
  expect(screen.getByText(message).closest('[aria-live]')).not.toBeNull();
  expect(screen.queryAllByText('Error')).toEqual([]);
  expect(screen.getByRole('button', { name: 'Continue' }).getAttribute('aria-busy')).toBeNull();
  expect(documentLoads).toEqual([]);
  expect(reports).toEqual([]);
});

test.each([
  ['refused', refusing(Code.ResourceExhausted, { message: 'Please wait a minute.' }), 'Please wait a minute.', 0],
  ['failed', failing, "We can't sign you in right now. Please try again later.", 1],
])('any other submit that is %s says Error with the message [AUT-08]', async (_how, verifyCode, message, reported) => {
  await open({ verifyCode });
  await verify('000000');
  await seeToast('Error');
  expect((await screen.findAllByText(message)).length).toBeGreaterThan(1);
  expect(field().getAttribute('aria-invalid')).toBe('true');
  expect(field().value).toBe('000 000');
  expect(reports).toHaveLength(reported);
});

test('a code that is sent again loses the refusal of the first time [AUT-08]', async () => {
  const answer = later<object>();
  const message = 'Invalid or Expired Code';
  let refuses = true;
  await open({
    verifyCode: () => (refuses ? refusing(Code.InvalidArgument, { message })() : answer.answer()),
  });
  await verify('000000');
  expect(await screen.findByText(message)).toBeTruthy();
  refuses = false;
  await press(/Continue/);
  expect(screen.queryByText(message)).toBeNull();
  await answer.resolve({});
  await waitFor(() => expect(documentLoads).toEqual(['/']));
});

test('a code is sent again, to the same phone, and the new challenge counts [AUT-09:phone]', async () => {
  const resent = { challenge: { session: 's9', userId: 'u1' } };
  const { sent } = await open(
    { resendChallenge: () => resent, verifyCode: () => ({}) },
    '/verify-phone?phone=12015550123&session=s1',
  );
  await type('Code', '111');
  await press('Send a new code');
  await seeToast('A new code has been sent. Please check your text messages.');
  expect(sent('resendChallenge')).toEqual([expect.objectContaining({ session: 's1', phoneNumber: '+12015550123' })]);
  expect(field().value).toBe('');
  expect(keptChallenge()).toMatchObject({ session: 's9', username: '+12015550123' });
});

test('a code that could not be sent again says so, with the reason, and is reported [AUT-09:phone]', async () => {
  const refused = refusing(Code.ResourceExhausted, { message: 'Too many codes.' });
  const { sent } = await open({ resendChallenge: inTurn<unknown[], unknown>(refused, () => ({})) as never });
  await press('Send a new code');
  await seeToast('We failed to send a new code.');
  expect(screen.getAllByText('Too many codes.').length).toBeGreaterThan(0);
  expect(reports).toEqual([{ source: 'resend-code', error: 'ApiError', info: '' }]);
  await press('Send a new code');
  await seeToast('A new code has been sent. Please check your text messages.');
  expect(sent('resendChallenge')).toHaveLength(2);
});

test('without a phone number no code can be sent again [AUT-09:phone]', async () => {
  const { sent } = await open({}, '/verify-phone?session=s1');
  await press('Send a new code');
  await seeToast('Phone number is missing');
  expect(sent('resendChallenge')).toEqual([]);
});
