import { Audience, accessOf, isServiceOnly, RateClass } from '@marquee/contracts/access';
import { allServices } from '@marquee/contracts/services';
import { type AccountViewer, type Viewer, visitor } from '../viewer.ts';
import { enforceAccess, rateLimitOf } from './enforce-access.ts';

const now = new Date('2026-11-20T12:00:00Z');
const admin: AccountViewer = {
  kind: 'account',
  accountId: 'a',
  sessionId: 's',
  roles: ['ADMIN', 'SUPER_USER'],
  consumerType: 'ENTERTAINMENT_PRO',
  accountType: 'COMPANY',
  talents: [],
  onboarding: false,
  steppedUpAt: now,
};
const serviceMethods = allServices().flatMap((service) => service.methods.filter(isServiceOnly));

test.each(serviceMethods.map((method) => [`${method.parent.typeName}/${method.name}`, method] as const))(
  '%s refuses every viewer and every service it does not name [SYS-06]',
  (_name, method) => {
    const access = accessOf(method);
    if (!access) throw new Error('no policy');
    const viewers: Viewer[] = [visitor, admin, { kind: 'service', service: 'gateway', onBehalfOf: admin }];
    for (const viewer of viewers) {
      expect(() => enforceAccess(access, viewer, undefined, now)).toThrow('only be used by services');
      expect(() => enforceAccess(access, viewer, 'marketing', now)).toThrow('only be used by services');
    }
    for (const caller of access.callers) {
      expect(() => enforceAccess(access, { kind: 'service', service: caller }, caller, now)).not.toThrow();
    }
  },
);

test('every audience and rate class of the contracts has a rule', () => {
  const values = (of: object) => Object.values(of).filter((value) => typeof value === 'number');
  expect(Object.keys(rateLimitOf).map(Number)).toEqual(values(RateClass));
  expect(values(Audience)).toEqual([0, 1, 2, 3, 4, 5, 6, 7]);
});
