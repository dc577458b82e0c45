import { create, type MessageInitShape } from '@bufbuild/protobuf';
import { type Access, Audience, accessOf, isServiceOnly, RateClass } from '@marquee/contracts/access';
import { AccessSchema } from '@marquee/contracts/access/v1/access_pb';
import { Permission } from '@marquee/contracts/permissions';
import { allServices, ownerOf } from '@marquee/contracts/services';
import { memoryRateLimits } from '../rate-limits.ts';
import { type AccountViewer, type Viewer, visitor } from '../viewer.ts';
import { enforceAccess, enforceRate, rateLimitOf, STEP_UP_FRESH_MS } from './enforce-access.ts';

const now = new Date('2026-11-20T12:00:00Z');
const lover: AccountViewer = {
  kind: 'account',
  accountId: 'a',
  sessionId: 's',
  roles: [],
  consumerType: 'MOVIE_LOVER',
  accountType: 'INDIVIDUAL',
  talents: [],
  onboarding: false,
};
const viewers = {
  visitor,
  lover,
  b2b: { ...lover, consumerType: 'B2B' },
  pro: { ...lover, consumerType: 'ENTERTAINMENT_PRO' },
  director: { ...lover, directs: true },
  staff: { ...lover, roles: ['SUPER_USER'] },
  admin: { ...lover, roles: ['ADMIN'], steppedUpAt: now },
  service: { kind: 'service', service: 'gateway', onBehalfOf: { ...lover, roles: ['ADMIN'] } },
} satisfies Record<string, Viewer>;
const callers = ['gateway', ...new Set(allServices().map(ownerOf)), 'chat', ''];
const serviceMethods = allServices().flatMap((service) => service.methods.filter(isServiceOnly));

const access = (fields: MessageInitShape<typeof AccessSchema>): Access =>
  create(AccessSchema, { rateClass: RateClass.READ, ...fields });

test.each(serviceMethods.map((method) => [`${method.parent.typeName}/${method.name}`, method] as const))(
  '%s refuses every viewer, by itself and through every service that it does not name [SYS-06]',
  (_name, method) => {
    const declared = accessOf(method);
    if (!declared) throw new Error('no policy');
    expect(declared.callers.length).toBeGreaterThan(0);
    for (const viewer of Object.values(viewers)) {
      for (const caller of [undefined, ...callers]) {
        const enter = () => enforceAccess(declared, viewer, caller, now, false);
        if (caller !== undefined && declared.callers.includes(caller)) expect(enter).not.toThrow();
        else expect(enter).toThrow('only be used by services');
      }
    }
  },
);

test.each([
  [Audience.PUBLIC, ['visitor', 'lover', 'b2b', 'pro', 'director', 'staff', 'admin', 'service']],
  [Audience.SIGNED_IN, ['lover', 'b2b', 'pro', 'director', 'staff', 'admin']],
  [Audience.PRO, ['pro', 'staff', 'admin']],
  [Audience.DIRECTOR, ['director', 'staff', 'admin']],
  [Audience.STAFF, ['staff', 'admin']],
  [Audience.ADMIN, ['admin']],
  [Audience.UNSPECIFIED, []],
])('audience %s admits %j and nobody else, whichever service forwards the call [SYS-06]', (audience, admitted) => {
  for (const caller of [undefined, ...callers]) {
    const entered = Object.entries(viewers).filter(([, viewer]) => {
      try {
        enforceAccess(access({ audience }), viewer, caller, now, false);
        return true;
      } catch {
        return false;
      }
    });
    expect(entered.map(([name]) => name)).toEqual(admitted);
  }
});

test('a permission is for the roles that have it, and is asked for before the passkey [ADU-10:privilege]', () => {
  const enter = (permission: Permission, viewer: Viewer) => () =>
    enforceAccess(access({ audience: Audience.STAFF, permission, stepUp: true }), viewer, 'gateway', now, false);
  expect(enter(Permission.BAN_USERS, viewers.admin)).not.toThrow();
  expect(enter(Permission.DELETE_USERS, viewers.admin)).toThrow('You do not have access to this.');
  expect(enter(Permission.DELETE_USERS, { ...viewers.staff, steppedUpAt: now })).not.toThrow();
  expect(enter(Permission.DELETE_USERS, viewers.staff)).toThrow('confirm with your passkey');
  expect(enter(Permission.SEE_USERS, viewers.lover)).toThrow('You do not have access to this.');
  expect(enter(99 as Permission, viewers.staff)).toThrow('You do not have access to this.');
});

test('a method that asks for step-up takes a passkey challenge of the last five minutes [AUT-17:step-up]', () => {
  const enter = (steppedUpAt: Date | undefined) => () =>
    enforceAccess(
      access({ audience: Audience.STAFF, stepUp: true }),
      { ...viewers.staff, steppedUpAt },
      'gateway',
      now,
      false,
    );
  expect(STEP_UP_FRESH_MS).toBe(300_000);
  expect(enter(new Date(now.getTime() - STEP_UP_FRESH_MS))).not.toThrow();
  expect(enter(new Date(now.getTime() - STEP_UP_FRESH_MS - 1))).toThrow('confirm with your passkey');
  expect(enter(undefined)).toThrow('confirm with your passkey');
});

test('an account that is closing reads, and writes only what its contract allows; visitors and services are not affected [SET-05:closing]', () => {
  const closing = { ...lover, closing: true };
  const enter =
    (fields: MessageInitShape<typeof AccessSchema>, writes: boolean, viewer: Viewer = closing) =>
    () =>
      enforceAccess(access(fields), viewer, 'gateway', now, writes);
  const signedIn = { audience: Audience.SIGNED_IN };
  expect(enter(signedIn, false)).not.toThrow();
  expect(enter(signedIn, true)).toThrow('Your account is closing.');
  expect(enter({ ...signedIn, whileClosing: true }, true)).not.toThrow();
  expect(enter({ audience: Audience.PUBLIC }, true)).not.toThrow();
  expect(enter(signedIn, true, lover)).not.toThrow();
});

test('every rate class of the contracts has its limit, and the sensitive one is the tightest [AUT-19:rates]', () => {
  const values = (of: object) => Object.values(of).filter((value) => typeof value === 'number');
  expect(Object.keys(rateLimitOf).map(Number)).toEqual(values(RateClass));
  expect(values(Audience)).toEqual([0, 1, 2, 3, 4, 5, 6, 7]);
  expect(rateLimitOf).toEqual({
    [RateClass.UNSPECIFIED]: { points: 120, durationS: 60 },
    [RateClass.READ]: { points: 600, durationS: 60 },
    [RateClass.WRITE]: { points: 120, durationS: 60 },
    [RateClass.SENSITIVE]: { points: 20, durationS: 60 },
    [RateClass.HEARTBEAT]: { points: 60, durationS: 60 },
  });
});

test('calls are counted by account, without one by address, and by class; services are not counted [AUT-19:rates]', async () => {
  const limits = memoryRateLimits();
  const call = (viewer: Viewer, ip: string, rateClass = RateClass.SENSITIVE) =>
    enforceRate(limits, access({ audience: Audience.PUBLIC, rateClass }), viewer, ip);
  const exhausted = { kind: 'EXHAUSTED', reason: 'RATE_LIMITED' };
  const { points } = rateLimitOf[RateClass.SENSITIVE];

  for (let calls = 0; calls < points; calls += 1) await call(lover, `192.0.2.${calls}`);
  await expect(call(lover, '192.0.2.100')).rejects.toMatchObject(exhausted);
  await call({ ...lover, accountId: 'another' }, '192.0.2.1');
  await call(lover, '192.0.2.1', RateClass.WRITE);

  for (let calls = 0; calls < points; calls += 1) await call(visitor, '198.51.100.7');
  await expect(call(visitor, '198.51.100.7')).rejects.toMatchObject(exhausted);
  await call(visitor, '198.51.100.8');
  await call(lover, '198.51.100.7', RateClass.READ);

  // All addresses of one line, and the lines of one network.
  for (let calls = 0; calls < points; calls += 1) await call(visitor, `2001:db8:7:1::${calls + 1}`);
  await expect(call(visitor, '2001:db8:7:1:ffff::1')).rejects.toMatchObject(exhausted);
  for (let calls = points; calls < 20 * points; calls += 1) await call(visitor, `2001:db8:7:${calls.toString(16)}::1`);
  await expect(call(visitor, '2001:db8:7:ffff::1')).rejects.toMatchObject(exhausted);
  await call(visitor, '2001:db8:8:1::1');

  for (let calls = 0; calls <= points; calls += 1) await call(viewers.service, '203.0.113.1');
  for (let calls = 0; calls <= points; calls += 1) await call(visitor, '');
});
