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
  await expect(browser.confirmLink({ token: old })).rejects.toMatchObject({ reason: 'LINK_INVALID' });
  expect(await browser.confirmLink({ token: linkToken })).toMatchObject({ next: '/' });
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
  await expect(guess(old)).rejects.toMatchObject({ message: 'Invalid or Expired Code' });
  const { code } = await identity.message(challenge, 2);
  expect(await guess(code)).toMatchObject({ next: '/' });
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
  for (let resends = 0; resends < 5; resends++) await browser.resendChallenge({ session, email });
  await expect(browser.resendChallenge({ session, email })).rejects.toMatchObject({ reason: 'RESEND_FAILED' });
  const { linkToken } = await identity.message(challenge, 6);
  await browser.confirmLink({ token: linkToken });
  await expect(browser.resendChallenge({ session, email })).rejects.toMatchObject({ reason: 'RESEND_FAILED' });
});

test('a code is sent again five times at most [AUT-09:core]', async () => {
  const phoneNumber = '+12025550133';
  const { browser, challenge, session } = await byPhone(phoneNumber);
  for (let resends = 0; resends < 5; resends++) await browser.resendChallenge({ session, phoneNumber });
  await expect(browser.resendChallenge({ session, phoneNumber })).rejects.toMatchObject({
    reason: 'RESEND_FAILED',
    message: 'We failed to send a new code.',
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
  await expect(resend()).rejects.toMatchObject({ reason: 'RESEND_FAILED' });
});

test('a decoy is sent again like any other, to nobody', async () => {
  const browser = identity.browser();
  const { challenge } = await browser.startSignIn({ phoneNumber: '+12025550777' });
  const session = challenge?.session ?? '';
  expect(await browser.resendChallenge({ session, phoneNumber: '+12025550777' })).toMatchObject({
    challenge: { session },
  });
  expect(await identity.message(challenge, 2)).toMatchObject({ ended: true });
});
