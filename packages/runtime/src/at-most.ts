const one = () => 1;

/**
 * Options for an `LRUCache` of at most `max` entries whose memory grows with what it keeps. Its own `max` takes the room
 * of all entries at once, 5 MB for 100,000, and a process has dozens of caches that are nearly empty.
 */
export const atMost = (max: number) => ({ maxSize: max, sizeCalculation: one });
