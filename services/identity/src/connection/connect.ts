import { CONNECTION_LIMITS } from '@marquee/rules/connections';
import type { IdentityWrite } from '../resources.ts';
import { connectionsFull } from './connection-errors.ts';
import { connectionAccepted } from './connection-events.ts';
import * as connections from './connections.ts';

/** Connects the viewer to somebody who asked them; the row is locked. */
export async function connect(
  { tx, clock, emit }: IdentityWrite,
  connection: connections.Connection,
  asked: { requesterId: string; recipientId: string },
): Promise<connections.Connection> {
  await requireRoom(tx, asked.recipientId, 'own');
  await requireRoom(tx, asked.requesterId, 'other');
  const nobodyDeclined = { declinedId: null, declinedAt: null };
  const changed = await connections.change(tx, connection, {
    ...{ state: 'CONNECTED', since: clock.now() },
    ...nobodyDeclined,
  });
  await emit(connectionAccepted(changed, asked));
  return changed;
}

/** @param whose of the two people it is, for the text */
async function requireRoom(tx: IdentityWrite['tx'], accountId: string, whose: 'own' | 'other'): Promise<void> {
  if ((await connections.count(tx, accountId)) >= CONNECTION_LIMITS.connectionsMax) throw connectionsFull(whose);
}
