import { AccountStatus } from '@marquee/contracts/identity/v1/account_pb';
import { EmailChangeState } from '@marquee/contracts/identity/v1/auth_pb';
import { suspendAccount } from '../account/suspend-account.ts';
import { identityService } from '../testing/identity-service.ts';

// Each test here holds one statement whole; the files beside it hold its cases.

test('codes have 5 tries and 10 minutes, links 128 bits, hashed, one use, a button, and all is limited [AUT-19]', async () => {
  const identity = await identityService();
  const refusal = (call: Promise<unknown>) => call.then(() => 'OK').catch(({ reason }) => reason);
  const text = async (phone: string) => {
    const { phone: phoneNumber } = await identity.anAccount({ phone });
    const browser = identity.browser();
    const { challenge } = await browser.startSignIn({ phoneNumber });
    const { code } = await identity.message(challenge);
    return {
      code,
      verify: (typed: string) => refusal(browser.verifyCode({ session: challenge?.session, code: typed })),
    };
  };
  const tried = await text('+12025550191');
  const tries = [];
  for (let count = 0; count < 5; count++) tries.push(await tried.verify('12345'));
  expect([...tries, await tried.verify(tried.code)]).toEqual(Array(6).fill('CODE_INVALID'));
  const late = await text('+12025550192');
  identity.clock.advance(10 * 60_000);
  expect(await late.verify(late.code)).toBe('CODE_INVALID');

  const { email } = await identity.anAccount();
  const browser = identity.browser();
  const { challenge } = await browser.startSignIn({ email });
  const { linkToken } = await identity.message(challenge);
  expect(Buffer.from(linkToken, 'base64url').length * 8).toBeGreaterThanOrEqual(128);
  const rows = await identity.db.query('SELECT to_jsonb(c) AS c FROM challenges c');
  expect(JSON.stringify(rows)).not.toContain(linkToken);
  expect(JSON.stringify(rows)).not.toContain(Buffer.from(linkToken, 'base64url').toString('hex'));
  await identity.browser().inspectLink({ token: linkToken });
  expect(await browser.checkEmailVerification({ session: challenge?.session })).toMatchObject({ verified: false });
  expect(await refusal(browser.confirmLink({ token: linkToken }))).toBe('OK');
  const again = identity.browser().confirmLink({ token: linkToken, digits: challenge?.digits });
  expect(await refusal(again)).toBe('LINK_USED');

  const isUnsent = async (host: number) => {
    const asked = await identity.browser({ ip: `192.0.2.${host}` }).startSignIn({ email });
    return (await identity.message(asked.challenge)).ended;
  };
  for (let host = 0; host < 7; host++) expect(await isUnsent(host)).toBe(false);
  expect(await isUnsent(7)).toBe(true);
  const near = () => refusal(identity.browser({ ip: '198.51.100.9' }).confirmLink({ token: 'A'.repeat(43) }));
  const confirmations = [];
  for (let count = 0; count < 121; count++) confirmations.push(await near());
  expect(confirmations.slice(-2)).toEqual(['LINK_INVALID', 'RATE_LIMITED']);
});

test('the four calls return what their callers need next, and never the code [AUT-21]', async () => {
  const identity = await identityService();
  const { email, phone: phoneNumber, id } = await identity.anAccount({ phone: '+12025550190' });
  const user = { id, status: AccountStatus.ACTIVE };

  const waiting = identity.browser();
  const { challenge: mailed } = await waiting.startSignIn({ email });
  const userId = mailed?.userId;
  const before = await waiting.checkEmailVerification({ userId });
  expect(before).toMatchObject({ verified: false });
  const { linkToken } = await identity.message(mailed);
  await identity.browser().confirmLink({ token: linkToken, digits: mailed?.digits });
  const after = await waiting.checkEmailVerification({ userId });
  expect(after).toMatchObject({ verified: true, user });
  expect(Object.keys(after).sort()).toEqual(['$typeName', 'next', 'user', 'verified']);

  const typing = identity.browser();
  const { challenge: texted } = await typing.startSignIn({ phoneNumber });
  const { code } = await identity.message(texted);
  expect(Object.values({ ...texted })).not.toContain(code);
  const input = { session: texted?.session, phoneNumber, code, addNewAccount: true };
  expect(await typing.verifyCode(input)).toMatchObject({ user, next: '/settings' });

  const byId = identity.browser();
  const { challenge } = await byId.startSignIn({ phoneNumber });
  const second = await identity.message(challenge);
  expect(await byId.verifyPhoneCode({ userId: challenge?.userId, code: second.code })).toMatchObject({ user });

  const { emailStatus } = await byId.checkEmailChangeStatus();
  expect(emailStatus).toMatchObject({ status: EmailChangeState.NONE });
});

test('a suspended person cannot sign in, their sessions end at once, and bounced mail is marked [AUT-16]', async () => {
  const identity = await identityService();
  const { email, id } = await identity.anAccount();

  const [signedIn, trying] = [identity.browser(), identity.browser()];
  const link = async (browser: typeof signedIn) => {
    const { challenge } = await browser.startSignIn({ email });
    return browser.confirmLink({ token: (await identity.message(challenge)).linkToken });
  };
  await link(signedIn);
  const viewer = await signedIn.viewer();
  if (!viewer) throw new Error('not signed in');
  await identity.notification.reportBounce({ email });
  expect((await identity.profile(viewer).getCurrentUser({})).user?.status).toBe(AccountStatus.BOUNCED_EMAIL);

  await suspendAccount(identity.resources, { accountId: id, reason: 'spam' });
  expect(await signedIn.viewer()).toBeUndefined();
  await expect(identity.profile(viewer).getCurrentUser({})).rejects.toMatchObject({ message: 'Please sign in again.' });
  await expect(link(trying)).rejects.toMatchObject({ reason: 'ACCOUNT_SUSPENDED' });
});
