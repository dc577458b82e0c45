import { Code } from '@connectrpc/connect';
import { StudioService } from '@marquee/contracts/film/v1/studio_pb';
import { ChallengeChannel } from '@marquee/contracts/identity/v1/auth_pb';
import { type Answers, inTurn, refusing } from '@marquee/testing/answer-calls';
import { aPerson } from '@marquee/testing/contract-messages';
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { client } from '../api/browser/client.ts';
import { documentLoads } from '../testing/document-loads.ts';
import { doing, press, seeToast, showPage, type } from '../testing/show-page.tsx';
import { signInOverPage, useCurrentUser } from './current-user.ts';
import { EndedSession } from './ended-session.tsx';

const refused = refusing(Code.Unauthenticated, { message: 'Please sign in again.' });
const challenge = { session: 's1', userId: 'u1', digits: '42', channel: ChallengeChannel.EMAIL, resendAfterS: 30 };

/** A page with something typed, a button that writes, and one that reads. */
function Page({ waits }: { waits?: boolean }) {
  const { state } = useCurrentUser();
  const quietly = (call: Promise<unknown>) => void call.catch(() => undefined);
  return (
    <>
      <p>{`state: ${state}`}</p>
      {state === 'account' ? <textarea aria-label="Notes" /> : null}
      <button type="button" onClick={() => quietly(client(StudioService).deleteFilm({ filmId: 'f1' }))}>
        Save
      </button>
      <button type="button" onClick={() => quietly(client(StudioService).getMyFilm({ filmId: 'f1' }))}>
        Look
      </button>
      <EndedSession waits={waits} />
    </>
  );
}

async function open(answers: Answers, person = aPerson({ email: 'ada@example.com' }), waits = false) {
  const calls = await showPage(<Page waits={waits} />, { viewer: person, answers });
  await screen.findByText('state: account');
  await type('Notes', 'what was typed');
  return calls;
}
const pressUnder = (name: string) => doing(() => fireEvent.click(screen.getByText(name)));
const dialog = () => screen.queryByRole('dialog', { name: 'Please sign in again' });
const typed = () => (screen.getByLabelText('Notes') as HTMLTextAreaElement).value;

test('a session that ended asks for sign-in over the page by a link; then the refused action goes through', async () => {
  const { sent } = await open({
    deleteFilm: inTurn<unknown[], unknown>(refused, () => ({})) as never,
    startSignIn: () => ({ challenge }),
    checkEmailVerification: () => ({ verified: true, next: '/onboarding' }),
  });
  await pressUnder('Save');
  expect(await screen.findByRole('dialog', { name: 'Please sign in again' })).toBeTruthy();
  expect(typed()).toBe('what was typed');
  await press('Send me a link');
  await seeToast('You are signed in again. Your page is as you left it; please repeat your last step.');
  expect(sent('startSignIn')).toEqual([expect.objectContaining({ email: 'ada@example.com', phoneNumber: '' })]);
  await waitFor(() => expect(dialog()).toBeNull());
  expect([typed(), documentLoads]).toEqual(['what was typed', []]);
  expect(sessionStorage.getItem('challenge')).toBeNull();
  await pressUnder('Save');
  expect(sent('deleteFilm')).toHaveLength(2);
  expect(dialog()).toBeNull();
});

test('it shows the two digits while it waits, and says when the attempt has ended', async () => {
  const { sent } = await open({
    deleteFilm: refused,
    startSignIn: () => ({ challenge }),
    checkEmailVerification: () => ({ verified: false }),
  });
  await pressUnder('Save');
  await screen.findByRole('dialog');
  await press('Send me a link');
  expect((await screen.findByTestId('digits')).textContent).toBe('Digits: 42');
  expect(screen.getByRole('timer').textContent).toContain('You can ask for a new link in');
  expect(sent('checkEmailVerification')).toEqual([expect.objectContaining({ session: 's1', userId: 'u1' })]);
  await pressUnder('Save');
  expect(screen.getByTestId('digits').textContent).toBe('Digits: 42');

  await open({
    deleteFilm: refused,
    startSignIn: () => ({ challenge }),
    checkEmailVerification: refusing(Code.NotFound),
  });
  await pressUnder('Save');
  await screen.findByRole('dialog');
  await press('Send me a link');
  expect((await screen.findByRole('alert')).textContent).toContain('Sign in attempt expired.');
  expect(screen.getByRole('button', { name: 'Send me a link' })).toBeTruthy();
});

test('somebody without an email signs in again by a code', async () => {
  const person = aPerson({ email: '', phone: '+12015550123' });
  const { sent } = await open(
    { deleteFilm: refused, startSignIn: () => ({ challenge }), verifyCode: () => ({ next: '/onboarding' }) },
    person,
  );
  await pressUnder('Save');
  await screen.findByRole('dialog');
  await press('Send me a code');
  await type('Code', '123456');
  await waitFor(() => expect(dialog()).toBeNull());
  expect(sent('verifyCode')).toEqual([expect.objectContaining({ session: 's1', phoneNumber: '+12015550123' })]);
  expect([typed(), documentLoads]).toEqual(['what was typed', []]);
});

test('closed, it keeps the page, and comes back when something is to be saved, not for a page that only looks', async () => {
  await open({ deleteFilm: refused, getMyFilm: refused });
  await pressUnder('Look');
  await screen.findByRole('dialog');
  await press('Close');
  await waitFor(() => expect(dialog()).toBeNull());
  expect(typed()).toBe('what was typed');
  await pressUnder('Look');
  expect(dialog()).toBeNull();
  await pressUnder('Save');
  expect(await screen.findByRole('dialog')).toBeTruthy();
});

test('a start that is refused says why, and can be tried again', async () => {
  await open({
    deleteFilm: refused,
    startSignIn: refusing(Code.ResourceExhausted, { message: 'Too many attempts.' }),
  });
  await pressUnder('Save');
  await screen.findByRole('dialog');
  await press('Send me a link');
  expect((await screen.findByRole('alert')).textContent).toBe('Too many attempts.');
  expect(screen.getByRole('button', { name: 'Send me a link' }).getAttribute('aria-busy')).toBeNull();
});

test('a page that says itself that the session has ended is not covered until its person wants to sign in', async () => {
  await open({ deleteFilm: refused, getMyFilm: refused }, undefined, true);
  await pressUnder('Look');
  await pressUnder('Save');
  expect(dialog()).toBeNull();
  await doing(() => signInOverPage());
  expect(await screen.findByRole('dialog')).toBeTruthy();
  await press('Close');
  await waitFor(() => expect(dialog()).toBeNull());
  expect(typed()).toBe('what was typed');
});
