/** One browser's page views of a film count once in this long. */
export const PAGE_VIEW_WINDOW_MINUTES = 30;

/** Characters of a search. */
export const QUERY_LENGTH_MAX = 100;
