/** Where this tab waits: a reload continues, with the receipt that proves the place. */
const keyOf = (eventId: string) => `waiting-room:${eventId}`;

/** The receipt; '' for who has entered without one yet; undefined for who has not entered. */
export function readPlace(eventId: string): string | undefined {
  try {
    return sessionStorage.getItem(keyOf(eventId)) ?? undefined;
  } catch {
    return undefined;
  }
}

export function keepPlace(eventId: string, receipt: string): void {
  try {
    sessionStorage.setItem(keyOf(eventId), receipt);
  } catch {
    // A browser that keeps nothing waits all the same; after a reload the server still knows the account.
  }
}

export function forgetPlace(eventId: string): void {
  try {
    sessionStorage.removeItem(keyOf(eventId));
  } catch {
    // As above.
  }
}
