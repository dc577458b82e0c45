import { owedStepOf } from './refund-facts.ts';

const refund = { state: 'SUCCEEDED', kind: 'STAFF', failedAt: null, isOwed: true } as const;

test.each([
  ['fails at once', { state: 'FAILED', isOwed: false }, 0n, ''],
  ['gives back what was bought', { isOwed: false }, 0n, ''],
  ['gives back the rest of an order of which a part is owed', { isOwed: false }, 300n, ''],
  ['fails later', { state: 'FAILED', isOwed: false, failedAt: new Date(0) }, 499n, 'OWED'],
  ['fails later after it gave back what was owed', { state: 'FAILED', failedAt: new Date(0) }, 499n, 'OWED'],
  ['is to give back what is owed', { state: 'PENDING' }, 499n, 'GOING'],
  ['could not give back what is owed', { state: 'FAILED' }, 499n, 'GOING'],
  ['gives back a part of what is owed', { kind: 'PROVIDER' }, 199n, 'GOING'],
  ['gives back all that is owed', {}, 0n, 'GIVEN'],
  ['took what is owed in a dispute', { kind: 'DISPUTE' }, 0n, 'GIVEN'],
  ['notes that it was paid elsewhere', { kind: 'ELSEWHERE' }, 0n, 'ELSEWHERE'],
] as const)('of a refund that %s', (_how, step, owed, expected) => {
  expect(owedStepOf({ owed }, { ...refund, ...step })).toBe(expected);
});
