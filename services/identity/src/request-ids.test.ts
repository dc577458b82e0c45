import { newId } from '@marquee/data/ids';
import { type IdentityUnderTest, identityService } from './testing/identity-service.ts';

let identity: IdentityUnderTest;
beforeAll(async () => {
  identity = await identityService({ env: { SIGN_IN_LIMITS_SCALE: '100' } });
});

describe('a start that is repeated because its answer was lost', () => {
  test('gets the challenge and the cookie again, and nothing more is sent [AUT-06:retry]', async () => {
    const { email } = await identity.anAccount();
    const request = { requestId: crypto.randomUUID(), email };
    const lost = identity.browser();
    const first = await lost.startSignIn(request);
    const browser = identity.browser();
    expect(await browser.startSignIn(request)).toEqual(first);
    expect(browser.cookies.challenge).toBe(lost.cookies.challenge);
    const sent = (await identity.events()).filter(({ key }) => key === first.challenge?.session);
    expect(sent.map(({ type }) => type)).toEqual(['ChallengeIssued']);

    const { linkToken } = await identity.message(first.challenge);
    expect(await browser.inspectLink({ token: linkToken })).toMatchObject({ sameBrowser: true });
    expect(await browser.confirmLink({ token: linkToken })).toMatchObject({ next: '/' });
  });

  test('gets no cookie for another address, nor under an id that could be guessed [AUT-20:cookie]', async () => {
    const [one, other] = [await identity.anAccount(), await identity.anAccount()];
    const requestId = crypto.randomUUID();
    await identity.browser().startSignIn({ requestId, email: one.email });
    const thief = identity.browser();
    await expect(thief.startSignIn({ requestId, email: other.email })).rejects.toMatchObject({
      reason: 'REQUEST_ID_REUSED',
    });
    for (const guessed of ['1', 'sign-in', `${requestId}0`]) {
      await expect(thief.startSignIn({ requestId: guessed, email: one.email })).rejects.toMatchObject({
        fields: [{ field: 'requestId' }],
      });
    }
    expect(thief.cookies.challenge).toBe('');
  });

  test('cannot be repeated by a reader of the database: it holds no request id [AUT-19:stored]', async () => {
    const requestId = crypto.randomUUID();
    const browser = identity.browser();
    const { email } = await identity.anAccount();
    await browser.startSignIn({ requestId, email });
    const rows = await identity.db.query<{ row: object }>('SELECT to_jsonb(r) AS row FROM request_ids r');
    expect(rows.length).toBeGreaterThan(0);
    expect(JSON.stringify(rows)).not.toContain(requestId);
    expect(JSON.stringify(rows)).not.toContain(browser.cookies.challenge);
  });
});

test('what is resent twice under one id is sent once [AUT-09:retry]', async () => {
  const { email } = await identity.anAccount();
  const browser = identity.browser();
  const { challenge } = await browser.startSignIn({ email });
  const request = { requestId: newId(), session: challenge?.session ?? '', email };
  const first = await browser.resendChallenge(request);
  expect(await browser.resendChallenge(request)).toEqual(first);
  expect(await identity.message(challenge, 3)).toMatchObject({ ended: true });
  expect(await identity.message(challenge, 2)).toMatchObject({ ended: false });
});

test('another browser that repeats a request gets nothing, whatever it knows [AUT-20:cookie]', async () => {
  const { email, phone: phoneNumber = '' } = await identity.anAccount({ phone: '+12025550172' });
  const [browser, thief] = [identity.browser(), identity.browser()];
  const refusal = { reason: 'SESSION_EXPIRED' };
  const { challenge: mailed } = await browser.startSignIn({ email });
  const resend = { requestId: newId(), session: mailed?.session ?? '', email };
  await browser.resendChallenge(resend);
  await expect(thief.resendChallenge(resend)).rejects.toMatchObject(refusal);

  const { challenge } = await browser.startSignIn({ phoneNumber });
  const { code } = await identity.message(challenge);
  const verify = { requestId: newId(), session: challenge?.session ?? '', phoneNumber, code };
  await browser.verifyCode(verify);
  await expect(thief.verifyCode(verify)).rejects.toMatchObject(refusal);
  expect(thief.cookies.session).toBe('');
});

test('a code that is confirmed again, under its id or another, gives the same session [AUT-20:code]', async () => {
  const { phone: phoneNumber = '' } = await identity.anAccount({ phone: '+12025550171' });
  const browser = identity.browser();
  const { challenge } = await browser.startSignIn({ phoneNumber });
  const { code } = await identity.message(challenge);
  const requestId = newId();
  const verify = async (id: string) => {
    browser.cookies.session = '';
    const { user } = await browser.verifyCode({ requestId: id, session: challenge?.session, phoneNumber, code });
    return { userId: user?.id, session: browser.cookies.session };
  };
  const first = await verify(requestId);
  expect(first.session).not.toBe('');
  expect(await verify(requestId)).toEqual(first);
  expect(await verify(newId())).toEqual(first);
  expect(await browser.viewer()).toMatchObject({ accountId: first.userId });
});
