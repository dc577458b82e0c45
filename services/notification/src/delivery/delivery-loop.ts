import { type Ending, WorkerLostError, type WorkLoopOptions } from '@marquee/data/work-loop';
import type { ServiceResources, Write } from '@marquee/service/use-case';
import { workOf } from '@marquee/service/work';
import * as deliveries from './deliveries.ts';
import {
  type ClaimedDelivery,
  DeliveryDelayed,
  type DeliveryEnding,
  type DeliveryFacts,
  RETRY_DELAYS_MS,
} from './delivery.ts';
import { deliveryAttempts } from './instruments.ts';
import { type SendResources, sendDelivery } from './send-delivery.ts';

export type DeliveryResources = SendResources & ServiceResources;

const CONCURRENCY = 4;
const POLL_MS = 1_000;

/** The loop that sends deliveries. An attempt that is running is finished while the process stops. */
export function deliveryLoop(
  resources: DeliveryResources,
): WorkLoopOptions<ClaimedDelivery, DeliveryEnding, Write<DeliveryResources>> {
  return workOf(resources, {
    name: deliveries.DELIVERY_LOOP,
    table: deliveries.work,
    concurrency: CONCURRENCY,
    pollMs: POLL_MS,
    retryDelaysMs: RETRY_DELAYS_MS,
    run: (delivery) => sendDelivery(resources, delivery),
    complete: ({ tx, clock }, delivery, ending) => deliveries.end(tx, delivery, ending, clock.now()),
    retry: ({ tx }, delivery, error, dueAt) => deliveries.delay(tx, delivery, factsOf(error), dueAt),
    giveUp: ({ tx, clock }, delivery, error) =>
      deliveries.end(tx, delivery, { ...factsOf(error), state: 'FAILED' }, clock.now()),
    ended: (delivery, ending) => note(resources, delivery, ending),
  });
}

/** Counts an attempt, and logs how a delivery ended. */
function note(
  { log }: DeliveryResources,
  { id: deliveryId, kind, attempt: attempts }: ClaimedDelivery,
  { outcome, result, error }: Ending<DeliveryEnding>,
): void {
  if (outcome === 'delayed') count('waiting', factsOf(error));
  const ending = outcome === 'failed' ? { ...factsOf(error), state: 'FAILED' } : result;
  if (!ending || (outcome !== 'failed' && outcome !== 'complete')) return;
  count(ending.state.toLowerCase(), ending);
  const about = { deliveryId, kind, attempts, failure: ending.failure };
  if (ending.state === 'FAILED') log.error(about, 'a message could not be delivered');
  else log.info({ ...about, state: ending.state }, 'a delivery ended');
}

function factsOf(error: unknown): DeliveryFacts {
  if (error instanceof DeliveryDelayed) return error.facts;
  return { failure: error instanceof WorkerLostError ? 'WORKER_LOST' : 'INTERNAL_ERROR' };
}

const count = (outcome: string, { failure = '' }: DeliveryFacts) => deliveryAttempts.add(1, { outcome, failure });
