import type { Tx } from '@marquee/data/database';
import type { DoorLog } from '../../gen/prisma/client.ts';
import type { Queryable } from '../organizations/organizations.ts';

/** Makes the log of an event, if it has none, and locks it until the transaction ends. */
export async function lock(tx: Tx, eventId: string): Promise<DoorLog> {
  const text = `INSERT INTO door_logs AS l (event_id) VALUES ($1)
    ON CONFLICT (event_id) DO UPDATE SET version = l.version RETURNING event_id, scans, version`;
  const [row] = await tx.query<DoorLog>({ name: 'door-logs.lock', text, values: [eventId] });
  return row as DoorLog;
}

/** Adds scans to a locked log, and counts its version up; gives the new version. */
export async function add(tx: Tx, eventId: string, scans: number): Promise<bigint> {
  const text = 'UPDATE door_logs SET scans = scans + $2, version = version + 1 WHERE event_id = $1 RETURNING version';
  const [row] = await tx.query<Pick<DoorLog, 'version'>>({ name: 'door-logs.add', text, values: [eventId, scans] });
  return row?.version ?? 0n;
}

/** The version of an event's doors; 0 before the first one. */
export async function versionOf(db: Queryable, eventId: string): Promise<bigint> {
  const text = 'SELECT version FROM door_logs WHERE event_id = $1';
  const [row] = await db.query<Pick<DoorLog, 'version'>>({ name: 'door-logs.version', text, values: [eventId] });
  return row?.version ?? 0n;
}
