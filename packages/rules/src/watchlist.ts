/** Films on one watchlist. */
export const WATCHLIST_FILMS_MAX = 2_000;

/** Texts about watchlists, word for word. */
export const WATCHLIST_MESSAGES = {
  full: 'Your watchlist holds 2,000 films, which is all it can hold. Take a film off it first.',
} as const;
