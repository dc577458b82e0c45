import { isId } from '@marquee/data/ids';
import { DOOR_LIMITS, DOOR_MESSAGES } from '@marquee/rules/doors';
import { MOMENT_LIMITS } from '@marquee/rules/moments';
import type { Viewer } from '@marquee/runtime/viewer';
import { z } from 'zod';
import * as attendances from '../attendance/attendances.ts';
import type { FestivalWrite } from '../resources.ts';
import * as events from '../tickets/events.ts';
import { isCredentialOf } from './door-credentials.ts';
import { doorNotFound, doorOver, doorShutOut } from './door-errors.ts';
import * as doorLogs from './door-logs.ts';
import * as doorTickets from './door-tickets.ts';
import * as doors from './doors.ts';
import * as scans from './scans.ts';

const DAY_MS = 86_400_000;
const OFFSET_MS_MAX = BigInt(DOOR_LIMITS.offsetDaysMax * DAY_MS);

const newScanSchema = z.object({
  id: z.string().refine(isId, DOOR_MESSAGES.scan),
  code: z.string().min(1, DOOR_MESSAGES.scan).max(1_000, DOOR_MESSAGES.scan),
  // As its clock says it, which may be wrong by years; the database and personal data hold it within their calendar.
  doorTime: z.date(DOOR_MESSAGES.scan).transform((time) => within(new Date(0), time.getTime(), MOMENT_LIMITS.max)),
  offsetMs: z.bigint().min(-OFFSET_MS_MAX, DOOR_MESSAGES.scan).max(OFFSET_MS_MAX, DOOR_MESSAGES.scan).transform(Number),
});
export const syncDoorSchema = z.object({
  ...{ doorId: z.string(), credential: z.string().max(200) },
  scans: z.array(newScanSchema).max(DOOR_LIMITS.scansPerSyncMax),
  ...{ scansAfter: z.bigint().min(0n), changesState: z.bigint().min(0n) },
});
type Sync = z.output<typeof syncDoorSchema>;

export type SyncedDoor = {
  keptIds: string[];
  refused: { id: string; reason: 'NOT_A_TICKET' | 'OTHER_EVENT' }[];
  door: doors.CountedDoor;
  event: events.TicketEvent;
  publicKey: string;
  scans: scans.ShownScan[];
  more: boolean;
  changesState: bigint;
  /** Undefined where the door has them all. */
  changes: doorTickets.TicketChange[] | undefined;
  shutOutDoorIds: string[];
  counts: { admitted: number; tickets: number };
  serverTime: Date;
};

/**
 * Takes what a door has scanned, in whatever order and however often it is sent, and gives what it has to know to decide
 * alone [TIC-07].
 */
export async function syncDoor(
  write: FestivalWrite,
  _viewer: Viewer,
  { doorId, credential, scansAfter, changesState: knownState, ...sent }: Sync,
): Promise<SyncedDoor> {
  const { tx, clock, ticketCodes } = write;
  const door = await doors.get(tx, doorId);
  if (!isCredentialOf(door, credential)) throw doorNotFound();
  const event = await events.get(tx, door.eventId);
  if (clock.now().getTime() > event.endTime.getTime() + DOOR_LIMITS.syncDaysAfterEnd * DAY_MS) throw doorOver();
  const kept = await keepScans(write, door, sent.scans);
  await doors.markSynced(tx, door.id, clock.now());

  const given = await scans.listAfter(tx, event.id, scansAfter, DOOR_LIMITS.scansGivenMax);
  const changesState = await doorTickets.changesState(tx, event.id);
  const all = await doors.listOf(tx, event.id);
  return {
    ...{ ...kept, event, publicKey: ticketCodes.publicKey, serverTime: clock.now() },
    door: await doors.get(tx, door.id),
    ...{ scans: given, more: given.length === DOOR_LIMITS.scansGivenMax },
    ...{ changesState, changes: changesState === knownState ? undefined : await doorTickets.changesOf(tx, event.id) },
    shutOutDoorIds: all.filter(({ shutOutAt }) => shutOutAt).map(({ id }) => id),
    counts: await scans.countsOf(tx, event.id),
  };
}

/** Keeps those scans that are not kept yet, unless the door was shut out. */
async function keepScans(
  { tx, clock, touch, ticketCodes }: FestivalWrite,
  { id: doorId, eventId, openedAt, shutOutAt }: doors.Door,
  sent: Sync['scans'],
): Promise<Pick<SyncedDoor, 'keptIds' | 'refused'>> {
  if (shutOutAt) throw doorShutOut();
  if (sent.length === 0) return { keptIds: [], refused: [] };
  const { scans: last } = await doorLogs.lock(tx, eventId);
  // It may have been shut out while this waited.
  if ((await doors.get(tx, doorId)).shutOutAt) throw doorShutOut();
  const before = await scans.keptAmong(
    tx,
    sent.map(({ id }) => id),
  );
  const unique = new Map(sent.filter(({ id }) => !before.has(id)).map((scan) => [scan.id, scan]));
  const read = [...unique.values()].map((scan) => ({ ...scan, statement: ticketCodes.read(scan.code) }));
  const tickets = await doorTickets.ofEvent(
    ...([tx, eventId] as const),
    read.flatMap(({ statement }) => statement?.userTicketId ?? []),
  );
  const now = clock.now();
  const refused: SyncedDoor['refused'] = [];
  const rows: scans.ScanRow[] = [];
  for (const { id, statement, doorTime, offsetMs } of read) {
    const ticket = statement && tickets.get(statement.userTicketId);
    if (!ticket || statement.eventId !== eventId) {
      const isOther = statement !== undefined && statement.eventId !== eventId;
      refused.push({ id, reason: isOther ? 'OTHER_EVENT' : 'NOT_A_TICKET' });
      continue;
    }
    const { generation } = statement;
    const scannedAt = within(openedAt, doorTime.getTime() + offsetMs, now);
    rows.push({ id, userTicketId: ticket.id, generation, scannedAt, doorTime });
    // Somebody else may have the ticket by now, or nobody, which raises its generation: they were not there.
    if (ticket.holderId && ticket.generation === generation) {
      await attendances.add(tx, { eventId, accountId: ticket.holderId, source: 'SCAN', at: scannedAt });
    }
  }
  rows.sort((a, b) => a.scannedAt.getTime() - b.scannedAt.getTime() || (a.id < b.id ? -1 : 1));
  if (rows.length > 0) {
    await scans.insertAll(tx, { eventId, doorId, last, now }, rows);
    touch('doors', { id: eventId, version: await doorLogs.add(tx, eventId, rows.length) });
  }
  return { keptIds: [...before, ...rows.map(({ id }) => id)], refused };
}

/** A time that a door says, which cannot be before it was opened, nor after it said so. */
const within = (earliest: Date, timeMs: number, latest: Date): Date =>
  new Date(Math.min(Math.max(timeMs, earliest.getTime()), latest.getTime()));
