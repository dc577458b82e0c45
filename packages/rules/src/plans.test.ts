import { entitlementsOf } from './entitlements.ts';
import { isUpgrade, type PlanChoice, periodEnd, unusedPart } from './plans.ts';

const on = (day: string) => new Date(`${day}T10:00:00.000Z`);

test('a period ends on the day of its anchor, or on the last day of a shorter month [SET-10:periods]', () => {
  const from = on('2027-01-31');
  const ends = [1, 2, 3, 13].map((n) => periodEnd(from, 'MONTHLY', n).toISOString().slice(0, 10));
  expect(ends).toEqual(['2027-02-28', '2027-03-31', '2027-04-30', '2028-02-29']);
  expect(periodEnd(on('2028-02-29'), 'YEARLY', 1)).toEqual(on('2029-02-28'));
  expect(periodEnd(on('2028-02-29'), 'YEARLY', 4)).toEqual(on('2032-02-29'));
});

test('more is an upgrade, and less or shorter is not', () => {
  const [proMonth, proYear] = [
    { plan: 'PRO', interval: 'MONTHLY' },
    { plan: 'PRO', interval: 'YEARLY' },
  ] as const satisfies PlanChoice[];
  const [topMonth, topYear] = [
    { plan: 'PREMIUM', interval: 'MONTHLY' },
    { plan: 'PREMIUM', interval: 'YEARLY' },
  ] as const satisfies PlanChoice[];
  for (const to of [proYear, topMonth, topYear]) expect(isUpgrade(proMonth, to)).toBe(true);
  for (const to of [proMonth, proYear, topMonth]) expect(isUpgrade(proYear, to)).toBe(false);
  expect(isUpgrade(topMonth, proYear)).toBe(false);
  expect(isUpgrade(topYear, proYear)).toBe(false);
});

test('the rest of a period is worth its share of the price, and never more than it', () => {
  const period = { price: 1_000n, start: on('2026-11-01'), end: on('2026-12-01') };
  expect(unusedPart(period, on('2026-11-16'))).toBe(500n);
  expect(unusedPart(period, on('2026-10-01'))).toBe(1_000n);
  expect(unusedPart(period, on('2026-12-02'))).toBe(0n);
  expect(unusedPart({ ...period, price: 999n }, on('2026-11-11'))).toBe(666n);
  expect(unusedPart({ ...period, end: period.start }, period.start)).toBe(0n);
});

test('ads are for accounts without a plan, and jobs for those with a paid one [WAT-11:plan] [NET-04:plan]', () => {
  expect(['NONE', 'FREEMIUM', 'PRO', 'PREMIUM'].map((plan) => entitlementsOf(plan).seesAds)).toEqual([
    true,
    false,
    false,
    false,
  ]);
  expect(['NONE', 'FREEMIUM', 'PRO', 'PREMIUM'].map((plan) => entitlementsOf(plan).postsJobs)).toEqual([
    false,
    false,
    true,
    true,
  ]);
  expect(entitlementsOf(undefined)).toEqual(entitlementsOf('NONE'));
  expect(entitlementsOf('constructor')).toEqual(entitlementsOf('NONE'));
});
