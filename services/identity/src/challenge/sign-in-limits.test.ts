import { Code } from '@connectrpc/connect';
import { Audience, accessOf, RateClass } from '@marquee/contracts/access';
import { AuthService } from '@marquee/contracts/identity/v1/auth_pb';
import { memoryRateLimits, type RateLimits } from '@marquee/runtime/rate-limits';
import { identityService } from '../testing/identity-service.ts';
import { createChallengeSecrets } from './challenge-secrets.ts';
import { limitSending } from './sign-in-limits.ts';

const DAY_S = 24 * 3_600;
const LIMITED = { code: Code.ResourceExhausted, reason: 'RATE_LIMITED' };

test('starting is limited by account, wherever it comes from [AUT-19:limits]', async () => {
  const identity = await identityService();
  const [{ email }, other] = [await identity.anAccount(), await identity.anAccount()];
  const start = (address: string) => identity.browser().startSignIn({ email: address });
  for (let starts = 0; starts < 10; starts++) await start(email);
  await expect(start(email)).rejects.toMatchObject({ ...LIMITED, metadata: { retryAfterS: expect.any(String) } });
  await start(other.email);
});

test('starting is limited to 60 a day for one account, however slowly they come [AUT-19:limits]', async () => {
  const counters = memoryRateLimits();
  // Starts that come slowly never meet the limits of minutes.
  const consume: RateLimits['consume'] = async (name, key, limit) =>
    limit.durationS < DAY_S ? undefined : counters.consume(name, key, limit);
  const secrets = createChallengeSecrets(Buffer.alloc(32, 'a'), Buffer.alloc(32, 'b'));
  const browser = { ip: '', userAgent: '', challengeToken: '' };
  const start = (target: string) => limitSending({ rateLimits: { consume }, secrets }, browser, target);
  for (let starts = 0; starts < 60; starts++) await start('ada@example.com');
  const refusal = await start('ada@example.com').catch((error) => error);
  expect(refusal).toMatchObject({ reason: 'RATE_LIMITED' });
  expect(Number(refusal.metadata.retryAfterS)).toBeGreaterThan(DAY_S - 60);
  await start('grace@example.com');
});

test.each(['email', 'phoneNumber'] as const)(
  'resending to one %s counts as starting, from whichever network [AUT-19:limits]',
  async (field) => {
    const identity = await identityService();
    const { email, phone = '' } = await identity.anAccount({ phone: '+12025550156' });
    const address = { [field]: field === 'email' ? email : phone };
    for (let starts = 0; starts < 8; starts++) await identity.browser().startSignIn(address);
    const browser = identity.browser();
    const { challenge } = await browser.startSignIn(address);
    const resend = () => browser.resendChallenge({ session: challenge?.session ?? '', ...address });
    await resend();
    await expect(resend()).rejects.toMatchObject(LIMITED);
  },
);

test('resending counts for the network that asks [AUT-19:limits]', async () => {
  const identity = await identityService();
  const browser = identity.browser({ ip: '198.51.100.1' });
  const { email } = await identity.anAccount();
  const { challenge } = await browser.startSignIn({ email });
  for (let index = 0; index < 59; index++) {
    const neighbour = identity.browser({ ip: `198.51.100.${index + 2}` });
    await neighbour.startSignIn({ email: `nobody${index}@example.com` }).catch(() => undefined);
  }
  await expect(browser.resendChallenge({ session: challenge?.session, email })).rejects.toMatchObject(LIMITED);
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

const forAnybody = AuthService.methods.filter((method) => accessOf(method)?.audience === Audience.PUBLIC);

test.each(forAnybody.map((method) => [method.name, method] as const))(
  '%s: an address has 20 attempts a minute, and 600 where nothing is sent or tried [AUT-19:limits]',
  async (name, method) => {
    const isPoll = name === 'CheckEmailVerification';
    expect(accessOf(method)?.rateClass).toBe(isPoll ? RateClass.READ : RateClass.SENSITIVE);
    const identity = await identityService();
    const browser = identity.browser({ ip: '203.0.113.1' });
    const call = browser[method.localName as 'startSignIn'];
    const refusals = [];
    for (let calls = 0; calls < 21; calls++) refusals.push(await call({}).catch(({ reason }) => reason));
    expect(refusals.slice(0, 20)).not.toContain('RATE_LIMITED');
    expect(refusals[20] === 'RATE_LIMITED').toBe(!isPoll);
  },
);
