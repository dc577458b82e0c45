/** How a viewer came to a film, as rows keep it; '' where it is not known. */
export const WATCH_SOURCES = ['', 'DIRECT', 'HOME', 'SEARCH', 'PROFILE', 'SHARE', 'LIBRARY'] as const;
export type WatchSourceName = (typeof WATCH_SOURCES)[number];

/** Of what plays are counted: '' is all of a film. */
export type Dimension = '' | 'COUNTRY' | 'DEVICE' | 'SOURCE';
