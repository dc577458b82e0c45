export const CONNECTION_LIMITS = {
  /** People whom somebody asks in 24 hours, whatever became of the requests. */
  requestsPerDay: 50,
  /** How often somebody asks the same person in 24 hours, after taking the request back. */
  repeatsPerDay: 5,
  /** How long somebody who declined is not asked again by the same person. */
  declinedDays: 30,
  connectionsMax: 5_000,
  /** The pause in typing after which a list is searched. */
  searchAfterMs: 300,
} as const;

/** The texts of connections and blocks. */
export const CONNECTION_MESSAGES = {
  own: 'This is your own profile.',
  requestNotFound: 'This request was taken back or answered already.',
  tooManyRequests: `You have asked ${CONNECTION_LIMITS.requestsPerDay} people today. Please ask more of them tomorrow.`,
  ownFull: `You have ${CONNECTION_LIMITS.connectionsMax} connections, and cannot have more.`,
  otherFull: 'This person cannot have more connections.',
  noMatch: 'No one matches your search',
  privateViewer: 'Somebody with a private profile',
  declinedLately: 'You can ask this person again from {day}.',
} as const;

export const PROFILE_VIEW_LIMITS = {
  /** How long the owner of a profile sees who looked at it. */
  days: 90,
} as const;
