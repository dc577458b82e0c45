import type { Tx } from '@marquee/data/database';
import { newId } from '@marquee/data/ids';
import { TICKET_LIMITS, TICKET_MESSAGES } from '@marquee/rules/tickets';
import type { AccountViewer } from '@marquee/runtime/viewer';
import { z } from 'zod';
import { notOnSale, overLimit } from '../checkout/checkout-errors.ts';
import type { FestivalWrite } from '../resources.ts';
import { requireAdmission } from '../sale-rooms/require-admission.ts';
import * as saleRooms from '../sale-rooms/sale-rooms.ts';
import * as events from '../tickets/events.ts';
import { saleStateOf } from '../tickets/sale-state.ts';
import { ticketTypeNotFound } from '../tickets/ticket-errors.ts';
import * as types from '../tickets/ticket-types.ts';
import * as units from '../tickets/ticket-units.ts';
import * as waits from './ticket-waits.ts';
import { listFull, stillThere } from './waiting-list-errors.ts';

export const waitedTypeSchema = z.object({ ticketTypeId: z.uuid(TICKET_MESSAGES.typeNotFound) });
export const joinWaitingListSchema = waitedTypeSchema.extend({ admission: z.string() });
export type WaitedType = z.output<typeof waitedTypeSchema>;

/** Waits for one ticket of a type that is sold out, behind all who wait already [TIC-05:waiting-list]. */
export async function joinWaitingList(
  write: FestivalWrite,
  viewer: AccountViewer,
  { ticketTypeId: typeId, admission }: z.output<typeof joinWaitingListSchema>,
): Promise<waits.TicketWait> {
  const { tx, clock } = write;
  const { accountId } = viewer;
  await waits.lockList(tx, typeId);
  const now = clock.now();
  const type = await types.getForBuyer(tx, typeId, { accountId, now });
  const found = await events.ofType(tx, typeId);
  // Of what nobody sees nobody learns that it exists.
  if (found.some(({ status, festivalActive }) => status === 'DRAFT' || !festivalActive)) throw ticketTypeNotFound();
  const known = await waits.find(tx, typeId, accountId);
  if (known) return known;
  const state = saleStateOf(type, found, now);
  if (state !== 'ON_SALE') throw notOnSale(state);
  // Who waits in the room comes before who calls the list itself, until the room has nothing left to admit for.
  if (!(await isRoomEmpty(tx, found, now))) requireAdmission(write, viewer, found, admission);
  if (type.bought >= type.limitPerCustomer) throw overLimit(0);
  if (!type.awaited && (await units.countFree(tx, typeId)) > 0) throw stillThere();
  const { ofAccount, ofType } = await waits.count(tx, { typeId, accountId });
  if (ofAccount >= TICKET_LIMITS.waitsPerAccountMax || ofType >= TICKET_LIMITS.waitsPerTypeMax) throw listFull();
  await waits.insert(tx, { id: newId(), typeId, accountId, now });
  return (await waits.find(tx, typeId, accountId)) as waits.TicketWait;
}

/** Whether a waiting room of these events has nothing left: it shows its queue that all is sold. */
async function isRoomEmpty(tx: Tx, found: readonly events.TicketEvent[], now: Date): Promise<boolean> {
  for (const { id, waitingRoom } of found) {
    if (waitingRoom && (await saleRooms.isSoldOut(tx, id, now))) return true;
  }
  return false;
}
