import { Code } from '@connectrpc/connect';
import { type Challenge, EmailChangeState, LinkPurpose } from '@marquee/contracts/identity/v1/auth_pb';
import { CHALLENGE_LIMITS } from '@marquee/rules/challenge';
import { suspendAccount } from '../account/suspend-account.ts';
import type { ImportedAccount } from '../seed/import-accounts.ts';
import { identityService, signInByLink, type TestBrowser } from '../testing/identity-service.ts';

let identity: Awaited<ReturnType<typeof identityService>>;
beforeAll(async () => {
  identity = await identityService();
});

let numbers = 0;
function next(): number {
  numbers += 1;
  return numbers;
}
const newEmail = () => `new${next()}@example.com`;
const newPhone = () => `+1202555${String(next()).padStart(4, '0')}`;
const requestId = () => crypto.randomUUID();

async function person(account: Partial<ImportedAccount> = {}) {
  const made = await identity.anAccount(account);
  const browser = identity.browser();
  await signInByLink(identity, browser, made.email ?? '');
  return { account: made, browser };
}

const addresses = async (accountId: string) =>
  (
    await identity.db.query<{ email: string | null; phone: string | null }>(
      'SELECT email, sign_in_phone AS phone FROM accounts WHERE id = $1',
      [accountId],
    )
  )[0];
const statusOf = async (browser: TestBrowser) => (await browser.checkEmailChangeStatus()).emailStatus;
const linkOf = async (challenge: Challenge | undefined) => (await identity.message(challenge)).linkToken;

/** The notice that was sent last, as its reader has it. */
async function lastNotice() {
  const events = await identity.events();
  const challengeId = events.findLast(({ type }) => type === 'ChallengeIssued')?.key ?? '';
  return identity.notification.revealChallenge({ challengeId, generation: 1 });
}

describe('a new email [AUT-14:email]', () => {
  test('waits until it is proven, then is UPDATED, and signs in [AUT-14:email] [AUT-21:change] [PRO-15:email]', async () => {
    const { account, browser } = await person();
    const email = newEmail();
    const { user, challenge, next } = await browser.updateProfile({ email: ` ${email.toUpperCase()} ` });
    expect(user).toMatchObject({ id: account.id, email: account.email });
    expect(next).toBe('/settings/verify-email');
    expect(challenge).toMatchObject({ username: email, digits: expect.stringMatching(/^\d\d$/) });
    expect(await statusOf(browser)).toMatchObject({ status: EmailChangeState.PENDING, email });

    const token = await linkOf(challenge);
    expect(await browser.inspectLink({ token })).toMatchObject({
      purpose: LinkPurpose.CHANGE_EMAIL,
      sameBrowser: true,
    });
    const session = browser.cookies.session;
    expect(await browser.confirmLink({ token })).toMatchObject({ user: { email }, next: '/settings/account' });
    expect(browser.cookies.session).toBe(session);
    expect(await statusOf(browser)).toMatchObject({ status: EmailChangeState.UPDATED });
    expect(await addresses(account.id)).toMatchObject({ email });
    await expect(identity.browser().startSignIn({ email: account.email })).rejects.toMatchObject({
      reason: 'NO_ACCOUNT',
    });
    await signInByLink(identity, identity.browser(), email);
  });

  test('is confirmed on another device with the two digits, and signs nobody in there [AUT-14:email] [AUT-20:change]', async () => {
    const { account, browser } = await person();
    const { challenge } = await browser.updateProfile({ email: newEmail() });
    const token = await linkOf(challenge);
    const phone = identity.browser();
    await expect(phone.confirmLink({ token })).rejects.toMatchObject({ fields: [{ field: 'digits' }] });
    expect((await phone.confirmLink({ token, digits: challenge?.digits ?? '' })).user).toBeUndefined();
    expect(await phone.viewer()).toBeUndefined();
    expect(await addresses(account.id)).toMatchObject({ email: challenge?.username });
  });

  test('one wrong entry of the digits ends it [AUT-20:change]', async () => {
    const { account, browser } = await person();
    const { challenge } = await browser.updateProfile({ email: newEmail() });
    const token = await linkOf(challenge);
    const digits = challenge?.digits === '00' ? '11' : '00';
    await expect(identity.browser().confirmLink({ token, digits })).rejects.toMatchObject({ reason: 'DIGITS_WRONG' });
    await expect(browser.confirmLink({ token })).rejects.toMatchObject({ reason: 'LINK_INVALID' });
    expect(await statusOf(browser)).toMatchObject({ status: EmailChangeState.EXPIRED });
    expect(await addresses(account.id)).toMatchObject({ email: account.email });
  });

  test('that is in use gets the same answer and the same message; who proves it reads that it is [AUT-14:in-use]', async () => {
    const { browser, account } = await person();
    const { email } = await identity.anAccount();
    const [free, used] = [await browser.updateProfile({ email: newEmail() }), await browser.updateProfile({ email })];
    const shape = (answer: typeof free) => ({ next: answer.next, ...answer.challenge, ...VARYING });
    expect(shape(used)).toEqual(shape(free));
    const token = await linkOf(used.challenge);
    expect(token).toMatch(/^[\w-]{43}$/);
    await expect(browser.confirmLink({ token })).rejects.toMatchObject({
      code: Code.AlreadyExists,
      message: 'Email address already in use.',
    });
    await expect(browser.confirmLink({ token })).rejects.toMatchObject({ reason: 'LINK_INVALID' });
    expect(await addresses(account.id)).toMatchObject({ email: account.email });
  });

  test('is worth nothing once the session that asked for it has ended, or the account is suspended [AUT-14:session]', async () => {
    const { account, browser } = await person();
    const { challenge } = await browser.updateProfile({ email: newEmail() });
    const token = await linkOf(challenge);
    await browser.signOut();
    await expect(browser.confirmLink({ token })).rejects.toMatchObject({ reason: 'CHANGE_EXPIRED' });
    expect(await addresses(account.id)).toMatchObject({ email: account.email });

    const suspended = await person();
    const started = await suspended.browser.updateProfile({ email: newEmail() });
    const link = await linkOf(started.challenge);
    await suspendAccount(identity.resources, { accountId: suspended.account.id, reason: 'spam' });
    await expect(suspended.browser.confirmLink({ token: link })).rejects.toMatchObject({ reason: 'CHANGE_EXPIRED' });
  });

  test('signs no browser in, whichever call asks [AUT-14:no-session]', async () => {
    const { browser } = await person();
    const { challenge } = await browser.updateProfile({ email: newEmail() });
    await browser.confirmLink({ token: await linkOf(challenge) });
    await expect(
      browser.checkEmailVerification({ session: challenge?.session ?? '', userId: challenge?.userId ?? '' }),
    ).rejects.toMatchObject({ reason: 'ATTEMPT_EXPIRED' });
  });

  test('is not asked for twice by a request that is repeated, and the same email changes nothing [AUT-14:repeat]', async () => {
    const { account, browser } = await person();
    const request = { requestId: requestId(), email: newEmail() };
    const first = await browser.updateProfile(request);
    const cookie = browser.cookies.challenge;
    browser.cookies.challenge = '';
    const again = await browser.updateProfile(request);
    expect(again.challenge?.session).toBe(first.challenge?.session);
    expect(browser.cookies.challenge).toBe(cookie);
    expect((await browser.updateProfile({ email: account.email })).challenge).toBeUndefined();
    await expect(browser.updateProfile({ requestId: 'guessable', email: newEmail() })).rejects.toMatchObject({
      code: Code.InvalidArgument,
    });
  });
});

/** What differs between two challenges whatever they are about. */
const VARYING = { session: '', userId: '', username: '', digits: '', expiresAt: undefined };

describe('a new phone number [AUT-14:phone]', () => {
  test('is proven by a code, by who is signed in, and signs in [AUT-14:phone] [PRO-15:phone]', async () => {
    const { account, browser } = await person();
    const phone = newPhone();
    const { challenge, next, user } = await browser.updateProfile({ phone });
    expect([next, user?.phone]).toEqual(['/settings/verify-phone', '']);
    const { code } = await identity.message(challenge);
    const session = challenge?.session ?? '';
    await expect(browser.verifyCode({ session, phoneNumber: phone, code })).rejects.toMatchObject({
      reason: 'SIGN_IN_TO_VERIFY',
      message: 'Please signin to send code',
    });
    const held = browser.cookies.session;
    const answer = await browser.verifyCodeAsViewer({ session, phoneNumber: phone, code });
    expect(answer).toMatchObject({ user: { phone }, next: '/settings/account' });
    expect(browser.cookies.session).toBe(held);
    expect(await addresses(account.id)).toEqual({ email: account.email, phone });
    await identity.browser().startSignIn({ phoneNumber: phone });
  });

  test('has 5 tries and 10 minutes [AUT-19:change]', async () => {
    const { browser } = await person();
    const tried = await browser.updateProfile({ phone: newPhone() });
    const { code } = await identity.message(tried.challenge);
    const session = tried.challenge?.session ?? '';
    const wrong = code === '000000' ? '111111' : '000000';
    for (let tries = 0; tries < CHALLENGE_LIMITS.codeTriesMax; tries += 1) {
      await expect(browser.verifyCodeAsViewer({ session, code: wrong })).rejects.toThrow('Invalid or Expired Code');
    }
    await expect(browser.verifyCodeAsViewer({ session, code })).rejects.toThrow('Invalid or Expired Code');
    const late = await browser.updateProfile({ phone: newPhone() });
    const { code: lateCode } = await identity.message(late.challenge);
    identity.clock.advance(CHALLENGE_LIMITS.codeMinutes * 60_000);
    await expect(
      browser.verifyCodeAsViewer({ session: late.challenge?.session ?? '', code: lateCode }),
    ).rejects.toThrow('Invalid or Expired Code');
  });

  test("of another account is refused to who proves it; another account's code changes nothing [AUT-14:in-use]", async () => {
    const { browser, account } = await person();
    const phone = newPhone();
    await identity.anAccount({ phone });
    const { challenge } = await browser.updateProfile({ phone });
    const { code } = await identity.message(challenge);
    const session = challenge?.session ?? '';
    await expect(browser.verifyCodeAsViewer({ session, code })).rejects.toMatchObject({ reason: 'PHONE_IN_USE' });
    expect(await addresses(account.id)).toMatchObject({ phone: null });

    const started = await browser.updateProfile({ phone: newPhone() });
    const own = await identity.message(started.challenge);
    const other = await person();
    other.browser.cookies.challenge = browser.cookies.challenge;
    await expect(
      other.browser.verifyCodeAsViewer({ session: started.challenge?.session ?? '', code: own.code }),
    ).rejects.toMatchObject({ reason: 'SIGN_IN_TO_VERIFY' });
  });

  test('and a new email are asked for one after the other [PRO-15:one]', async () => {
    const { browser } = await person();
    await expect(browser.updateProfile({ email: newEmail(), phone: newPhone() })).rejects.toThrow(
      'Please change your email and your phone number one after the other.',
    );
  });
});

test('the last address to sign in by stays; another one can be removed [AUT-14:last]', async () => {
  const { account, browser } = await person({ phone: newPhone() });
  expect((await browser.updateProfile({ email: '' })).user?.email).toBe('');
  await expect(browser.updateProfile({ phone: '' })).rejects.toMatchObject({
    reason: 'LAST_ADDRESS',
    message: 'You need an email or a phone number to sign in. Please add another one before you remove this one.',
  });
  expect(await addresses(account.id)).toEqual({ email: null, phone: account.phone });
});

test('an account asks for at most 20 new addresses a day [AUT-19:change]', async () => {
  const { browser } = await person();
  for (let asked = 0; asked < 20; asked += 1) await browser.updateProfile({ phone: newPhone() }).catch(() => undefined);
  await expect(browser.updateProfile({ email: newEmail() })).rejects.toMatchObject({ code: Code.ResourceExhausted });
});

describe('the address before', () => {
  async function changed(browser: TestBrowser, email = newEmail()) {
    const { challenge } = await browser.updateProfile({ email });
    await browser.confirmLink({ token: await linkOf(challenge) });
    return { email, notice: await lastNotice() };
  }

  test('is notified, and takes the change back, once: every session ends [AUT-14:object]', async () => {
    const { account, browser } = await person();
    const { notice } = await changed(browser);
    expect(notice).toMatchObject({ email: account.email, purpose: 'UNDO_EMAIL', code: '' });
    const owner = identity.browser();
    const token = notice.linkToken;
    expect(await owner.inspectLink({ token })).toMatchObject({ purpose: LinkPurpose.UNDO_EMAIL, sameBrowser: false });
    expect((await owner.confirmLink({ token })).user).toBeUndefined();
    expect(await addresses(account.id)).toMatchObject({ email: account.email });
    expect(await browser.viewer()).toBeUndefined();
    expect(await owner.viewer()).toBeUndefined();
    await expect(owner.confirmLink({ token })).rejects.toMatchObject({ reason: 'LINK_USED' });
  });

  test('gets back all that was changed since, and those who changed it cannot take that back [AUT-14:object]', async () => {
    const { account, browser } = await person();
    const first = await changed(browser);
    identity.clock.advance(1_000);
    const second = await changed(browser);
    const phone = newPhone();
    const { challenge } = await browser.updateProfile({ phone });
    const { code } = await identity.message(challenge);
    await browser.verifyCodeAsViewer({ session: challenge?.session ?? '', code });
    const third = await lastNotice();
    const pending = await browser.updateProfile({ email: newEmail() });
    await identity.db.query(
      `INSERT INTO passkeys (id, account_id, credential_id, public_key, counter, transports, name, is_synced, created_at)
       VALUES (gen_random_uuid(), $1, '\\x01', '\\x01', 0, '{}', 'theirs', false, $2)`,
      [account.id, identity.clock.now()],
    );

    await identity.browser().confirmLink({ token: first.notice.linkToken });
    expect(await addresses(account.id)).toEqual({ email: account.email, phone: null });
    for (const token of [second.notice.linkToken, third.linkToken]) {
      await expect(identity.browser().confirmLink({ token })).rejects.toMatchObject({ reason: 'LINK_INVALID' });
    }
    const token = await linkOf(pending.challenge);
    await expect(browser.confirmLink({ token })).rejects.toMatchObject({ reason: 'CHANGE_EXPIRED' });
    expect(await identity.db.query('SELECT 1 FROM passkeys WHERE account_id = $1', [account.id])).toEqual([]);
    await expect(identity.browser().startSignIn({ phoneNumber: phone })).rejects.toMatchObject({
      reason: 'NO_ACCOUNT',
    });
  });

  test('that somebody else has by now, or after 7 days, cannot be taken back [AUT-14:object]', async () => {
    const { account, browser } = await person();
    const { notice } = await changed(browser);
    await identity.anAccount({ email: account.email });
    await expect(identity.browser().confirmLink({ token: notice.linkToken })).rejects.toMatchObject({
      reason: 'EMAIL_IN_USE',
    });
    identity.clock.advance(CHALLENGE_LIMITS.undoDays * 86_400_000);
    await expect(identity.browser().confirmLink({ token: notice.linkToken })).rejects.toMatchObject({
      reason: 'LINK_INVALID',
    });
  });

  test('is nobody’s to take back without the account, nor a number that somebody else has by now [AUT-14:object]', async () => {
    const phone = newPhone();
    const { browser } = await person({ phone });
    const { notice } = await changed(browser);
    await browser.updateProfile({ phone: '' });
    await identity.anAccount({ phone });
    const confirm = () => identity.browser().confirmLink({ token: notice.linkToken });
    await expect(confirm()).rejects.toMatchObject({ reason: 'PHONE_IN_USE' });
    await identity.db.query("UPDATE challenges SET account_id = NULL WHERE purpose = 'UNDO_EMAIL' AND phone = $1", [
      phone,
    ]);
    await expect(confirm()).rejects.toMatchObject({ reason: 'LINK_INVALID' });
  });

  test('of an account without an email is its phone [AUT-14:object]', async () => {
    const { account, browser } = await person({ phone: newPhone() });
    await browser.updateProfile({ email: '' });
    const { challenge } = await browser.updateProfile({ phone: newPhone() });
    const { code } = await identity.message(challenge);
    await browser.verifyCodeAsViewer({ session: challenge?.session ?? '', code });
    const notice = await lastNotice();
    expect(notice).toMatchObject({ phoneNumber: account.phone, email: '', code: '', purpose: 'UNDO_PHONE' });
    await identity.browser().confirmLink({ token: notice.linkToken });
    expect(await addresses(account.id)).toEqual({ email: null, phone: account.phone });
  });
});
