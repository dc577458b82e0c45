import { keepOtherAccountsKnown, otherAccountsKnown } from './other-accounts-known.ts';

test('a browser knows how many other accounts it had, and nothing once it has none', () => {
  expect(otherAccountsKnown()).toBe(0);
  keepOtherAccountsKnown(2);
  expect(otherAccountsKnown()).toBe(2);
  const [kept] = Object.keys(localStorage);
  keepOtherAccountsKnown(0);
  expect([otherAccountsKnown(), localStorage.length]).toEqual([0, 0]);
  localStorage.setItem(kept as string, 'many');
  expect(otherAccountsKnown()).toBe(0);
});
