import { Code } from '@connectrpc/connect';
import { type IdentityUnderTest, identityService, type TestBrowser } from '../testing/identity-service.ts';

const LIMITED = { code: Code.ResourceExhausted, reason: 'RATE_LIMITED' };

let identity: IdentityUnderTest;
beforeEach(async () => {
  identity = await identityService();
});

const start = (email: string, browser: TestBrowser = identity.browser()) => browser.startSignIn({ email });

test('starting is limited by account, wherever it comes from [AUT-19:limits]', async () => {
  const [{ email }, other] = [await identity.anAccount(), await identity.anAccount()];
  for (let starts = 0; starts < 10; starts++) await start(email);
  await expect(start(email)).rejects.toMatchObject({ ...LIMITED, metadata: { retryAfterS: expect.any(String) } });
  await start(other.email);
});

test('resending counts as starting, for links and for codes [AUT-19:limits]', async () => {
  const { email } = await identity.anAccount();
  const browser = identity.browser();
  for (let starts = 0; starts < 9; starts++) await start(email);
  const { challenge } = await start(email, browser);
  const resent = browser.resendChallenge({ session: challenge?.session ?? '', email });
  await expect(resent).rejects.toMatchObject(LIMITED);
});

test('starting and verifying are limited by address, whomever they are about [AUT-19:limits]', async () => {
  const browser = () => identity.browser({ ip: '198.51.100.77' });
  const answers = await Promise.allSettled(
    Array.from({ length: 61 }, (_, index) => start(`nobody${index}@example.com`, browser())),
  );
  expect(answers.at(-1)).toMatchObject({ status: 'rejected', reason: LIMITED });
  const { email } = await identity.anAccount();
  const { challenge } = await start(email);
  const verify = browser().verifyCode({ session: challenge?.session ?? '', code: '123456' });
  await expect(verify).rejects.toMatchObject(LIMITED);
});

test('guessing codes is limited by account over all challenges [AUT-19:limits]', async () => {
  const phoneNumber = '+12025550155';
  await identity.anAccount({ phone: phoneNumber });
  await identity.service.drain();
  identity = await identityService({ env: { SIGN_IN_LIMITS_SCALE: '2' } });
  await identity.anAccount({ phone: phoneNumber });
  const guesses: unknown[] = [];
  for (let starts = 0; starts < 10; starts++) {
    const browser = identity.browser();
    const { challenge } = await browser.startSignIn({ phoneNumber });
    for (let guess = 0; guess < 21; guess++) {
      const refusal = await browser
        .verifyCode({ session: challenge?.session ?? '', phoneNumber, code: '12345' })
        .catch((error) => error.reason);
      guesses.push(refusal);
    }
  }
  expect(guesses.slice(0, 200)).toEqual(Array(200).fill('CODE_INVALID'));
  expect(guesses.slice(200)).toEqual(Array(10).fill('RATE_LIMITED'));
});
