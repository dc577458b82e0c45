/** Sent to the window when a call finds that the session ended while the page was open; its detail says `isWrite`. */
export const sessionEnded = 'marquee:session-ended';
