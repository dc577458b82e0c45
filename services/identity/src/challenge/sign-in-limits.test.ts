import { timestampMs } from '@bufbuild/protobuf/wkt';
import { Code } from '@connectrpc/connect';
import { jest } from '@jest/globals';
import { Audience, accessOf, RateClass } from '@marquee/contracts/access';
import { AuthService, type Challenge } from '@marquee/contracts/identity/v1/auth_pb';
import { CHALLENGE_LIMITS } from '@marquee/rules/challenge';
import { memoryRateLimits, type RateLimits, rateLimitsOfService } from '@marquee/runtime/rate-limits';
import type { IdentityResources } from '../resources.ts';
import { identityService, signInByLink } from '../testing/identity-service.ts';
import { createChallengeSecrets } from './challenge-secrets.ts';
import { countSending, limitPasskeys, limitVerifying } from './sign-in-limits.ts';

const DAY_S = 24 * 3_600;
const GUESSES = 10_000;
const LIMITED = { code: Code.ResourceExhausted, reason: 'RATE_LIMITED' };

const browserAt = (ip: string) => ({ ip, userAgent: '', challengeToken: '', knownTokens: [], sessionTokens: [] });

type Identity = Awaited<ReturnType<typeof identityService>>;
type Started = { challenge?: Challenge | undefined };

/** Whether the link or code of a start was sent. */
const isSent = async (identity: Identity, { challenge }: Started, generation = 1) =>
  !(await identity.message(challenge, generation)).ended;

/** How many of these starts had a message sent. */
async function sentOf(identity: Identity, count: number, start: (index: number) => Promise<Started>) {
  const sent = [];
  for (let index = 0; index < count; index++) sent.push(await isSent(identity, await start(index)));
  return sent.filter(Boolean).length;
}

test.each(['email', 'phoneNumber'] as const)(
  'strangers of one network keep nobody else from signing in by %s [AUT-19:limits]',
  async (field) => {
    const identity = await identityService();
    const account = await identity.anAccount({ phone: '+12025550157' });
    const address = { [field]: field === 'email' ? account.email : account.phone };
    const stranger = (host: number) => identity.browser({ ip: `198.51.100.${host}` });
    expect(await sentOf(identity, 40, (host) => stranger(host).startSignIn(address))).toBe(7);
    expect(await isSent(identity, await identity.browser().startSignIn(address))).toBe(true);
    const other = await identity.anAccount({ phone: '+12025550158' });
    const another = { [field]: field === 'email' ? other.email : other.phone };
    expect(await isSent(identity, await stranger(1).startSignIn(another))).toBe(true);
  },
);

test.each(['email', 'phoneNumber'] as const)(
  'however many networks ask, also at once, one %s is sent 12 messages in ten minutes [AUT-19:limits]',
  async (field) => {
    const identity = await identityService();
    const { email, phone } = await identity.anAccount({ phone: '+12025550156' });
    const address = { [field]: field === 'email' ? email : phone };
    const start = () => identity.browser().startSignIn(address);
    expect(await sentOf(identity, 11, start)).toBe(11);
    const [one, other] = await Promise.all([start(), start()]);
    expect([await isSent(identity, one), await isSent(identity, other)].sort()).toEqual([false, true]);
    expect(await sentOf(identity, 5, start)).toBe(0);
  },
);

/** Says for what is asked, one after the other, whether it is sent; `at` is the seconds since the first. */
async function askAt(asked: { at: number; ip: string }[]) {
  jest.useFakeTimers({ now: 0 });
  const ask = askerWith(memoryRateLimits());
  const allowed = [];
  for (const { at, ip } of asked) {
    jest.setSystemTime(at * 1_000);
    allowed.push(await ask('ada@example.com', ip));
  }
  jest.useRealTimers();
  return allowed;
}

test('when ten minutes are over, an address that was sent enough is sent messages again [AUT-19:limits]', async () => {
  const asked = Array.from({ length: 60 }, (_, host) => ({ at: host / 2, ip: `10.0.${host}.1` }));
  const late = [599, 600].map((at) => ({ at, ip: '10.1.0.1' }));
  expect(await askAt([...asked, ...late])).toEqual([...Array(12).fill(true), ...Array(49).fill(false), true]);
});

test('who resends as often as the screen allows is sent every message, and that of the start after it [AUT-19:limits]', async () => {
  const { resendsMax, resendWaitS } = CHALLENGE_LIMITS;
  const asked = Array.from({ length: resendsMax + 2 }, (_, times) => ({ at: times * resendWaitS, ip: '10.0.0.1' }));
  expect(await askAt(asked)).toEqual(asked.map(() => true));
});

test('the network where an account is signed in has an allowance with an end [AUT-19:limits]', async () => {
  const ask = askerWith(memoryRateLimits(), { signedIn: true });
  const allowed = [];
  for (let host = 0; host < 40; host++) allowed.push(await ask('ada@example.com', `10.0.${host}.1`));
  expect(allowed).toEqual([...Array(24).fill(true), ...Array(16).fill(false)]);
});

/** Limits of which those of minutes are never met, as for starts that come slowly. */
function slowly(counters: RateLimits): RateLimits {
  return {
    consume: async (name, key, limit) => (limit.durationS < DAY_S ? undefined : counters.consume(name, key, limit)),
  };
}

function askerWith(rateLimits: RateLimits, { signedIn = false } = {}) {
  const secrets = createChallengeSecrets(Buffer.alloc(32, 'a'), Buffer.alloc(32, 'b'));
  const db = { query: async () => (signedIn ? [{ exists: true }] : []) } as unknown as IdentityResources['db'];
  return (address: string, ip: string) => countSending({ rateLimits, secrets, db }, browserAt(ip), 'EMAIL', address);
}

test('a day has 60 links for one address, however slowly they are asked for [AUT-19:limits]', async () => {
  const ask = askerWith(slowly(memoryRateLimits()));
  const allowed = [];
  for (let host = 0; host < 61; host++) allowed.push(await ask('ada@example.com', `10.0.${host}.1`));
  expect(allowed).toEqual([...Array(60).fill(true), false]);
  expect(await ask('grace@example.com', '10.0.1.1')).toBe(true);
});

test('who signed in there before still gets a link: the browser anywhere, the network for its account [AUT-19:limits]', async () => {
  const identity = await identityService();
  const { email } = await identity.anAccount();
  const home = identity.browser({ ip: '203.0.113.5' });
  await signInByLink(identity, home, email);
  const session = await home.viewer();
  await home.signOut();
  for (let starts = 0; starts < 35; starts++) await identity.browser().startSignIn({ email });

  expect(session).toBeDefined();
  const strange = await identity.browser().startSignIn({ email });
  expect(await isSent(identity, strange)).toBe(false);
  expect(await isSent(identity, await home.startSignIn({ email }))).toBe(true);
  const elsewhere = identity.browser({ ip: '192.0.2.5' });
  elsewhere.cookies.known = home.cookies.known;
  expect(await isSent(identity, await elsewhere.startSignIn({ email }))).toBe(true);
  expect(await isSent(identity, await identity.browser({ ip: '203.0.113.99' }).startSignIn({ email }))).toBe(true);

  // Neither proves anything for another account, nor does a cookie that somebody made up.
  const other = await identity.anAccount();
  for (let starts = 0; starts < 35; starts++) await identity.browser().startSignIn({ email: other.email });
  expect(await isSent(identity, await home.startSignIn({ email: other.email }))).toBe(false);
  const forger = identity.browser();
  forger.cookies.known = 'A'.repeat(22);
  expect(await isSent(identity, await forger.startSignIn({ email: other.email }))).toBe(false);
});

test('a browser is known to each of the last five addresses that it signed in with [AUT-19:limits]', async () => {
  const identity = await identityService();
  const browser = identity.browser();
  const known = [];
  for (let count = 0; count < 6; count++) {
    await signInByLink(identity, browser, (await identity.anAccount()).email);
    known.push(browser.cookies.known.split('.'));
  }
  expect(known.map((tokens) => tokens.length)).toEqual([1, 2, 3, 4, 5, 5]);
  expect(known[5]).toEqual([known[5]?.[0], ...(known[4] ?? []).slice(0, 4)]);
});

test('a browser that typed a code is known as one that used a link is [AUT-19:limits]', async () => {
  const identity = await identityService();
  const { phone: phoneNumber = '' } = await identity.anAccount({ phone: '+12025550153' });
  const browser = identity.browser();
  const { challenge } = await browser.startSignIn({ phoneNumber });
  const { code } = await identity.message(challenge);
  await browser.verifyCode({ session: challenge?.session, phoneNumber, code });
  expect(browser.cookies.known).toMatch(/^[\w-]{22}$/);
  for (let starts = 0; starts < 21; starts++) await identity.browser().startSignIn({ phoneNumber });
  const elsewhere = identity.browser();
  elsewhere.cookies.known = browser.cookies.known;
  expect(await isSent(identity, await elsewhere.startSignIn({ phoneNumber }))).toBe(true);
});

test('the answer to a start whose message is not sent looks like any other, and nothing meets it [AUT-19:limits]', async () => {
  const identity = await identityService();
  const { phone: phoneNumber = '' } = await identity.anAccount({ phone: '+12025550154' });
  const secrets = createChallengeSecrets(Buffer.alloc(32, 'a'), Buffer.alloc(32, 'b'));
  const browser = identity.browser();
  const start = async () => {
    const { challenge } = await browser.startSignIn({ phoneNumber });
    return challenge;
  };
  const shapeOf = ({ session: _, userId: __, digits: ___, ...rest }: Challenge) => rest;
  const sent = await start();
  for (let starts = 0; starts < 8; starts++) await start();
  const unsent = await start();
  if (!sent || !unsent) throw new Error('no challenge');
  expect(await isSent(identity, { challenge: unsent })).toBe(false);
  expect(shapeOf(unsent)).toEqual(shapeOf(sent));
  // The code that it would have had.
  const code = secrets.code({ id: unsent.session, generation: 1 });
  const verify = browser.verifyCode({ session: unsent.session, phoneNumber, code });
  await expect(verify).rejects.toMatchObject({ reason: 'CODE_INVALID' });
});

test('what is not sent again is answered alike, and the code before stays good for its time and tries [AUT-19:limits]', async () => {
  const identity = await identityService();
  const { phone: phoneNumber = '' } = await identity.anAccount({ phone: '+12025550152' });
  const secrets = createChallengeSecrets(Buffer.alloc(32, 'a'), Buffer.alloc(32, 'b'));
  const start = async () => {
    const browser = identity.browser();
    const { challenge } = await browser.startSignIn({ phoneNumber });
    const session = challenge?.session ?? '';
    const guess = (code: string) => browser.verifyCode({ session, phoneNumber, code });
    const right = (generation: number) => guess(secrets.code({ id: session, generation }));
    const resend = async () => {
      identity.clock.advance(30_000);
      return (await browser.resendChallenge({ session, phoneNumber })).challenge;
    };
    return { challenge, guess, right, resend };
  };
  const [owner, late, guesser] = [await start(), await start(), await start()];
  for (let networks = 0; networks < 60; networks++) await identity.browser().startSignIn({ phoneNumber });
  const invalid = { reason: 'CODE_INVALID' };

  const resent = await owner.resend();
  expect(resent).toEqual({ ...owner.challenge, expiresAt: expect.anything() });
  expect(resent?.expiresAt && timestampMs(resent.expiresAt)).toBe(identity.clock.now().getTime() + 10 * 60_000);
  expect(await isSent(identity, { challenge: resent }, 2)).toBe(false);
  // The first message may still be on its way.
  expect(await isSent(identity, { challenge: resent }, 1)).toBe(true);
  await expect(owner.right(2)).rejects.toMatchObject(invalid);
  expect(await owner.right(1)).toMatchObject({ next: '/' });

  for (let tries = 0; tries < 4; tries++) await expect(guesser.guess('1')).rejects.toMatchObject(invalid);
  await guesser.resend();
  await expect(guesser.guess('1')).rejects.toMatchObject(invalid);
  await expect(guesser.right(1)).rejects.toMatchObject(invalid);

  identity.clock.advance(8 * 60_000);
  await late.resend();
  identity.clock.advance(30_000);
  await late.resend();
  await expect(late.right(1)).rejects.toMatchObject(invalid);
});

test('the link before one that is not sent again signs its owner in, for its time [AUT-19:limits]', async () => {
  const identity = await identityService();
  const { email } = await identity.anAccount();
  const start = async () => {
    const browser = identity.browser();
    const { challenge } = await browser.startSignIn({ email });
    const { linkToken: token } = await identity.message(challenge);
    return { browser, token, resend: () => browser.resendChallenge({ session: challenge?.session, email }) };
  };
  const [owner, late] = [await start(), await start()];
  for (let networks = 0; networks < 60; networks++) await identity.browser().startSignIn({ email });
  identity.clock.advance(29 * 60_000);
  await owner.resend();
  await late.resend();
  expect(await owner.browser.confirmLink({ token: owner.token })).toMatchObject({ next: '/' });
  identity.clock.advance(60_000);
  await expect(late.browser.confirmLink({ token: late.token })).rejects.toMatchObject({ reason: 'LINK_INVALID' });
});

test('all addresses of one line of IPv6 are one address [AUT-19:limits]', async () => {
  const identity = await identityService();
  const ip = (host: number) => `2001:db8:1:2::${host + 1}`;
  const refusals = [];
  for (let host = 0; host < 21; host++) {
    const start = identity.browser({ ip: ip(host) }).startSignIn({ email: `nobody${host}@example.com` });
    refusals.push(await start.catch(({ reason }) => reason));
  }
  expect(refusals).toEqual([...Array(20).fill('NO_ACCOUNT'), 'RATE_LIMITED']);
  const rateLimits = memoryRateLimits();
  const begin = (host: number) => limitPasskeys({ rateLimits }, browserAt(ip(host)));
  for (let host = 0; host < 60; host++) await begin(host);
  await expect(begin(60)).rejects.toMatchObject({ reason: 'RATE_LIMITED' });
});

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

test('a visitor who uses up the starts of an address stops no browser there that signed in before [AUT-19:limits]', async () => {
  const identity = await identityService();
  const { email } = await identity.anAccount();
  const ip = '198.51.100.1';
  const home = identity.browser({ ip });
  await signInByLink(identity, home, email);
  const visitor = identity.browser({ ip });
  const start = (index: number) => visitor.startSignIn({ email: `nobody${index}@example.com` });
  const refusals = [];
  for (let index = 0; index < 20; index++) refusals.push(await start(index).catch(({ reason }) => reason));
  expect(refusals).toEqual([...Array(19).fill('NO_ACCOUNT'), 'RATE_LIMITED']);
  for (let host = 2; host < 60; host++) {
    const neighbour = identity.browser({ ip: `198.51.100.${host}` });
    await neighbour.startSignIn({ email: `nobody${host}@example.com` }).catch(() => undefined);
  }
  await expect(identity.browser({ ip: '198.51.100.70' }).startSignIn({ email })).rejects.toMatchObject(LIMITED);

  const started = await home.startSignIn({ email });
  expect(await isSent(identity, started)).toBe(true);
  identity.clock.advance(30_000);
  const { challenge } = await home.resendChallenge({ session: started.challenge?.session, email });
  expect(await isSent(identity, { challenge }, 2)).toBe(true);
  // It is known for its own account only, and its allowance has an end too.
  await expect(home.startSignIn({ email: 'nobody@example.com' })).rejects.toMatchObject(LIMITED);
  for (let starts = 0; starts < 58; starts++) await home.startSignIn({ email });
  await expect(home.startSignIn({ email })).rejects.toMatchObject(LIMITED);
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

/** Uses up what the network of 203.0.113.1 may verify without a challenge; says how it was answered. */
async function verifyNothing(identity: Identity, count: number) {
  const refusals = [];
  for (let index = 0; index < count; index++) {
    const browser = identity.browser({ ip: `203.0.113.${index}` });
    const session = crypto.randomUUID();
    refusals.push(await browser.verifyCode({ session, code: '123456' }).catch(({ reason }) => reason));
  }
  return refusals;
}

test('verifying what is no challenge of the browser is limited by address: a network has one count [AUT-19:limits]', async () => {
  const identity = await identityService();
  expect(await verifyNothing(identity, 121)).toEqual([...Array(120).fill('SESSION_EXPIRED'), 'RATE_LIMITED']);
  const elsewhere = identity.browser({ ip: '203.0.113.200' });
  await expect(elsewhere.confirmLink({ token: 'A'.repeat(43) })).rejects.toMatchObject(LIMITED);
  await expect(elsewhere.inspectLink({ token: 'A'.repeat(43) })).rejects.toMatchObject(LIMITED);
  // A cookie that is not the challenge's own proves nothing.
  const { phone: phoneNumber } = await identity.anAccount({ phone: '+12025550150' });
  const { challenge } = await identity.browser().startSignIn({ phoneNumber });
  elsewhere.cookies.challenge = 'A'.repeat(43);
  const stolen = { session: challenge?.session, userId: challenge?.userId, code: '123456' };
  await expect(elsewhere.verifyCode(stolen)).rejects.toMatchObject(LIMITED);
  await expect(elsewhere.verifyPhoneCode(stolen)).rejects.toMatchObject(LIMITED);
});

test('who has a code or a link signs in behind an address whose attempts a neighbour has used up [AUT-19:limits]', async () => {
  const identity = await identityService();
  const { email, phone: phoneNumber = '' } = await identity.anAccount({ phone: '+12025550151' });
  const ip = '203.0.113.1';
  const byCode = identity.browser({ ip });
  const byLink = identity.browser({ ip });
  const typed = (await byCode.startSignIn({ phoneNumber })).challenge;
  const linked = (await byLink.startSignIn({ email })).challenge;
  await verifyNothing(identity, 130);

  const { code } = await identity.message(typed);
  const verify = byCode.verifyCode({ session: typed?.session, phoneNumber, code });
  expect(await verify).toMatchObject({ next: '/' });
  const { linkToken: token } = await identity.message(linked);
  const phone = identity.browser({ ip });
  expect(await phone.inspectLink({ token })).toMatchObject({ sameBrowser: false });
  await phone.confirmLink({ token, digits: linked?.digits });
  expect(await byLink.confirmLink({ token })).toMatchObject({ next: '/' });
});

test('a challenge has 60 attempts in 10 minutes, by its code and its link, and no other loses by them [AUT-19:limits]', async () => {
  const identity = await identityService();
  const { email } = await identity.anAccount();
  const browser = identity.browser();
  const { challenge } = await browser.startSignIn({ email });
  const { linkToken: token } = await identity.message(challenge);
  for (let looks = 0; looks < 60; looks++) await browser.inspectLink({ token });
  const phone = identity.browser({ ip: browser.ip });
  await expect(phone.inspectLink({ token })).rejects.toMatchObject(LIMITED);
  await expect(phone.confirmLink({ token, digits: challenge?.digits })).rejects.toMatchObject(LIMITED);
  const guess = browser.verifyCode({ session: challenge?.session, email, code: '123456' });
  await expect(guess).rejects.toMatchObject(LIMITED);
  expect(await signInByLink(identity, browser, email)).toMatchObject({ next: '/' });
});

test('a browser that signed in before gets a link by the launch page behind an address that a visitor uses up [AUT-19:limits]', async () => {
  const identity = await identityService();
  const { email } = await identity.anAccount();
  const ip = '198.51.100.1';
  const home = identity.browser({ ip });
  await signInByLink(identity, home, email);
  const visitor = identity.browser({ ip });
  const launch = (address: string) => ({ email: address, fromLaunchFestival: true });
  const create = (index: number) =>
    visitor.startCreateAccount({ email: `new${index}@example.com`, firstName: 'Eve', lastName: 'X', country: 'PT' });
  const refusals = [];
  for (let index = 0; index < 25; index++) refusals.push(await create(index).then(Boolean, ({ reason }) => reason));
  expect(refusals).toEqual([...Array(19).fill(true), ...Array(6).fill('RATE_LIMITED')]);
  for (let index = 0; index < 20; index++) {
    await expect(visitor.startLaunchSignIn(launch('new@example.com'))).rejects.toMatchObject(LIMITED);
  }
  expect(await isSent(identity, await home.startLaunchSignIn(launch(email)))).toBe(true);
});

test('an attacker has 100 guesses of codes in a day, and the owner still signs in [AUT-19:limits]', async () => {
  const identity = await identityService({ rateLimits: slowly(memoryRateLimits()) });
  const { phone: phoneNumber = '' } = await identity.anAccount({ phone: '+12025550155' });
  const home = identity.browser();
  const first = (await home.startSignIn({ phoneNumber })).challenge;
  const { code } = await identity.message(first);
  await home.verifyCode({ session: first?.session, phoneNumber, code });

  let guesses = 0;
  for (let starts = 0; starts < 25; starts++) {
    const browser = identity.browser();
    const started = await browser.startSignIn({ phoneNumber });
    const isMeetable = await isSent(identity, started);
    const session = started.challenge?.session ?? '';
    for (let tries = 0; tries < 6; tries++) {
      const guess = browser.verifyCode({ session, phoneNumber, code: '12345' });
      await expect(guess).rejects.toMatchObject({ reason: 'CODE_INVALID' });
    }
    const [row] = await identity.db.query<{ tries: number }>('SELECT tries FROM challenges WHERE id = $1', [session]);
    if (isMeetable) guesses += row?.tries ?? 0;
  }
  expect(guesses).toBe(95);
  const { challenge } = await home.startSignIn({ phoneNumber });
  const { code: next } = await identity.message(challenge);
  expect(await home.verifyCode({ session: challenge?.session, phoneNumber, code: next })).toMatchObject({ next: '/' });
});

test('of 10,000 guesses at a code from as many addresses 60 are read in 10 minutes, five are compared with it, and the owner still gets in [AUT-19:guesses]', async () => {
  const all = memoryRateLimits();
  const rateLimits = rateLimitsOfService(all, 'identity');
  const identity = await identityService({ rateLimits: all });
  const { phone: phoneNumber = '' } = await identity.anAccount({ phone: '+12025550154' });
  const attacker = identity.browser();
  const { challenge } = await attacker.startSignIn({ phoneNumber });
  const session = challenge?.session ?? '';
  const others = Array.from({ length: 6 }, (_, host) => {
    const browser = identity.browser({ ip: `10.0.99.${host}` });
    // Each has the cookie of the browser that began, which is the best that an attacker can have.
    browser.cookies.challenge = attacker.cookies.challenge;
    return browser;
  });
  const answers: Record<string, number> = {};
  const count = (answer: string) => {
    answers[answer] = (answers[answer] ?? 0) + 1;
  };
  for (let index = 0; index < GUESSES; index++) {
    const browser = others[index % others.length];
    // The whole way until the limit is reached, and once more at the end.
    const guess =
      browser && (index < 63 || index === GUESSES - 1)
        ? browser.verifyCode({ session, phoneNumber, code: '12345' })
        : limitVerifying({ rateLimits }, browserAt(`10.0.${index >> 8}.${index & 255}`), { id: session });
    await guess.then(
      () => count('none'),
      ({ reason }) => count(reason),
    );
  }
  expect(answers).toEqual({ CODE_INVALID: 60, RATE_LIMITED: GUESSES - 60 });
  const rows = await identity.db.query<{ tries: number }>('SELECT tries FROM challenges WHERE id = $1', [session]);
  expect(rows).toEqual([{ tries: 5 }]);

  const home = identity.browser();
  const started = await home.startSignIn({ phoneNumber });
  const { code } = await identity.message(started.challenge);
  const signedIn = await home.verifyCode({ session: started.challenge?.session, phoneNumber, code });
  expect(signedIn).toMatchObject({ next: '/' });
  expect(home.cookies.session).not.toBe('');
});

const forAnybody = AuthService.methods.filter((method) => accessOf(method)?.audience === Audience.PUBLIC);

test.each(forAnybody.map((method) => [method.name, method] as const))(
  '%s: an address has 600 calls a minute, and what is tried and sent is counted by who asks [AUT-19:limits]',
  (_name, method) => {
    // Fewer by address alone would let one visitor stop the sign-in of all others behind it.
    expect(accessOf(method)?.rateClass).toBe(RateClass.READ);
  },
);
