import type { MessageInitShape } from '@bufbuild/protobuf';
import { timestampFromDate } from '@bufbuild/protobuf/wkt';
import { type TicketWaitSchema, WaitingListService } from '@marquee/contracts/festival/v1/waiting_list_pb';
import { rpc } from '@marquee/service/rpc';
import { read, write } from '@marquee/service/use-case';
import type { FestivalResources } from '../resources.ts';
import { joinWaitingList, joinWaitingListSchema, waitedTypeSchema } from './join-waiting-list.ts';
import { leaveWaitingList } from './leave-waiting-list.ts';
import { listOwnWaits, listOwnWaitsSchema } from './list-own-waits.ts';
import type { TicketWait } from './ticket-waits.ts';

const waitMessage = ({
  typeId: ticketTypeId,
  position,
  waiting,
  offeredUntil,
}: TicketWait): MessageInitShape<typeof TicketWaitSchema> => ({
  ...{ ticketTypeId, position, waiting },
  ...(offeredUntil && { offeredUntil: timestampFromDate(offeredUntil) }),
});

export const waitingListRpc = rpc<FestivalResources>()(WaitingListService, {
  joinWaitingList: write(joinWaitingListSchema, joinWaitingList, (wait) => ({ wait: waitMessage(wait) })),
  leaveWaitingList: write(waitedTypeSchema, leaveWaitingList),
  listOwnWaits: read(listOwnWaitsSchema, listOwnWaits, (waits) => ({ waits: waits.map(waitMessage) })),
});
