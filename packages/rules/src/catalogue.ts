/** Page views of a film by one browser count once in this period. */
export const PAGE_VIEW_WINDOW_MINUTES = 30;

/** Characters of a search. */
export const QUERY_LENGTH_MAX = 100;

/** Films that one request for their preparation names. */
export const PREPARING_FILMS_MAX = 60;
