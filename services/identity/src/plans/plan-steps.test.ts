import { PLAN_NOTICE_DAYS } from '@marquee/rules/plans';
import { dueAfter, followingPeriod, nextChoice } from './plan-steps.ts';
import type { Running } from './subscriptions.ts';

const day = (date: string) => new Date(`${date}T00:00:00.000Z`);
const end = day('2026-12-31');
const notice = new Date(end.getTime() - PLAN_NOTICE_DAYS * 86_400_000);
const short = (at: Date, ms: number) => new Date(at.getTime() + ms);
const running = (changes: object = {}) =>
  ({
    ...{ state: 'ACTIVE', plan: 'PRO', interval: 'MONTHLY', anchorAt: day('2026-10-31'), periods: 2, periodEnd: end },
    ...{ endsAtPeriodEnd: false, isGranted: false, remindedOf: null, nextPlan: null, nextInterval: null, ...changes },
  }) as unknown as Running;

test.each([
  ['a month that renews', {}, short(notice, -1), end],
  ['a trial, before its notice', { state: 'TRIALING' }, short(notice, -1), notice],
  ['a year, before its notice', { interval: 'YEARLY' }, short(notice, -1), notice],
  ['what ends, before its notice', { endsAtPeriodEnd: true }, short(notice, -1), notice],
  ['what was granted, before its notice', { isGranted: true }, short(notice, -1), notice],
  ['a year whose notice is due', { interval: 'YEARLY' }, notice, notice],
  ['a year whose notice is late', { interval: 'YEARLY' }, short(end, -1), short(end, -1)],
  ['a year whose end has passed', { interval: 'YEARLY' }, short(end, 1), end],
  ['a year after its notice', { interval: 'YEARLY', remindedOf: end }, short(notice, 1), end],
  ['a year after the notice of the last', { interval: 'YEARLY', remindedOf: notice }, short(notice, -1), notice],
])('%s is looked at next in time', (_name, changes, now, expected) => {
  expect(dueAfter(running(changes), now)).toEqual(expected);
});

test.each([
  ['the same interval counts on from its beginning', {}, 'MONTHLY', day('2026-10-31'), 3],
  ['another interval counts from the end of the last', {}, 'YEARLY', end, 1],
  ['after a trial it counts from its end', { state: 'TRIALING' }, 'MONTHLY', end, 1],
  ['what was granted before it does not count', { periods: 0 }, 'MONTHLY', end, 1],
])('%s', (_name, changes, interval, anchorAt, periods) => {
  const choice = { plan: 'PRO', interval } as Parameters<typeof followingPeriod>[1]['choice'];
  const next = followingPeriod(running(changes), { choice, price: 900n, orderId: null });
  expect(next).toMatchObject({ anchorAt, periods, periodStart: end, interval, nextPlan: null, remindedOf: null });
});

test('the next period is what was chosen for it, or the same again', () => {
  expect(nextChoice(running())).toEqual({ plan: 'PRO', interval: 'MONTHLY' });
  const chosen = running({ nextPlan: 'PREMIUM', nextInterval: 'YEARLY' });
  expect(nextChoice(chosen)).toEqual({ plan: 'PREMIUM', interval: 'YEARLY' });
});
