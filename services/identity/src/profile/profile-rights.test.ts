import { type Viewer, visitor } from '@marquee/runtime/viewer';
import { isListed, isVisibleTo } from './profile-rights.ts';

type State = Parameters<typeof isListed>[0];
const WHEN = new Date('2026-06-01T12:00:00Z');
const open: State = {
  ...{ id: 'me', suspendedAt: null, closingAt: null, isOnboarding: false },
  ...{ profileVisibility: 'PUBLIC', consumerType: 'ENTERTAINMENT_PRO' },
};
const owner = { kind: 'account', accountId: 'me' } as Viewer;
const member = { kind: 'account', accountId: 'other' } as Viewer;

const HIDING: [string, Partial<State>][] = [
  ['suspended', { suspendedAt: WHEN }],
  ['closing', { closingAt: WHEN }],
  ['not complete', { isOnboarding: true }],
  ['private', { profileVisibility: 'PRIVATE' }],
];

test('a profile that nothing hides is seen by everybody, and listed', () => {
  expect([owner, member, visitor].map((viewer) => isVisibleTo(viewer, open))).toEqual([true, true, true]);
  expect(isListed(open)).toBe(true);
});

test.each(HIDING)('one that is %s is neither seen by others nor listed [PRO-20:rights]', (name, state) => {
  const account = { ...open, ...state };
  expect([member, visitor].map((viewer) => isVisibleTo(viewer, account))).toEqual([false, false]);
  expect(isListed(account)).toBe(false);
  // Its owner still sees it, unless it was suspended.
  expect(isVisibleTo(owner, account)).toBe(name !== 'suspended');
});

test('of people who are no professionals, profiles are seen but not listed [PRO-20:rights]', () => {
  const fan: State = { ...open, consumerType: 'MOVIE_LOVER' };
  expect(isVisibleTo(visitor, fan)).toBe(true);
  expect(isListed(fan)).toBe(false);
});
