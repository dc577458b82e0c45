import { DoorService } from '@marquee/contracts/festival/v1/door_pb';
import { rpc } from '@marquee/service/rpc';
import { noInput, read, write } from '@marquee/service/use-case';
import type { FestivalResources } from '../resources.ts';
import { eventMessage } from '../tickets/ticket-message.ts';
import { doorMessage, eventDoorsMessage, syncedMessage, syncInput } from './door-message.ts';
import { listDoorEvents } from './list-door-events.ts';
import { listDoors, listDoorsSchema } from './list-doors.ts';
import { openDoor, openDoorSchema } from './open-door.ts';
import { shutOutDoor, shutOutDoorSchema } from './shut-out-door.ts';
import { syncDoor, syncDoorSchema } from './sync-door.ts';

export const doorRpc = rpc<FestivalResources>()(DoorService, {
  listDoorEvents: read(noInput, listDoorEvents, (events) => ({ events: events.map(eventMessage) })),
  listDoors: read(listDoorsSchema, listDoors, eventDoorsMessage),
  openDoor: write(openDoorSchema, openDoor, ({ door, credential }) => ({ door: doorMessage(door), credential })),
  shutOutDoor: write(shutOutDoorSchema, shutOutDoor, (door) => ({ door: doorMessage(door) })),
  syncDoor: write(syncDoorSchema, syncDoor, syncedMessage, { from: syncInput }),
});
