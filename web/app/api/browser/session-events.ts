/** Sent to the window when a call finds that the session ended while the page was open; its detail says `isWrite`. */
export const sessionEnded = 'marquee:session-ended';
/** Sent to the window when the same person has signed in again on the page. */
export const sessionRenewed = 'marquee:session-renewed';
