/**
 * Where somebody is: in the queue, admitted until a time, or neither any more, because they left or their time is over.
 * `place` is 1 for who is admitted next.
 */
export type RoomEntry =
  | { state: 'WAITING'; number: number; place: number }
  | { state: 'ADMITTED'; until: Date }
  | { state: 'GONE' };

export type EnterRoom = {
  account: string;
  /** Decides the order: the lowest is admitted first. Not used for an account that is here already. */
  number: number;
  /**
   * Where the account was as far as its receipt proves: takes the number again that a lost store has forgotten. An entry that
   * is proven and unknown is how a loss is noticed: it delays all admissions, once.
   */
  kept?: number | undefined;
  /** When admissions begin. */
  opensAt: Date;
  /** Waits again, at `number`, where the account has left or its time is over. */
  again: boolean;
  now: Date;
};

export type AdmitStep = {
  now: Date;
  /** Admissions a second. */
  rate: number;
  /** How many may be admitted at once that have not ordered. */
  insideMax: number;
  /** How long an admission is good for, in ms. */
  lifeMs: number;
  /** Accounts that have ordered: their places are for others. */
  ordered: readonly string[];
};

export type RoomLoad = {
  waiting: number;
  /** Admitted, and neither ordered nor over. */
  inside: number;
  /** How many were admitted in the last minute. */
  admittedLastMinute: number;
  /** Until when nobody is admitted, because the store lost its entries and who waits is bringing them back. */
  restoringUntil: Date | undefined;
};

/**
 * The queues in front of sales, one a room, which all processes share. Each operation is atomic. Entries of a room are
 * kept for a day after the last step. Every adapter passes waiting-rooms-contract.ts.
 */
export type WaitingRooms = {
  /** Puts an account into the queue, once, or gives where it is. @throws RoomsUnavailableError */
  enter(room: string, entry: EnterRoom): Promise<RoomEntry>;
  /** Takes an account out of the queue, or ends its admission. @throws RoomsUnavailableError */
  leave(room: string, account: string, now: Date): Promise<void>;
  /**
   * Ends what is over and admits from the front as many as the time since the last step allows; a step that comes sooner
   * than 100 ms after another admits nobody. @throws RoomsUnavailableError
   */
  admit(room: string, step: AdmitStep): Promise<RoomLoad>;
};

/** The store of the queues does not answer: nobody is admitted, and nothing is lost that a receipt proves. */
export class RoomsUnavailableError extends Error {}

/** Steps closer than this are one. */
export const STEP_MS_MIN = 100;
/** A pause of all steps is made up for as far as this. */
export const STEP_MS_MAX = 2_000;
/** How long who waits has to bring entries back that the store has lost: longer than an open page ever waits to ask again. */
export const RESTORE_MS = 255_000;

/** When who waits has brought entries back that are found lost now. Pages that ask before the opening come back after it. */
export function restoredAtMs(now: Date, opensAt: Date): number {
  const [nowMs, opensAtMs] = [now.getTime(), opensAt.getTime()];
  // So long before it every page asks once more.
  return opensAtMs - nowMs > 2 * RESTORE_MS ? nowMs + RESTORE_MS : Math.max(nowMs, opensAtMs) + RESTORE_MS;
}

export const MINUTE_MS = 60_000;
/** The parts of a minute in which admissions are counted. */
export const COUNTED_MS = 5_000;
