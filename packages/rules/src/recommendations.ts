/** Two films go together only when so many different people liked both: one person's taste is never shown to others. */
export const PAIR_PEOPLE_MIN = 5;
/** Films that are kept for each film. */
export const PAIRS_MAX = 50;
/** Films of one person that count, the dearest first: it bounds what somebody with thousands of ratings costs. */
export const SIGNALS_MAX = 200;
export const RECOMMENDATIONS_MAX = 24;
/** How often the pairs of films are made again. */
export const PAIRS_EVERY_HOURS = 6;
