/** Where all of the product takes the time from. */
export type Clock = { now(): Date };

export const systemClock: Clock = { now: () => new Date() };
