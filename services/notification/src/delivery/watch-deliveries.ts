import type { Database } from '@marquee/data/database';
import type { Clock } from '@marquee/runtime/clock';
import type { Loop } from '@marquee/service/define-service';
import * as deliveries from './deliveries.ts';
import { deliveriesWaiting, deliveryAttempts, deliveryOldestSeconds } from './instruments.ts';

const FROM_THE_START = [
  ['sent', ''],
  ['waiting', 'CARRIER_UNAVAILABLE'],
] as const;

/** Reports at each scrape what waits to be sent, by one query. */
export function watchDeliveries({ db, clock }: { db: Database; clock: Clock }): Loop {
  let asked: ReturnType<typeof deliveries.waiting> | undefined;
  const ask = () => {
    asked ??= deliveries.waiting(db, clock.now()).finally(() => {
      asked = undefined;
    });
    return asked;
  };
  // A counter that starts at 1 hides its first increase from rate(): each starts at 0.
  for (const [outcome, failure] of FROM_THE_START) deliveryAttempts.add(0, { outcome, failure });
  const unwatch = [
    deliveriesWaiting.watch(async () => (await ask()).count),
    deliveryOldestSeconds.watch(async () => (await ask()).oldestSeconds),
  ];
  return {
    async close() {
      for (const end of unwatch) end();
    },
  };
}
