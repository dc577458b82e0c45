import { type IncomingMessage, ServerResponse } from 'node:http';
import type { DescMethod } from '@bufbuild/protobuf';
import { accessOf, RateClass } from '@marquee/contracts/access';
import { isRead } from '@marquee/contracts/idempotency';
import { allServices } from '@marquee/contracts/services';
import { cookieNames, cookieWriter, sessionTokens } from './cookies.ts';
import type { SessionChanges } from './proxy/metadata-rules.ts';
import { applySessionChanges, dropSession } from './session-changes.ts';

const clock = { now: () => new Date('2026-01-02T03:04:05Z') };
const publicUrl = new URL('https://marquee.example');
const cookies = cookieNames(publicUrl);
const writer = cookieWriter(publicUrl);
const MONTH_S = 2_592_000;
const methods = allServices().flatMap((service) => service.methods);
const methodOf = (rateClass: RateClass) => {
  const found = methods.find((method) => accessOf(method)?.rateClass === rateClass);
  if (!found) throw new Error('no method of this class');
  return found;
};

/** The cookies that a call sets, and how often the cached session was dropped or ended. */
function after(
  method: DescMethod,
  { ok = true, session, cookie = '' }: { ok?: boolean; session?: SessionChanges; cookie?: string } = {},
) {
  let forgotten = 0;
  const forget = () => {
    forgotten += 1;
  };
  let ended = 0;
  const end = () => {
    ended += 1;
  };
  const begun: string[] = [];
  const sessions = { forget, ended: end, begun: (token: string) => begun.push(token) } as unknown as Parameters<
    typeof applySessionChanges
  >[2];
  const request = { method: 'POST', headers: { cookie } } as IncomingMessage;
  const response = new ServerResponse(request);
  const proxied = { method } as Parameters<ReturnType<typeof applySessionChanges>>[0]['proxied'];
  applySessionChanges(cookies, writer, sessions, clock)({ request, response, proxied, ok, session });
  return {
    sent: [response.getHeader('set-cookie') ?? []].flat().map(String),
    forgotten,
    ...(ended > 0 && { ended }),
    ...(begun.length > 0 && { begun }),
  };
}

const read = methodOf(RateClass.READ);
const fresh = `${cookies.fresh}=${clock.now().getTime()}; Path=/; HttpOnly; SameSite=Lax; Max-Age=10; Secure`;

test('a new session sets an HttpOnly cookie and a readable hint, and clears the challenge [SYS-06:cookies]', () => {
  const { sent, forgotten, begun } = after(methodOf(RateClass.SENSITIVE), { session: { sessionSet: 'opaque' } });
  expect(begun).toEqual(['opaque']);
  expect(sent).toEqual(
    expect.arrayContaining([
      `${cookies.session}=opaque; Path=/; HttpOnly; SameSite=Lax; Max-Age=${MONTH_S}; Secure`,
      `${cookies.signedIn}=1; Path=/; SameSite=Lax; Max-Age=${MONTH_S}; Secure`,
      `${cookies.challenge}=; Path=/; HttpOnly; SameSite=Lax; Max-Age=0; Secure`,
    ]),
  );
  expect(forgotten).toBeGreaterThan(0);
});

test('pages speak the language of the account that is signed in [SET-07:cookie]', () => {
  const changed = (sessionLanguage: string) =>
    after(methodOf(RateClass.SENSITIVE), { session: { sessionLanguage } }).sent.filter((cookie) =>
      cookie.startsWith(`${cookies.language}=`),
    );
  expect(changed('fr')).toEqual([
    `${cookies.language}=fr; Path=/; SameSite=Lax; Max-Age=${12 * MONTH_S + 5 * 86_400}; Secure`,
  ]);
  for (const wrong of ['de', 'fr; Domain=evil', '']) expect(changed(wrong)).toEqual([]);
});

describe('several accounts in one browser', () => {
  const id = '01990000-0000-7000-8000-000000000001';
  const tokens = ['A', 'B', 'C', 'D', 'E'].map((letter) => letter.repeat(43));
  const method = methodOf(RateClass.READ);

  test('scripts learn whose session is used; the tokens of the others are out of their reach [AUT-13:cookies]', () => {
    const { sent } = after(method, {
      session: { sessionSet: 'opaque', sessionAccount: id, otherSessionsSet: tokens.slice(0, 2).join('.') },
    });
    expect(sent).toContain(`${cookies.signedIn}=${id}; Path=/; SameSite=Lax; Max-Age=${MONTH_S}; Secure`);
    expect(sent).toContain(
      `${cookies.others}=${tokens[0]}.${tokens[1]}; Path=/; HttpOnly; SameSite=Lax; Max-Age=${MONTH_S}; Secure`,
    );
  });

  test('what is no token or no id stands in no cookie, and there are four others at most [AUT-13:cookies]', () => {
    const { sent } = after(method, {
      session: { sessionSet: 'opaque', sessionAccount: 'x; Domain=evil', otherSessionsSet: `x;.${tokens.join('.')}` },
    });
    expect(sent.find((cookie) => cookie.startsWith(`${cookies.signedIn}=`))).toMatch(/=1; Path/);
    expect(sent.find((cookie) => cookie.startsWith(`${cookies.others}=`))).toContain(
      `=${tokens.slice(0, 4).join('.')};`,
    );
  });

  test('the cookie of the others goes with the last of them [AUT-13:cookies]', () => {
    const session = { sessionClear: '1', otherSessionsSet: '-' };
    const cleared = `${cookies.others}=; Path=/; HttpOnly; SameSite=Lax; Max-Age=0; Secure`;
    expect(after(method, { session, cookie: `${cookies.others}=${tokens[0]}` }).sent).toContain(cleared);
    expect(after(method, { session }).sent).not.toContain(cleared);
  });

  test('identity is given the tokens of the browser, the used one first; a forged cookie adds none [AUT-13:forged]', () => {
    const asked = (cookie: string) => sessionTokens({ headers: { cookie } } as IncomingMessage, cookies);
    expect(asked(`${cookies.others}=${tokens[1]}.${tokens[2]}; ${cookies.session}=${tokens[0]}`)).toBe(
      tokens.slice(0, 3).join('.'),
    );
    expect(asked(`${cookies.others}=${tokens[1]}`)).toBe(tokens[1]);
    expect(asked(`${cookies.session}=a b; ${cookies.others}=../..%0d.${'x'.repeat(500)}`)).toBe('');
  });
});

test('a challenge sets an HttpOnly cookie for an hour [AUT-20:cookie]', () => {
  const { sent } = after(methodOf(RateClass.SENSITIVE), { session: { challengeSet: 'challenge' } });
  expect(sent).toContain(`${cookies.challenge}=challenge; Path=/; HttpOnly; SameSite=Lax; Max-Age=3600; Secure`);
});

test('a browser that signed in keeps a cookie of it for a year, also after sign-out [AUT-19:limits]', () => {
  const { sent } = after(methodOf(RateClass.SENSITIVE), { session: { sessionSet: 'opaque', knownSet: 'known' } });
  expect(sent).toContain(`${cookies.known}=known; Path=/; HttpOnly; SameSite=Lax; Max-Age=31536000; Secure`);
  expect(after(read, { session: { sessionClear: '1' } }).sent.join()).not.toContain(cookies.known);
});

test('sign-out clears both cookies of the session and its cached answer', () => {
  const taken = [cookies.session, cookies.signedIn].map(
    (name) => `${name}=; Path=/; HttpOnly; SameSite=Lax; Max-Age=0; Secure`,
  );
  const { sent, ended } = after(read, { session: { sessionClear: '1' } });
  expect(sent).toEqual(taken);
  expect(ended).toBe(1);
  const response = new ServerResponse({ method: 'GET' } as IncomingMessage);
  dropSession({} as IncomingMessage, response, cookies, writer, { ended: () => {} } as never);
  expect(response.getHeader('set-cookie')).toEqual(taken);
});

test('a write makes its author bypass the page cache once; a refused write, a read and a heartbeat do not', () => {
  for (const method of methods.filter((each) => accessOf(each)?.rateClass === RateClass.WRITE)) {
    expect([method.name, isRead(method)]).toEqual([method.name, false]);
    expect(after(method)).toEqual({ sent: [fresh], forgotten: 1 });
    expect(after(method, { ok: false })).toEqual({ sent: [], forgotten: 0 });
  }
  expect(after(read)).toEqual({ sent: [], forgotten: 0 });
  expect(after(methodOf(RateClass.HEARTBEAT))).toEqual({ sent: [], forgotten: 0 });
});
