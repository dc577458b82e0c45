import { type AccountViewer, isDirector, isPro, isStaff, requireAccount, requireStaff, visitor } from './viewer.ts';

const account = (changes: Partial<AccountViewer> = {}) =>
  ({ kind: 'account', accountId: 'a', roles: [], consumerType: 'MOVIE_LOVER', ...changes }) as unknown as AccountViewer;

test('each right asks for what gives it, and an account alone has one', () => {
  const all = [account(), account({ roles: ['SUPER_USER'] }), account({ consumerType: 'ENTERTAINMENT_PRO' })];
  const viewers = [...all, account({ directs: true }), visitor, { kind: 'service', service: 'film' } as const];
  expect(viewers.map(isStaff)).toEqual([false, true, false, false, false, false]);
  expect(viewers.map(isPro)).toEqual([false, false, true, false, false, false]);
  expect(viewers.map(isDirector)).toEqual([false, false, false, true, false, false]);
});

test('a visitor is asked to sign in, and an account that is not staff is refused', () => {
  const staff = account({ roles: ['ADMIN'] });
  expect([requireAccount(account()), requireStaff(staff)]).toEqual([account(), staff]);
  expect(() => requireAccount(visitor)).toThrow(expect.objectContaining({ kind: 'UNAUTHENTICATED' }));
  expect(() => requireStaff(visitor)).toThrow(expect.objectContaining({ kind: 'UNAUTHENTICATED' }));
  expect(() => requireStaff(account())).toThrow(expect.objectContaining({ kind: 'FORBIDDEN' }));
});
