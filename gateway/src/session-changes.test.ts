import { type IncomingMessage, ServerResponse } from 'node:http';
import type { DescMethod } from '@bufbuild/protobuf';
import { accessOf, RateClass } from '@marquee/contracts/access';
import { allServices } from '@marquee/contracts/services';
import { cookieNames, cookieWriter } from './cookies.ts';
import type { SessionChanges } from './proxy/metadata-rules.ts';
import { applySessionChanges, dropSession } from './session-changes.ts';

const publicUrl = new URL('https://marquee.example');
const cookies = cookieNames(publicUrl);
const writer = cookieWriter(publicUrl);
const MONTH_S = 2_592_000;
const methods = allServices().flatMap((service) => service.methods);
const isRead = (method: DescMethod) => method.idempotency === 1;
const methodOf = (rateClass: RateClass) => {
  const found = methods.find((method) => accessOf(method)?.rateClass === rateClass);
  if (!found) throw new Error('no method of this class');
  return found;
};

/** The cookies that a call sets, and how often the cached session was dropped. */
function after(method: DescMethod, { ok = true, session }: { ok?: boolean; session?: SessionChanges } = {}) {
  let forgotten = 0;
  const forget = () => {
    forgotten += 1;
  };
  const sessions = { forget } as unknown as Parameters<typeof applySessionChanges>[2];
  const request = { method: 'POST' } as IncomingMessage;
  const response = new ServerResponse(request);
  const proxied = { method, sideEffectFree: isRead(method) } as Parameters<
    ReturnType<typeof applySessionChanges>
  >[0]['proxied'];
  applySessionChanges(cookies, writer, sessions)({ request, response, proxied, ok, session });
  return { sent: [response.getHeader('set-cookie') ?? []].flat().map(String), forgotten };
}

const read = methodOf(RateClass.READ);
const fresh = `${cookies.fresh}=1; Path=/; HttpOnly; SameSite=Lax; Max-Age=10; Secure`;

test('a new session sets an HttpOnly cookie and a readable hint, and clears the challenge [SYS-06:cookies]', () => {
  const { sent, forgotten } = after(methodOf(RateClass.SENSITIVE), { session: { sessionSet: 'opaque' } });
  expect(sent).toEqual(
    expect.arrayContaining([
      `${cookies.session}=opaque; Path=/; HttpOnly; SameSite=Lax; Max-Age=${MONTH_S}; Secure`,
      `${cookies.signedIn}=1; Path=/; SameSite=Lax; Max-Age=${MONTH_S}; Secure`,
      `${cookies.challenge}=; Path=/; HttpOnly; SameSite=Lax; Max-Age=0; Secure`,
    ]),
  );
  expect(forgotten).toBeGreaterThan(0);
});

test('a challenge sets an HttpOnly cookie for an hour [AUT-20:cookie]', () => {
  const { sent } = after(methodOf(RateClass.SENSITIVE), { session: { challengeSet: 'challenge' } });
  expect(sent).toContain(`${cookies.challenge}=challenge; Path=/; HttpOnly; SameSite=Lax; Max-Age=3600; Secure`);
});

test('sign-out clears both cookies of the session and its cached answer', () => {
  const taken = [cookies.session, cookies.signedIn].map(
    (name) => `${name}=; Path=/; HttpOnly; SameSite=Lax; Max-Age=0; Secure`,
  );
  const { sent, forgotten } = after(read, { session: { sessionClear: '1' } });
  expect(sent).toEqual(taken);
  expect(forgotten).toBe(1);
  const response = new ServerResponse({ method: 'GET' } as IncomingMessage);
  dropSession({} as IncomingMessage, response, cookies, writer, { forget: () => {} } as never);
  expect(response.getHeader('set-cookie')).toEqual(taken);
});

test('a write makes its author bypass the page cache once; a refused write, a read and a heartbeat do not', () => {
  for (const method of methods.filter((each) => !isRead(each) && accessOf(each)?.rateClass === RateClass.WRITE)) {
    expect(after(method)).toEqual({ sent: [fresh], forgotten: 1 });
    expect(after(method, { ok: false })).toEqual({ sent: [], forgotten: 0 });
  }
  expect(after(read)).toEqual({ sent: [], forgotten: 0 });
  expect(after(methodOf(RateClass.HEARTBEAT))).toEqual({ sent: [], forgotten: 0 });
});
