const VIEW_AFTER_MS = 60_000;
/** How far a client's played time may be ahead of the server's clock. */
export const VIEW_TOLERANCE_MS = 2_000;
/** The end of a short film that may be missing: a player stops counting a little before the length that the film says. */
const END_MISSING_MS = 1_000;

/**
 * The real playing after which a view counts, in ms: about 60 s, or all of a film that is shorter; a pre-roll's length is
 * added [WAT-07].
 * @param durationMs 0 when it is unknown
 */
export function viewAfterMs(durationMs: number): number {
  return durationMs > 0
    ? Math.min(VIEW_AFTER_MS, Math.max(durationMs / 2, durationMs - END_MISSING_MS))
    : VIEW_AFTER_MS;
}
/** How often a player is heard of. */
export const HEARTBEAT_INTERVAL_MS = 15_000;
/** The same where thousands watch at once. */
export const HEARTBEAT_INTERVAL_MS_MAX = 30_000;
/** A saved position beyond this resumes this much earlier; otherwise playback starts at 0 [WAT-10]. */
export const RESUME_BACK_MS = 300_000;
export const PLAYBACK_EVENTS_MAX = 200;
export const FREE_UNLOCK_HOURS = 48;

/** Why a film cannot be watched, word for word [WAT-01]. */
export const WATCH_MESSAGES = {
  accessFailed: 'We failed to load your access to the film.',
  unlockRequired: 'You need to unlock this film to watch it.',
  ticketRequired: 'You need to purchase a ticket to join this premiere.',
  unavailableInRegion: 'This film is unavailable in your region.',
  signInToWatch: 'Please sign in to watch this film.',
  nothingToWatch: 'There is no film to watch here yet.',
  stillProcessing: 'We are preparing this film. You can watch it here in a few minutes.',
  filmFailed: 'This film cannot be watched yet: preparing it went wrong. Please come back later.',
  filmNotTranscoded: 'This film is not available to watch yet.',
  paymentRequired: 'This film has a price. You can pay for it on its page.',
  paymentsUnavailable: 'This film has a price, and we cannot take payments here yet.',
  screeningNotStarted: 'This screening has not started yet.',
  premiereRunning: 'This film has its premiere now. Please watch it there.',
  noTrailer: 'This film has no trailer yet.',
  premiereNotFound: 'This film has no premiere.',
  playbackNotFound: 'This playback has ended. Please open the film again.',
  playbackEnded: 'Your access to this film has ended. Please open it again.',
} as const;

/** The position to resume from: 300 seconds before the saved one if that is beyond 300 seconds [WAT-10]. */
export function resumePositionMs(saved: { positionMs: number; finished: boolean } | undefined): number {
  return !saved || saved.finished ? 0 : Math.max(0, saved.positionMs - RESUME_BACK_MS);
}
