import { AuthService, SessionService } from '@marquee/contracts/identity/v1/auth_pb';
import { PeopleService, ProfileService } from '@marquee/contracts/identity/v1/people_pb';
import { newId } from '@marquee/data/ids';
import { isIdempotent } from '@marquee/service/use-case';
import { clientFor } from '@marquee/testing/client-for';
import { viewers } from '@marquee/testing/viewers';
import { type IdentityUnderTest, identityService } from './testing/identity-service.ts';

const methods = [AuthService, SessionService, ProfileService, PeopleService].flatMap(({ methods }) => methods);
const once = methods.filter((method) => !isIdempotent(method));

let identity: IdentityUnderTest;
beforeAll(async () => {
  identity = await identityService({ env: { SIGN_IN_LIMITS_SCALE: '100' } });
});

test.each(once.map((method) => [`${method.parent.name}/${method.name}`, method] as const))(
  '%s is not idempotent: it takes a request id and refuses to go without',
  async (_name, method) => {
    expect(method.input.fields.map(({ name }) => name)).toContain('request_id');
    const client = clientFor(identity.service, method.parent, viewers.movieLover()) as Record<
      string,
      (request: object) => Promise<unknown>
    >;
    await expect(client[method.localName]?.({ requestId: '' })).rejects.toMatchObject({
      fields: [{ field: 'requestId' }],
    });
  },
);

test('there are methods of both kinds', () => {
  expect(once.length).toBeGreaterThan(5);
  expect(methods.length - once.length).toBeGreaterThan(5);
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
    await browser.startSignIn({ requestId, phoneNumber: '+12025550170' });
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
