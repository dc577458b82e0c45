import { Code } from '@connectrpc/connect';
import { identityService } from '../testing/identity-service.ts';

const LIMITED = { code: Code.ResourceExhausted, reason: 'RATE_LIMITED' };

test('starting is limited by account, wherever it comes from [AUT-19:limits]', async () => {
  const identity = await identityService();
  const [{ email }, other] = [await identity.anAccount(), await identity.anAccount()];
  const start = (address: string) => identity.browser().startSignIn({ email: address });
  for (let starts = 0; starts < 10; starts++) await start(email);
  await expect(start(email)).rejects.toMatchObject({ ...LIMITED, metadata: { retryAfterS: expect.any(String) } });
  await start(other.email);
});

test('resending counts as starting, for links and for codes [AUT-19:limits]', async () => {
  const identity = await identityService();
  const { email } = await identity.anAccount();
  const browser = identity.browser();
  for (let starts = 0; starts < 9; starts++) await identity.browser().startSignIn({ email });
  const { challenge } = await browser.startSignIn({ email });
  const resent = browser.resendChallenge({ session: challenge?.session ?? '', email });
  await expect(resent).rejects.toMatchObject(LIMITED);
});

test('starting is limited by address: a network has one count [AUT-19:limits]', async () => {
  const identity = await identityService();
  const neighbours = Array.from({ length: 61 }, (_, host) => identity.browser({ ip: `198.51.100.${host}` }));
  const refusals = [];
  for (const [index, browser] of neighbours.entries()) {
    refusals.push(await browser.startSignIn({ email: `nobody${index}@example.com` }).catch(({ reason }) => reason));
  }
  expect(refusals).toEqual([...Array(60).fill('NO_ACCOUNT'), 'RATE_LIMITED']);
});

test('verifying is limited by address: a network has one count [AUT-19:limits]', async () => {
  const identity = await identityService();
  const refusals = [];
  for (let index = 0; index < 121; index++) {
    const browser = identity.browser({ ip: `203.0.113.${index}` });
    const session = crypto.randomUUID();
    refusals.push(await browser.verifyCode({ session, code: '123456' }).catch(({ reason }) => reason));
  }
  expect(refusals).toEqual([...Array(120).fill('SESSION_EXPIRED'), 'RATE_LIMITED']);
  const elsewhere = identity.browser({ ip: '203.0.113.200' });
  await expect(elsewhere.confirmLink({ token: 'A'.repeat(43) })).rejects.toMatchObject(LIMITED);
  await expect(elsewhere.inspectLink({ token: 'A'.repeat(43) })).rejects.toMatchObject(LIMITED);
});

test('guessing codes is limited by account over all challenges [AUT-19:limits]', async () => {
  const identity = await identityService();
  const phoneNumber = '+12025550155';
  await identity.anAccount({ phone: phoneNumber });
  const refusals = [];
  for (let starts = 0; starts < 6; starts++) {
    const browser = identity.browser();
    const { challenge } = await browser.startSignIn({ phoneNumber });
    const guess = () => browser.verifyCode({ session: challenge?.session ?? '', phoneNumber, code: '12345' });
    for (let guesses = 0; guesses < 18; guesses++) refusals.push(await guess().catch(({ reason }) => reason));
  }
  expect(refusals).toEqual([...Array(100).fill('CODE_INVALID'), ...Array(8).fill('RATE_LIMITED')]);
});
