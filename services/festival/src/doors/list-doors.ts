import { DOOR_LIMITS } from '@marquee/rules/doors';
import type { AccountViewer } from '@marquee/runtime/viewer';
import { z } from 'zod';
import type { FestivalResources } from '../resources.ts';
import type { TicketEvent } from '../tickets/events.ts';
import * as doorLogs from './door-logs.ts';
import { requireDoorkeeper } from './door-rights.ts';
import * as doors from './doors.ts';
import * as scans from './scans.ts';

export const listDoorsSchema = z.object({ eventId: z.string() });

export type EventDoors = {
  event: TicketEvent;
  version: bigint;
  rows: doors.CountedDoor[];
  counts: Awaited<ReturnType<typeof scans.countsOf>>;
  conflicts: scans.ConflictScan[];
};

/** The doors of an event, how many people are in, and tickets that were let in twice [FES-11]. */
export async function listDoors(
  { db }: FestivalResources,
  viewer: AccountViewer,
  { eventId }: z.output<typeof listDoorsSchema>,
): Promise<EventDoors> {
  const event = await requireDoorkeeper(db, viewer, eventId);
  // Read first: what is read after it is at least as new.
  const version = await doorLogs.versionOf(db, event.id);
  const [rows, counts, conflicts] = await Promise.all([
    doors.listOf(db, event.id),
    scans.countsOf(db, event.id),
    scans.conflictsOf(db, event.id, DOOR_LIMITS.conflictsShownMax),
  ]);
  return { event, version, rows, counts, conflicts };
}
