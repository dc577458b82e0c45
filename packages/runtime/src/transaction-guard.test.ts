import { InsideTransactionError, inTransaction, refuseInTransaction, runInTransaction } from './transaction-guard.ts';

const films = {};
const people = {};

test('work is inside the transaction of its resource, and of no other', async () => {
  expect([inTransaction(), inTransaction(films)]).toEqual([false, false]);
  await runInTransaction(films, async () => {
    expect([inTransaction(), inTransaction(films), inTransaction(people)]).toEqual([true, true, false]);
    expect(() => refuseInTransaction(films)).toThrow(InsideTransactionError);
    expect(() => refuseInTransaction()).toThrow(InsideTransactionError);
    refuseInTransaction(people);
  });
  expect([inTransaction(), inTransaction(films)]).toEqual([false, false]);
});

test('a transaction inside another is inside both', async () => {
  await runInTransaction(films, () =>
    runInTransaction(people, async () => {
      expect([inTransaction(films), inTransaction(people)]).toEqual([true, true]);
    }),
  );
});

test('work that continues after its transaction is outside, and so is a transaction that it begins', async () => {
  const ended = Promise.withResolvers<void>();
  let later = Promise.resolve<boolean[]>([]);
  await runInTransaction(films, async () => {
    later = ended.promise.then(() =>
      runInTransaction(people, async () => [inTransaction(films), inTransaction(people)]).then((inside) => [
        ...inside,
        inTransaction(),
      ]),
    );
  });
  ended.resolve();
  expect(await later).toEqual([false, true, false]);
});
