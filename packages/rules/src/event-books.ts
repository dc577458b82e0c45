/** What directors and their teams read about the books of an event. */
export const BOOKS_MESSAGES = {
  notOver: 'The books can be closed once the event is over.',
  refundsUnderWay: 'Money is on its way back to buyers. The books can be closed once it has arrived.',
  closed: 'The books of this event are closed, so that its tickets are no longer refunded.',
} as const;
