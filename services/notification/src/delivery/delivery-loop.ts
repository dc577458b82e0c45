import { type Ending, WorkerLostError, type WorkLoopOptions } from '@marquee/data/work-loop';
import type { ServiceResources, Write } from '@marquee/service/use-case';
import { workOf } from '@marquee/service/work';
import * as deliveries from './deliveries.ts';
import {
  type ClaimedDelivery,
  DeliveryDelayed,
  type DeliveryEnding,
  type DeliveryFacts,
  LANES,
  type Lane,
  type Postponed,
  RETRY_DELAYS_MS,
} from './delivery.ts';
import { deliveryAttempts } from './instruments.ts';
import { type SendResources, sendDelivery } from './send-delivery.ts';

export type DeliveryResources = SendResources & ServiceResources;

type Sent = DeliveryEnding | Postponed;

/** The loop that sends the deliveries of a lane. An attempt that is running is finished while the process stops. */
export function deliveryLoop(
  resources: DeliveryResources,
  lane: Lane = 'DIRECT',
): WorkLoopOptions<ClaimedDelivery, Sent, Write<DeliveryResources>> {
  const { loop: name, concurrency, pollMs } = LANES[lane];
  return workOf(resources, {
    name,
    table: deliveries.workIn(lane),
    concurrency,
    pollMs,
    retryDelaysMs: RETRY_DELAYS_MS,
    run: (delivery) => sendDelivery(resources, delivery),
    complete: ({ tx, clock }, delivery, sent) =>
      'until' in sent ? deliveries.postpone(tx, delivery, sent.until) : deliveries.end(tx, delivery, sent, clock.now()),
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
  { outcome, result, error }: Ending<Sent>,
): void {
  if (outcome === 'delayed') count('waiting', factsOf(error));
  if (result && 'until' in result) return;
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
