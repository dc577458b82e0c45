import { z } from 'zod';

/** What viewers of a premiere can send to the others. */
export const REACTIONS = ['APPLAUSE', 'LOVE', 'LAUGH', 'WOW', 'TEARS'] as const;
export type ReactionName = (typeof REACTIONS)[number];

export const PREMIERE_LIMITS = {
  /** Every page of a premiere says this often that somebody is there, and where thousands are, less often. */
  attendEveryMs: 15_000,
  attendEveryMsMax: 120_000,
  /** So many such calls a second one process answers beside everything else: a fifth of a core. */
  attendsPerSecond: 50,
  /** So long before its start who is admitted may open a premiere. */
  opensBeforeMs: 300_000,
  /** So often presence and reactions are sent to everybody. */
  tellEveryMs: 1_000,
  delayMinutesMax: 120,
  /** Reactions of one viewer within `reactionsS`. */
  reactionsMax: 10,
  reactionsS: 10,
} as const;

/** Minutes that a premiere can be delayed by with one press. */
export const PREMIERE_DELAYS = [5, 10, 15, 30] as const;

export const PREMIERE_MESSAGES = {
  stopped: 'This premiere was stopped.',
  over: 'This premiere is over.',
  notReady: 'The film of this premiere is not ready yet.',
  notYours: 'Only staff and the organization of the event can change this premiere.',
  delay: 'A premiere can be delayed by 1 to 120 minutes.',
  reaction: 'Please choose one of the reactions.',
  delayFailed: 'We failed to delay the premiere.',
  stopFailed: 'We failed to stop the premiere.',
} as const;

export const delaySchema = z
  .int(PREMIERE_MESSAGES.delay)
  .min(1, PREMIERE_MESSAGES.delay)
  .max(PREMIERE_LIMITS.delayMinutesMax, PREMIERE_MESSAGES.delay);
