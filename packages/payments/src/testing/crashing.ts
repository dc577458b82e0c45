import type { Database, Query } from '@marquee/data/database';
import type { MethodAttempt, PaidOrder, PaymentProvider } from '../payment-provider.ts';
import type { TestProvider } from '../test-provider.ts';

type TestCardGiven = Parameters<TestProvider['confirm']>[1];

/** Why an operation went no further, as if its process had been killed. */
class Crash extends Error {
  override readonly name = 'Crash';
}

/** Where a crash may happen: before a step, before its commit, or after it, when only the answer is lost. */
type CrashPoint = 'BEFORE' | 'BEFORE_COMMIT' | 'AFTER';
export type Crashes = { next(): CrashPoint | undefined; happened: boolean };

/** A database and a provider that crash between any two steps. */
export function crashing<P extends PaymentProvider & Partial<Pick<TestProvider, 'confirm'>>>(
  db: Database,
  real: P,
  crashes: Crashes,
): { db: Database; provider: P } {
  const crash = () => {
    crashes.happened = true;
    throw new Crash();
  };
  const step = async <T>(work: () => Promise<T>): Promise<T> => {
    const at = crashes.next();
    if (at === 'BEFORE') crash();
    const result = await work();
    if (at === 'AFTER') crash();
    return result;
  };
  const query: Query = (statement, values) => step(() => db.query(statement, values));
  return {
    db: {
      ...{ pool: db.pool, writeTurns: db.writeTurns, close: db.close, query },
      async transaction(run, options) {
        const at = crashes.next();
        if (at === 'BEFORE') crash();
        const result = await db.transaction(async (tx) => {
          const done = await run(tx);
          if (at === 'BEFORE_COMMIT') crash();
          return done;
        }, options);
        if (at === 'AFTER') crash();
        return result;
      },
    },
    // The provider is another company: it does not crash with us, but its answers are lost.
    provider: {
      ...real,
      createPayment: (order: PaidOrder) => step(() => real.createPayment(order)),
      cancelPayment: (id: string, order?: Omit<PaidOrder, 'description'>) => step(() => real.cancelPayment(id, order)),
      getPayment: (id: string) => step(() => real.getPayment(id)),
      refund: (asked: Parameters<PaymentProvider['refund']>[0]) => step(() => real.refund(asked)),
      ...(real.confirm && { confirm: (id: string, card: TestCardGiven) => step(async () => real.confirm?.(id, card)) }),
      ...(real.capture && { capture: (id: string) => step(async () => real.capture?.(id)) }),
      payWithMethod: (attempt: MethodAttempt) => step(() => real.payWithMethod(attempt)),
    } as P,
  };
}
