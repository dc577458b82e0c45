/** Films on one watchlist. */
export const WATCHLIST_FILMS_MAX = 2_000;
/** For how long a film that was taken off can be put back where it was. */
export const WATCHLIST_UNDO_HOURS = 24;

/** Texts about watchlists, word for word. */
export const WATCHLIST_MESSAGES = {
  full: 'Your watchlist holds 2,000 films, which is all it can hold. Take a film off it first.',
} as const;
