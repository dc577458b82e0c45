import type { MessageInitShape } from '@bufbuild/protobuf';
import { timestampDate, timestampFromDate } from '@bufbuild/protobuf/wkt';
import type {
  DoorConflictSchema,
  DoorScanSchema,
  DoorSchema,
  ListDoorsResponseSchema,
  SyncDoorRequest,
  SyncDoorResponseSchema,
} from '@marquee/contracts/festival/v1/door_pb';
import { eventMessage } from '../tickets/ticket-message.ts';
import type { CountedDoor } from './doors.ts';
import type { EventDoors } from './list-doors.ts';
import type { ConflictScan, ShownScan } from './scans.ts';
import type { SyncedDoor } from './sync-door.ts';

export const doorMessage = (door: CountedDoor): MessageInitShape<typeof DoorSchema> => ({
  ...{ id: door.id, eventId: door.eventId, name: door.name, scans: door.scans },
  openedAt: timestampFromDate(door.openedAt),
  ...(door.syncedAt && { syncedAt: timestampFromDate(door.syncedAt) }),
  ...(door.shutOutAt && { shutOutAt: timestampFromDate(door.shutOutAt) }),
});

const scanMessage = ({ scannedAt, ...scan }: ShownScan): MessageInitShape<typeof DoorScanSchema> => ({
  ...{ id: scan.id, number: scan.number, userTicketId: scan.userTicketId, generation: scan.generation },
  ...{ doorId: scan.doorId, doorName: scan.doorName, scannedAt: timestampFromDate(scannedAt) },
});

function conflictMessages(scans: readonly ConflictScan[]): MessageInitShape<typeof DoorConflictSchema>[] {
  return [...Map.groupBy(scans, ({ userTicketId }) => userTicketId)].map(([userTicketId, own]) => ({
    ...{ userTicketId, ticketTypeName: own[0]?.ticketTypeName ?? '', scans: own.map(scanMessage) },
  }));
}

export const eventDoorsMessage = ({
  event,
  version,
  rows,
  counts,
  conflicts,
}: EventDoors): MessageInitShape<typeof ListDoorsResponseSchema> => ({
  ...{ event: eventMessage(event), version, doors: rows.map(doorMessage), ...counts },
  conflicts: conflictMessages(conflicts),
});

/** A request with dates in place of timestamps. */
export const syncInput = ({ scans, ...request }: SyncDoorRequest) => ({
  ...request,
  scans: scans.map(({ doorTime, ...scan }) => ({ ...scan, doorTime: doorTime && timestampDate(doorTime) })),
});

export const syncedMessage = ({
  door,
  event,
  scans,
  changes = [],
  counts,
  serverTime,
  ...rest
}: SyncedDoor): MessageInitShape<typeof SyncDoorResponseSchema> => ({
  ...{ ...rest, changes, door: doorMessage(door), event: eventMessage(event), scans: scans.map(scanMessage) },
  ...{ admitted: counts.admitted, tickets: counts.tickets, serverTime: timestampFromDate(serverTime) },
});
