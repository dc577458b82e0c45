import { Code } from '@connectrpc/connect';
import { type IdentityUnderTest, identityService } from '../testing/identity-service.ts';

let identity: IdentityUnderTest;
beforeAll(async () => {
  identity = await identityService({ env: { SIGN_IN_LIMITS_SCALE: '100' } });
});

async function byEmail() {
  const { email } = await identity.anAccount();
  const browser = identity.browser();
  const { challenge } = await browser.startSignIn({ email });
  return { email, browser, challenge, session: challenge?.session ?? '' };
}

async function byPhone(phoneNumber: string) {
  await identity.anAccount({ phone: phoneNumber });
  const browser = identity.browser();
  const { challenge } = await browser.startSignIn({ phoneNumber });
  return { browser, challenge, session: challenge?.session ?? '' };
}

test('a new link replaces the old one; the waiting screen keeps its digits [AUT-09:core]', async () => {
  const { email, browser, challenge, session } = await byEmail();
  const { linkToken: old } = await identity.message(challenge);
  const resent = await browser.resendChallenge({ session, email: email.toUpperCase() });
  expect(resent.challenge).toMatchObject({ session, username: email, digits: challenge?.digits });

  expect(await identity.message(challenge, 1)).toMatchObject({ ended: true });
  const { linkToken } = await identity.message(challenge, 2);
  expect(linkToken).not.toBe(old);
  const newer = { reason: 'LINK_REPLACED', message: expect.stringContaining('the one in the newest email') };
  await expect(browser.confirmLink({ token: old })).rejects.toMatchObject(newer);
  await expect(identity.browser().inspectLink({ token: old })).rejects.toMatchObject(newer);
  expect(await browser.confirmLink({ token: linkToken })).toMatchObject({ next: '/' });
  await expect(browser.confirmLink({ token: old })).rejects.toMatchObject({ reason: 'LINK_USED' });
  const issued = (await identity.events()).filter(({ key }) => key === session);
  expect(issued.map(({ type, version }) => [type, version])).toEqual([
    ['ChallengeIssued', 1n],
    ['ChallengeIssued', 2n],
  ]);
});

test('a new code replaces the old one, with new tries and a new time [AUT-09:core AUT-19:code]', async () => {
  const phoneNumber = '+12025550131';
  const { browser, challenge, session } = await byPhone(phoneNumber);
  const { code: old } = await identity.message(challenge);
  const guess = (code: string) => browser.verifyCode({ session, phoneNumber, code });
  for (const code of ['1', '2', '3', '4', '5']) await expect(guess(code)).rejects.toMatchObject({});
  identity.clock.advance(9 * 60_000);
  await browser.resendChallenge({ session, phoneNumber: '1 (202) 555-0131' });
  identity.clock.advance(9 * 60_000);
  await expect(guess(old)).rejects.toMatchObject({
    reason: 'CODE_REPLACED',
    message: 'We have sent you a newer code. Please use the one in the newest message.',
  });
  await expect(guess('12345')).rejects.toMatchObject({ message: 'Invalid or Expired Code' });
  const { code } = await identity.message(challenge, 2);
  expect(await guess(code)).toMatchObject({ next: '/' });
});

test('a link before the newest of an attempt that is over is as invalid as any other', async () => {
  const { email, browser, challenge, session } = await byEmail();
  const { linkToken: old } = await identity.message(challenge);
  await browser.resendChallenge({ session, email });
  identity.clock.advance(30 * 60_000);
  await expect(browser.inspectLink({ token: old })).rejects.toMatchObject({ reason: 'LINK_INVALID' });
});

test('a code before the newest uses up a try as a wrong one does [AUT-19:code]', async () => {
  const phoneNumber = '+12025550136';
  const { browser, challenge, session } = await byPhone(phoneNumber);
  const { code: old } = await identity.message(challenge);
  await browser.resendChallenge({ session, phoneNumber });
  const guess = (code: string) => browser.verifyCode({ session, phoneNumber, code });
  for (let tries = 0; tries < 5; tries++) await expect(guess(old)).rejects.toMatchObject({ reason: 'CODE_REPLACED' });
  const { code } = await identity.message(challenge, 2);
  await expect(guess(code)).rejects.toMatchObject({ reason: 'CODE_INVALID' });
});

test('a mail that is sent twice holds the same link [AUT-09:core]', async () => {
  const { challenge } = await byEmail();
  const first = await identity.message(challenge);
  expect(first.linkToken).toMatch(/^[\w-]{43}$/);
  expect((await identity.message(challenge)).linkToken).toBe(first.linkToken);
});

test("resending without an address, or for another one, has the specification's texts [AUT-09:core]", async () => {
  const mail = await byEmail();
  await expect(mail.browser.resendChallenge({ session: mail.session })).rejects.toMatchObject({
    message: 'Email is missing.',
  });
  await expect(
    mail.browser.resendChallenge({ session: mail.session, email: 'other@example.com' }),
  ).rejects.toMatchObject({ message: 'We failed to send a new email.' });

  const text = await byPhone('+12025550132');
  await expect(text.browser.resendChallenge({ session: text.session })).rejects.toMatchObject({
    message: 'Phone number is missing',
  });
  await expect(
    text.browser.resendChallenge({ session: text.session, phoneNumber: '+12025550000' }),
  ).rejects.toMatchObject({ message: 'We failed to send a new code.' });
  expect(await text.browser.resendChallenge({ session: text.session, phoneNumber: '12025550132' })).toMatchObject({
    challenge: { session: text.session },
  });
});

test('a challenge is sent again five times at most, and not once it is met', async () => {
  const { email, browser, challenge, session } = await byEmail();
  const usedUp = [challenge?.resendsUsedUp];
  for (let resends = 0; resends < 5; resends++) {
    usedUp.push((await browser.resendChallenge({ session, email })).challenge?.resendsUsedUp);
  }
  expect(usedUp).toEqual([false, false, false, false, false, true]);
  await expect(browser.resendChallenge({ session, email })).rejects.toMatchObject({
    reason: 'RESENDS_USED_UP',
    message: 'We have sent 5 new links and cannot send more for this sign-in. Please start again.',
  });
  const { linkToken } = await identity.message(challenge, 6);
  await browser.confirmLink({ token: linkToken });
  await expect(browser.resendChallenge({ session, email })).rejects.toMatchObject({ reason: 'RESEND_FAILED' });
});

test('a code is sent again five times at most [AUT-09:core]', async () => {
  const phoneNumber = '+12025550133';
  const { browser, challenge, session } = await byPhone(phoneNumber);
  for (let resends = 0; resends < 5; resends++) await browser.resendChallenge({ session, phoneNumber });
  await expect(browser.resendChallenge({ session, phoneNumber })).rejects.toMatchObject({
    reason: 'RESENDS_USED_UP',
    message: 'We have sent 5 new codes and cannot send more for this sign-in. Please start again.',
  });
  expect(await identity.message(challenge, 7)).toMatchObject({ ended: true });
  const { code } = await identity.message(challenge, 6);
  expect(await browser.verifyCode({ session, phoneNumber, code })).toMatchObject({ next: '/' });
});

test('a code that ran out may be sent again for an hour after it was first sent, and no longer [AUT-09:core]', async () => {
  const phoneNumber = '+12025550134';
  const { browser, session } = await byPhone(phoneNumber);
  const resend = () => browser.resendChallenge({ session, phoneNumber });
  identity.clock.advance(60 * 60_000 - 1);
  await resend();
  identity.clock.advance(1);
  await expect(resend()).rejects.toMatchObject({ reason: 'SESSION_EXPIRED', message: 'Session has expired.' });
});

test.each([
  ['a link', { email: 'wait@example.com' }],
  ['a code', { phoneNumber: '+12025550135' }],
])('%s may be sent again after 30 seconds, which every answer counts down [AUT-09:core]', async (_what, address) => {
  const strict = await identityService();
  const { email, phoneNumber: phone } = address as { email?: string; phoneNumber?: string };
  await strict.anAccount({ ...(email && { email }), ...(phone && { phone }) });
  const browser = strict.browser();
  const { challenge } = await browser.startSignIn(address);
  expect(challenge).toMatchObject({ resendAfterS: 30, resendsUsedUp: false });
  const resend = () => browser.resendChallenge({ session: challenge?.session, ...address });
  strict.clock.advance(12_500);
  const refusal = await resend().catch((error) => error);
  expect(refusal).toMatchObject({
    code: Code.ResourceExhausted,
    reason: 'RESEND_TOO_SOON',
    message: 'A message is on its way to you. Please wait a moment before you ask for another one.',
    metadata: { retryAfterS: '18' },
  });
  expect(await strict.message(challenge, 2)).toMatchObject({ ended: true });
  strict.clock.advance(17_499);
  await expect(resend()).rejects.toMatchObject({ metadata: { retryAfterS: '1' } });
  strict.clock.advance(1);
  expect((await resend()).challenge).toMatchObject({ resendAfterS: 30 });
  await expect(resend()).rejects.toMatchObject({ metadata: { retryAfterS: '30' } });
});
