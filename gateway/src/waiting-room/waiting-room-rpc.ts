import type { MessageInitShape } from '@bufbuild/protobuf';
import { timestampFromDate } from '@bufbuild/protobuf/wkt';
import type { Client } from '@connectrpc/connect';
import type { SaleRoomService } from '@marquee/contracts/festival/v1/sale_room_pb';
import {
  type EnterWaitingRoomResponseSchema,
  RoomState,
  WaitingRoomService,
} from '@marquee/contracts/realtime/v1/waiting_room_pb';
import { issueAdmission, issueReceipt, type RoomReceipt } from '@marquee/runtime/admission-token';
import { atMost } from '@marquee/runtime/at-most';
import type { Clock } from '@marquee/runtime/clock';
import type { SigningKey } from '@marquee/runtime/keys';
import { holderOf, networkOf } from '@marquee/runtime/network';
import type { RateLimits } from '@marquee/runtime/rate-limits';
import { implement } from '@marquee/runtime/rpc/serve';
import type { Verifier } from '@marquee/runtime/verifier';
import { requireAccount } from '@marquee/runtime/viewer';
import { type RoomEntry, RoomsUnavailableError, type WaitingRooms } from '@marquee/runtime/waiting-rooms';
import { LRUCache } from 'lru-cache';
import { LOT_END, lateNumbers, lotNumber } from './lot.ts';
import { measureRooms, type RoomMeasures } from './measure-room.ts';
import { type SaleStanding, saleReports } from './sale-reports.ts';
import { eventIdWrong, roomUnavailable } from './waiting-room-errors.ts';
import { ASK_MS_MAX, askAgainMs, askAtOpeningMs, estimateSeconds, RARELY_MS } from './waiting-times.ts';

export type WaitingRoomResources = {
  rooms: WaitingRooms;
  festival: Client<typeof SaleRoomService>;
  clock: Clock;
  verifier: Verifier;
  rateLimits: RateLimits;
  /** How much of the work that it takes at most this process should take now, from 0.1 to 1. */
  loopShare: () => number;
  /** Signs receipts and admissions. */
  key: SigningKey;
};

type Answer = MessageInitShape<typeof EnterWaitingRoomResponseSchema>;

const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
const RECEIPTS_MAX = 50_000;
/** New entries of accounts behind one line, and behind one network. */
const ENTRIES_OF_ADDRESS = { points: 120, durationS: 60 };
const ENTRIES_OF_NETWORK = { points: 1_200, durationS: 60 };

/** The waiting rooms of sales: who waits, in which order, and who is admitted [TIC-06]. */
export function waitingRoomRpc(resources: WaitingRoomResources) {
  const { rooms, clock, verifier, rateLimits, key } = resources;
  const standingOf = saleReports(resources);
  const lateNumber = lateNumbers();
  const measures = measureRooms(clock);
  const receipts = new LRUCache<string, RoomReceipt>(atMost(RECEIPTS_MAX));

  function proven(token: string, accountId: string, eventId: string): RoomReceipt | undefined {
    if (token === '') return undefined;
    const receipt = receipts.get(token) ?? verifier.receipt(token);
    if (receipt?.accountId !== accountId || receipt.eventId !== eventId) return undefined;
    receipts.set(token, receipt);
    return receipt;
  }

  function receiptOf(receipt: RoomReceipt, before: RoomReceipt | undefined, token: string): string {
    if (before?.number === receipt.number) return token;
    const issued = issueReceipt(key, receipt, clock.now());
    receipts.set(issued, receipt);
    return issued;
  }

  async function countEntry(ip: string): Promise<void> {
    if (ip === '') return;
    try {
      await rateLimits.consume('waiting-room:address', holderOf(ip), ENTRIES_OF_ADDRESS);
      await rateLimits.consume('waiting-room:network', networkOf(ip), ENTRIES_OF_NETWORK);
    } catch (error) {
      measures.refused();
      throw error;
    }
  }

  return implement(WaitingRoomService, {
    async enterWaitingRoom({ eventId, receipt: token, again }, { viewer, client }): Promise<Answer> {
      const { accountId } = requireAccount(viewer);
      if (!UUID.test(eventId)) throw eventIdWrong();
      const answer = await orUnavailable(measures, async (): Promise<Answer> => {
        const standing = await standingOf(eventId);
        const now = clock.now();
        if (!standing) return { state: RoomState.NONE, now: timestampFromDate(now) };
        measures.load(eventId, standing.load, now);
        const kept = proven(token, accountId, eventId);
        if (!kept || again) await countEntry(client.ip);
        const isOpen = standing.opensAt <= now;
        const number = isOpen ? lateNumber(now) : lotNumber(standing.seed, eventId, accountId);
        const asks = { account: accountId, number, kept: kept?.number, again, opensAt: standing.opensAt, now };
        const entry = await rooms.enter(eventId, asks);
        if (entry.state !== 'WAITING') return elsewhere(standing, entry, now, { eventId, accountId });
        const receipt = receiptOf({ accountId, eventId, number: entry.number }, kept, token);
        return { ...placed(standing, entry, now), receipt };
      });
      const { state = RoomState.NONE, estimateSeconds } = answer;
      measures.answered({ eventId, accountId }, state, clock.now(), estimateSeconds);
      return answer;
    },
    async leaveWaitingRoom({ eventId }, { viewer }) {
      const { accountId } = requireAccount(viewer);
      if (!UUID.test(eventId)) throw eventIdWrong();
      await orUnavailable(measures, () => rooms.leave(eventId, accountId, clock.now()));
      return {};
    },
  });

  function elsewhere(
    standing: SaleStanding,
    entry: Exclude<RoomEntry, { state: 'WAITING' }>,
    now: Date,
    who: { accountId: string; eventId: string },
  ): Answer {
    const times = { now: timestampFromDate(now), opensAt: timestampFromDate(standing.opensAt) };
    if (entry.state === 'GONE') return { ...times, state: RoomState.GONE, waiting: standing.load.waiting };
    return {
      ...{ ...times, state: RoomState.ADMITTED, askAgainMs: RARELY_MS },
      admission: issueAdmission(key, { ...who, until: entry.until }, now),
      admittedUntil: timestampFromDate(entry.until),
    };
  }
}

function placed(
  { opensAt, free, held, rate, load }: SaleStanding,
  { number, place }: Extract<RoomEntry, { state: 'WAITING' }>,
  now: Date,
): Answer {
  const { admittedLastMinute, restoringUntil } = load;
  const waiting = Math.max(load.waiting, place);
  const untilOpenMs = opensAt.getTime() - now.getTime();
  const common = { now: timestampFromDate(now), opensAt: timestampFromDate(opensAt), waiting };
  if (untilOpenMs > 0) {
    // Places are drawn, not counted, so that no answer has one before the hour.
    const share = number / LOT_END;
    return {
      ...common,
      state: RoomState.REGISTERED,
      askAgainMs: askAtOpeningMs(untilOpenMs, { registered: waiting, rate, share }),
    };
  }
  if (free === 0 && held === 0) return { ...common, state: RoomState.SOLD_OUT, askAgainMs: ASK_MS_MAX };
  const estimate = restoringUntil ? undefined : estimateSeconds(place, { admittedLastMinute, openForMs: -untilOpenMs });
  // In the first seconds of a sale there is nothing to estimate by, and those in front are about to be admitted.
  const waitS = restoringUntil ? undefined : (estimate ?? place / rate);
  return {
    ...{ ...common, state: RoomState.WAITING, place, number: BigInt(number), allHeld: free === 0 },
    ...(estimate !== undefined && { estimateSeconds: estimate }),
    ...(restoringUntil && { restoringUntil: timestampFromDate(restoringUntil) }),
    askAgainMs: askAgainMs(waitS, { waiting, rate, reachable: place <= free + held }),
  };
}

async function orUnavailable<T>(measures: RoomMeasures, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof RoomsUnavailableError)) throw error;
    measures.failed();
    throw roomUnavailable(error);
  }
}
