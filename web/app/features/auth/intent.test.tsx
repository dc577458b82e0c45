import { create } from '@bufbuild/protobuf';
import { ChallengeChannel, ChallengeSchema } from '@marquee/contracts/identity/v1/auth_pb';
import { keepDraft, readDraft } from '../../ui/draft.ts';
import { intentOf, onward, startPath } from './intent.ts';
import { dropChallenge, keepChallenge, keptChallenge, waitingPath } from './kept-challenge.ts';

const query = (text: string) => new URLSearchParams(text);

test.each([
  ['', false],
  ['addNewAccount=0', false],
  ['addNewAccount=false', false],
  ['addNewAccount=1', true],
  ['addNewAccount=true', true],
])('whether an address with "%s" adds an account: %s [AUT-13]', (text, isSo) => {
  expect(intentOf(query(text)).addNewAccount).toBe(isSo);
});

test.each([
  ['', '/sign-in'],
  ['returnTo=/feed/f1&session=s1', '/sign-in?returnTo=%2Ffeed%2Ff1'],
  ['returnTo=/settings/export&again=1', '/sign-in?returnTo=%2Fsettings%2Fexport&again=1'],
  ['addNewAccount=1', '/add-account?addNewAccount=1'],
  ['createAccount=true&invitationId=i1', '/create-account?invitationId=i1'],
])('a challenge with "%s" was started at %s [AUT-05]', (text, path) => {
  expect(startPath(query(text))).toBe(path);
});

test('the next screen has what is carried and what is added, without what is empty', () => {
  const params = query('returnTo=/feed/f1&referrerId=&other=x');
  expect(onward('/verify-email', params, { session: 's1', userId: '' })).toBe(
    '/verify-email?returnTo=%2Ffeed%2Ff1&session=s1',
  );
});

const challenge = (channel: ChallengeChannel) => create(ChallengeSchema, { session: 's1', userId: 'u1', channel });

test.each([
  [ChallengeChannel.EMAIL, false, '/verify-email'],
  [ChallengeChannel.PHONE, false, '/verify-phone'],
  [ChallengeChannel.PHONE, true, '/add-account-verify-phone'],
])('a challenge by %s, for another account %s, waits at %s [AUT-13]', (channel, addNewAccount, path) => {
  expect(waitingPath(challenge(channel), { addNewAccount })).toBe(path);
});

test('a challenge is kept in the tab until somebody is signed in, with what was typed to start it', () => {
  keepChallenge(challenge(ChallengeChannel.EMAIL), 'ada@example.com', true);
  keepDraft('create-account', { email: 'ada@example.com' });
  expect(keptChallenge()).toMatchObject({ session: 's1', username: 'ada@example.com', createsAccount: true });
  dropChallenge();
  expect([keptChallenge(), readDraft('create-account')]).toEqual([undefined, undefined]);
});

test.each(['', 'null', '7', '{'])('what this tab kept as %p is no challenge', (text) => {
  sessionStorage.setItem('challenge', text);
  expect(keptChallenge()).toBeUndefined();
});
