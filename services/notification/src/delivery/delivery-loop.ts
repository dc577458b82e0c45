import type { Database } from '@marquee/data/database';
import { retryWhileDatabaseAway, WorkerLostError, type WorkLoopOptions } from '@marquee/data/work-loop';
import { newCall, runInCall } from '@marquee/runtime/context';
import { deliveryAttempts } from '@marquee/runtime/telemetry/instruments';
import * as deliveries from './deliveries.ts';
import { type ClaimedDelivery, DeliveryDelayed, type DeliveryFacts, type Ending, RETRY_DELAYS_MS } from './delivery.ts';
import { type SendResources, sendDelivery } from './send-delivery.ts';

export type DeliveryResources = SendResources & { db: Database };

const CONCURRENCY = 4;
const POLL_MS = 1_000;

/** The loop that sends deliveries. An attempt that is running is finished while the process stops. */
export function deliveryLoop(resources: DeliveryResources): WorkLoopOptions<ClaimedDelivery> {
  const { db, clock, log } = resources;
  return {
    name: deliveries.DELIVERY_LOOP,
    ...{ db, clock, log },
    table: deliveries.work,
    concurrency: CONCURRENCY,
    pollMs: POLL_MS,
    retryDelaysMs: RETRY_DELAYS_MS,
    async run(delivery, { stopping }) {
      const ending = await runInCall(newCall(), () => sendDelivery(resources, delivery));
      // Without this row update the message would be sent again.
      await retryWhileDatabaseAway(() => end(resources, delivery, ending), stopping);
    },
    async retry(delivery, error, dueAt) {
      const facts = factsOf(error);
      if (await deliveries.delay(db, delivery, facts, dueAt)) count('waiting', facts);
    },
    giveUp: (delivery, error) => end(resources, delivery, { ...factsOf(error), state: 'FAILED' }),
  };
}

async function end({ db, clock, log }: DeliveryResources, delivery: ClaimedDelivery, ending: Ending): Promise<void> {
  const about = { deliveryId: delivery.id, kind: delivery.kind, attempts: delivery.attempt, failure: ending.failure };
  if (!(await deliveries.end(db, delivery, ending, clock.now()))) {
    log.warn({ ...about, state: ending.state }, 'a delivery ended after another process had taken it over');
    return;
  }
  count(ending.state.toLowerCase(), ending);
  if (ending.state === 'FAILED') log.error(about, 'a message could not be delivered');
  else log.info({ ...about, state: ending.state }, 'a delivery ended');
}

function factsOf(error: unknown): DeliveryFacts {
  if (error instanceof DeliveryDelayed) return error.facts;
  return { failure: error instanceof WorkerLostError ? 'WORKER_LOST' : 'INTERNAL_ERROR' };
}

const count = (outcome: string, { failure = '' }: DeliveryFacts) => deliveryAttempts.add(1, { outcome, failure });
