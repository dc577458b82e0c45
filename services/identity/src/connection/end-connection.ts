import type { IdentityWrite } from '../resources.ts';
import { connectionEnded } from './connection-events.ts';
import * as connections from './connections.ts';

const NOTHING = { state: 'NONE', requesterId: null, since: null } as const;

type Declined = Partial<Pick<connections.Connection, 'declinedId' | 'declinedAt'>>;

/** Ends a connection or an open request, if there is one; the row is locked. */
export async function endConnection(
  { tx, emit }: IdentityWrite,
  connection: connections.Connection,
  ended: { accountId: string; otherId: string },
  declined: Declined = {},
): Promise<connections.Connection> {
  if (connection.state === 'NONE') return connection;
  const changed = await connections.change(tx, connection, { ...NOTHING, ...declined });
  await emit(connectionEnded(changed, ended));
  return changed;
}
