/** The source of time for the whole product. */
export type Clock = { now(): Date };

export const systemClock: Clock = { now: () => new Date() };
