import type { MessageInitShape } from '@bufbuild/protobuf';
import { type Timestamp, timestampDate, timestampFromDate } from '@bufbuild/protobuf/wkt';
import { type SaleRoomSchema, SaleRoomService } from '@marquee/contracts/festival/v1/sale_room_pb';
import { rpc } from '@marquee/service/rpc';
import { read, write } from '@marquee/service/use-case';
import type { FestivalResources } from '../resources.ts';
import { reportSale, reportSaleSchema } from './report-sale.ts';
import { type SaleRoom, seedHash } from './sale-rooms.ts';
import { setWaitingRoom, setWaitingRoomSchema } from './set-waiting-room.ts';

const hex = (seed: Uint8Array) => Buffer.from(seed).toString('hex');

/** The seed is shown once it decides nothing any more. */
export function saleRoomMessage({ seed, opensAt }: SaleRoom, now: Date): MessageInitShape<typeof SaleRoomSchema> {
  const isOpen = opensAt !== null && opensAt <= now;
  return {
    ...(opensAt && { opensAt: timestampFromDate(opensAt) }),
    ...{ seedHash: seedHash(seed), seed: isOpen ? hex(seed) : '' },
  };
}

export const saleRoomRpc = rpc<FestivalResources>()(SaleRoomService, {
  setWaitingRoom: write(setWaitingRoomSchema, setWaitingRoom, (room, { resources }) =>
    room ? { room: saleRoomMessage(room, resources.clock.now()) } : {},
  ),
  reportSale: read(
    reportSaleSchema,
    reportSale,
    (report) =>
      report
        ? {
            ...{ opensAt: timestampFromDate(report.opensAt), seed: hex(report.seed) },
            ...{ free: report.free, held: report.held, rate: report.rate, orderedAccountIds: report.ordered },
          }
        : {},
    {
      from: ({ eventId, since }: { eventId: string; since?: Timestamp }) => ({
        ...{ eventId, since: since && timestampDate(since) },
      }),
    },
  ),
});
