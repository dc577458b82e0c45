import { timestampDate, timestampFromDate } from '@bufbuild/protobuf/wkt';
import type { Client } from '@connectrpc/connect';
import type { SaleRoomService } from '@marquee/contracts/festival/v1/sale_room_pb';
import { atMost } from '@marquee/runtime/at-most';
import type { Clock } from '@marquee/runtime/clock';
import { newCall, runInCall } from '@marquee/runtime/context';
import type { RoomLoad, WaitingRooms } from '@marquee/runtime/waiting-rooms';
import { LRUCache } from 'lru-cache';

/** How a sale stands, how many it may admit a second, and how many wait for it. */
export type SaleStanding = {
  opensAt: Date;
  seed: string;
  free: number;
  held: number;
  rate: number;
  load: RoomLoad;
};

/** How long an admission is good for. */
const ADMISSION_MS = 5 * 60_000;
/** Admitted at once and without an order, at most: what tickets that are left allow, if that is less. */
const INSIDE_MAX = 2_000;
const ASKED_EVERY_MS = 1_000;
/** Reports overlap, so that no order falls between two. */
const OVERLAP_MS = 5_000;
const EVENTS_MAX = 1_000;
/** The first buyers find code and connections that nobody has used for long: a sale begins with a part of its rate. */
const COLD_SHARE = 0.25;
const WARM_AFTER_MS = 10_000;

/** Nobody waits for a machine that is never quiet. */
const LEAST_RATE = 1;

const warmShare = (openForMs: number) => Math.min(1, COLD_SHARE + ((1 - COLD_SHARE) * openForMs) / WARM_AFTER_MS);

type Kept = { askedAt: Date; standing: Promise<SaleStanding | undefined>; reportedAt?: Date | undefined };

/**
 * Asks festival once a second how a sale stands, however many wait for the answer, and admits from its queue as many as it can
 * take. Undefined for an event without a waiting room.
 */
export function saleReports({
  festival,
  rooms,
  clock,
  loopShare,
}: {
  festival: Client<typeof SaleRoomService>;
  rooms: WaitingRooms;
  clock: Clock;
  /** How much of the work that it takes at most this process should take now, from 0.1 to 1: it serves who is admitted. */
  loopShare: () => number;
}): (eventId: string) => Promise<SaleStanding | undefined> {
  const kept = new LRUCache<string, Kept>(atMost(EVENTS_MAX));

  async function step(eventId: string, before: Date | undefined): Promise<SaleStanding | undefined> {
    const now = clock.now();
    const since = new Date(before ? before.getTime() - OVERLAP_MS : now.getTime() - ADMISSION_MS);
    // Not for the viewer who happens to ask: the answer is for all.
    const report = await runInCall(newCall({}), () =>
      festival.reportSale({ eventId, since: timestampFromDate(since) }),
    );
    if (!report.opensAt) return undefined;
    const { seed, free, held, orderedAccountIds: ordered } = report;
    const opensAt = timestampDate(report.opensAt);
    const openForMs = now.getTime() - opensAt.getTime();
    const rate = report.rate * loopShare();
    const least = Math.min(LEAST_RATE, report.rate);
    const load = await rooms.admit(eventId, {
      ...{ now, ordered, lifeMs: ADMISSION_MS },
      ...(openForMs < 0
        ? { rate: 0, insideMax: 0 }
        : { rate: Math.max(least, rate * warmShare(openForMs)), insideMax: Math.min(free, INSIDE_MAX) }),
    });
    return { opensAt, seed, free, held, rate, load };
  }

  return (eventId) => {
    const now = clock.now();
    const last = kept.get(eventId);
    if (last && now.getTime() - last.askedAt.getTime() < ASKED_EVERY_MS) return last.standing;
    const next: Kept = { askedAt: now, standing: step(eventId, last?.reportedAt), reportedAt: last?.reportedAt };
    kept.set(eventId, next);
    next.standing.then(
      () => {
        next.reportedAt = now;
      },
      // The next question tries again.
      () => {
        next.askedAt = new Date(0);
      },
    );
    return next.standing;
  };
}
