import { differencesMessage } from './difference-message.ts';
import type { ShownDifference } from './differences.ts';

const at = new Date('2026-11-20T12:00:00Z');

test('what is not booked has no amount, which is another thing than nothing booked', () => {
  const difference = { id: 'd', kind: 'BOOKS', foundAt: at, accountId: null } as ShownDifference;
  const differences = [null, 0n, 5n].map((booked) => ({ ...difference, booked }));
  const message = (comparedAt: Date | null) => differencesMessage({ differences, total: 3, comparedAt });
  const { differences: shown, comparedAt } = message(at);
  expect(shown?.map((one) => [one.booked, one.accountId])).toEqual([
    [undefined, ''],
    [0n, ''],
    [5n, ''],
  ]);
  expect(comparedAt).toMatchObject({ seconds: BigInt(at.getTime() / 1_000) });
  expect(message(null).comparedAt).toBeUndefined();
});
