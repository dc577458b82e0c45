import { RoomState } from '@marquee/contracts/realtime/v1/waiting_room_pb';
import { atMost } from '@marquee/runtime/at-most';
import { counter, histogram, observed } from '@marquee/runtime/telemetry/instruments';
import type { RoomLoad } from '@marquee/runtime/waiting-rooms';
import { LRUCache } from 'lru-cache';

const answers = counter(
  'marquee_waiting_room_answers_total',
  'Answers to people in front of sales, by what the answer was',
);
const refusals = counter(
  'marquee_waiting_room_refusals_total',
  'Entries to waiting rooms refused because of their address or network',
);
const failures = counter(
  'marquee_waiting_room_store_failures_total',
  'Steps of waiting rooms that their store did not answer',
);
const estimateError = histogram(
  'marquee_waiting_room_estimate_error_seconds',
  'Difference of how long somebody was first asked to wait and how long it took until they were admitted',
  [5, 15, 30, 60, 120, 300, 600, 1_200, 3_600],
);
const people = observed(
  'marquee_waiting_room_people',
  'People in front of sales, and admitted without an order, as the store that all gateways share has them',
);
const admitted = observed('marquee_waiting_room_admitted_last_minute', 'People admitted to sales in the last minute');

/** Of who waits now: the oldest are forgotten first. */
const ESTIMATES_MAX = 50_000;
/** A room that nobody asked about for so long is not counted. */
const SEEN_MS = 30_000;
const ROOMS_MAX = 1_000;

export type RoomMeasures = {
  /** What somebody is answered; `estimateS` where the answer says how long it takes. */
  answered(who: { eventId: string; accountId: string }, state: RoomState, now: Date, estimateS?: number): void;
  /** How many wait for a sale and were admitted. */
  load(eventId: string, load: RoomLoad, now: Date): void;
  refused(): void;
  failed(): void;
};

/** Measures the waiting rooms that this gateway is asked about. */
export function measureRooms(clock: { now(): Date }): RoomMeasures {
  const estimates = new LRUCache<string, { at: number; estimateS: number }>(atMost(ESTIMATES_MAX));
  const loads = new LRUCache<string, { at: number; load: RoomLoad }>(atMost(ROOMS_MAX));
  const sum = (of: (load: RoomLoad) => number) => {
    const since = clock.now().getTime() - SEEN_MS;
    return [...loads.values()].reduce((all, { at, load }) => (at < since ? all : all + of(load)), 0);
  };
  people.watch(() => [
    [sum(({ waiting }) => waiting), { state: 'waiting' }],
    [sum(({ inside }) => inside), { state: 'admitted' }],
  ]);
  admitted.watch(() => sum(({ admittedLastMinute }) => admittedLastMinute));

  return {
    answered({ eventId, accountId }, state, now, estimateS) {
      answers.add(1, { state: RoomState[state] });
      const key = `${eventId} ${accountId}`;
      if (estimateS !== undefined && !estimates.has(key)) estimates.set(key, { at: now.getTime(), estimateS });
      const first = estimates.get(key);
      if (state !== RoomState.ADMITTED || !first) return;
      estimates.delete(key);
      estimateError.record(Math.abs((now.getTime() - first.at) / 1_000 - first.estimateS));
    },
    load: (eventId, load, now) => void loads.set(eventId, { at: now.getTime(), load }),
    refused: () => refusals.add(1),
    failed: () => failures.add(1),
  };
}
