import { columnsOf, insertClause } from '@marquee/data/columns';
import type { Tx } from '@marquee/data/database';
import { isId } from '@marquee/data/ids';
import { type Door, Prisma } from '../../gen/prisma/client.ts';
import type { Queryable } from '../organizations/organizations.ts';
import { doorNotFound } from './door-errors.ts';

export type { Door };
/** A door with how many it has let in. */
export type CountedDoor = Door & { scans: number };

const COLUMNS = columnsOf(Object.values(Prisma.DoorScalarFieldEnum), 'd');
const COUNTED = `${COLUMNS}, (SELECT count(*)::int FROM ticket_scans s WHERE s.door_id = d.id) AS scans`;

/** The door by its id. @throws DomainError NOT_FOUND, DOOR_NOT_FOUND */
export async function get(db: Queryable, id: string): Promise<CountedDoor> {
  const text = `SELECT ${COUNTED} FROM doors d WHERE d.id = $1`;
  const [row] = isId(id) ? await db.query<CountedDoor>({ name: 'doors.get', text, values: [id] }) : [];
  if (!row) throw doorNotFound();
  return row;
}

/** The doors of an event, in the order in which they were opened. */
export function listOf(db: Queryable, eventId: string): Promise<CountedDoor[]> {
  return db.query<CountedDoor>({
    name: 'doors.list',
    text: `SELECT ${COUNTED} FROM doors d WHERE d.event_id = $1 ORDER BY d.opened_at, d.id`,
    values: [eventId],
  });
}

export async function insert(tx: Tx, row: Omit<Door, 'syncedAt' | 'shutOutAt' | 'shutOutBy'>): Promise<void> {
  const { text, values } = insertClause(row);
  await tx.query(`INSERT INTO doors ${text}`, values);
}

/** Shuts a door out; false for one that is out already, which stays as it is. */
export async function shutOut(tx: Tx, id: string, { by, now }: { by: string; now: Date }): Promise<boolean> {
  const text = 'UPDATE doors SET shut_out_at = $3, shut_out_by = $2 WHERE id = $1 AND shut_out_at IS NULL RETURNING 1';
  return (await tx.query({ name: 'doors.shutOut', text, values: [id, by, now] })).length > 0;
}

/** The doors that somebody opened for an organization and that are not shut out, by their events. */
export function openOf(
  tx: Tx,
  { festivalId, openedBy }: { festivalId: string; openedBy: string },
): Promise<Pick<Door, 'id' | 'eventId'>[]> {
  return tx.query<Pick<Door, 'id' | 'eventId'>>({
    name: 'doors.openOf',
    text: `SELECT d.id, d.event_id FROM doors d JOIN events e ON e.id = d.event_id
      WHERE e.festival_id = $1 AND d.opened_by = $2 AND d.shut_out_at IS NULL ORDER BY d.event_id, d.id`,
    values: [festivalId, openedBy],
  });
}

/** How exactly it is kept when a door was heard of last: doors ask every few seconds. */
const SYNCED_MS = 10_000;

export async function markSynced(tx: Tx, id: string, now: Date): Promise<void> {
  const text = 'UPDATE doors SET synced_at = $2 WHERE id = $1 AND (synced_at IS NULL OR synced_at < $3)';
  await tx.query({ name: 'doors.synced', text, values: [id, now, new Date(now.getTime() - SYNCED_MS)] });
}
