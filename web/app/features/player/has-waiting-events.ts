/** Before the id of the session whose events wait in the browser's storage. */
export const EVENTS_PREFIX = 'marquee.playback.';

/** True when an earlier visit left events to send. */
export function hasWaitingEvents(storage: Pick<Storage, 'key' | 'length'>): boolean {
  return Array.from({ length: storage.length }, (_, index) => storage.key(index)).some((key) =>
    key?.startsWith(EVENTS_PREFIX),
  );
}
