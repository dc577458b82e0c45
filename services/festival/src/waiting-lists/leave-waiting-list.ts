import type { AccountViewer } from '@marquee/runtime/viewer';
import type { FestivalWrite } from '../resources.ts';
import type { WaitedType } from './join-waiting-list.ts';
import * as waits from './ticket-waits.ts';

/** Gives a place up. What was kept for it is for the next. */
export async function leaveWaitingList(
  { tx, soldOut }: FestivalWrite,
  { accountId }: AccountViewer,
  { ticketTypeId }: WaitedType,
): Promise<void> {
  await waits.remove(tx, ticketTypeId, accountId);
  soldOut.forget(ticketTypeId);
}
