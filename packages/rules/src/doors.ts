import { z } from 'zod';
import { oneLine } from './plain-text.ts';
import type { TicketStatement } from './ticket-code.ts';

/** Numbers of things, and times in their units. */
export const DOOR_LIMITS = {
  nameLengthMin: 2,
  nameLengthMax: 40,
  perEventMax: 50,
  /** Scans that a door sends at once. */
  scansPerSyncMax: 100,
  /** Scans of other doors that it gets at once. */
  scansGivenMax: 500,
  conflictsShownMax: 50,
  eventsShownMax: 100,
  /** Until how long after the end of the event a door may send what it has kept. */
  syncDaysAfterEnd: 30,
  /** How wrong a door's clock may be. */
  offsetDaysMax: 3_650,
} as const;

export const DOOR_MESSAGES = {
  name: 'Please enter a name of 2 to 40 characters.',
  notFound: 'We could not find this door.',
  tooMany: 'This event has 50 doors already, which is the most that it can have.',
  shutOut: 'This device was shut out by the team. It can no longer check tickets.',
  over: 'This event ended more than 30 days ago. Its doors are closed.',
  scan: 'This scan could not be read.',
} as const;

/** What a device is called, so that its team knows which one it is. */
export const doorName = oneLine()
  .min(DOOR_LIMITS.nameLengthMin, DOOR_MESSAGES.name)
  .max(DOOR_LIMITS.nameLengthMax, DOOR_MESSAGES.name);

export const doorForm = z.object({ eventId: z.string().min(1), name: doorName });

/** What a door knows of a ticket that is not as its first code says. */
export type KnownChange = { generation: number; valid: boolean };

/** What a door says to a code. Only ADMITTED opens it. */
export type DoorVerdict =
  | 'ADMITTED'
  /** A text that is no code of a ticket. */
  | 'NOT_A_TICKET'
  /** The signature does not prove it. */
  | 'FORGED'
  | 'OTHER_EVENT'
  /** The ticket has changed hands since: there is a newer code. */
  | 'REPLACED'
  /** The ticket was given back for its money. */
  | 'REFUNDED'
  | 'ALREADY_IN';

/**
 * Whether a door lets a ticket in, from what it knows alone [TIC-07]. A code of a newer generation than the door knows of is
 * proof that the door knows too little, so that it counts.
 */
export function doorVerdict({
  statement,
  isGenuine,
  eventId,
  change,
  isIn,
}: {
  statement: TicketStatement | undefined;
  isGenuine: boolean;
  /** The event of the door. */
  eventId: string;
  change: KnownChange | undefined;
  /** Whether the door knows of somebody who is in with the ticket. */
  isIn: boolean;
}): DoorVerdict {
  if (!statement) return 'NOT_A_TICKET';
  if (!isGenuine) return 'FORGED';
  if (statement.eventId !== eventId) return 'OTHER_EVENT';
  if (change && statement.generation < change.generation) return change.valid ? 'REPLACED' : 'REFUNDED';
  if (change && statement.generation === change.generation && !change.valid) return 'REFUNDED';
  return isIn ? 'ALREADY_IN' : 'ADMITTED';
}
