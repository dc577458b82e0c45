/** The names of the contract's enumerations; 'Screening' is shown as 'Festival Screening' [FLM-10]. */
export const RELEASE_TYPES = ['WATCH_NOW', 'SCREENING', 'TRAILER', 'SHOWREEL'] as const;
export type ReleaseTypeName = (typeof RELEASE_TYPES)[number];
export const RELEASE_TYPE_LABELS: Record<ReleaseTypeName, string> = {
  WATCH_NOW: 'On Demand',
  SCREENING: 'Festival Screening',
  TRAILER: 'Trailer',
  SHOWREEL: 'Showreel',
};

export const PROJECT_TYPES = ['SHORT', 'FEATURE'] as const;
export type ProjectTypeName = (typeof PROJECT_TYPES)[number];
export const PROJECT_TYPE_LABELS: Record<ProjectTypeName, string> = { SHORT: 'Short film', FEATURE: 'Feature film' };

/** The slots of a film that hold media, in the order in which a maker fills them. */
export const ASSET_KINDS = ['FILM_VIDEO', 'TRAILER_VIDEO', 'TRAILER_IMAGE', 'POSTER_IMAGE'] as const;
export type AssetKindName = (typeof ASSET_KINDS)[number];
export const ASSET_LABELS: Record<AssetKindName, string> = {
  FILM_VIDEO: 'film video',
  TRAILER_VIDEO: 'trailer video',
  TRAILER_IMAGE: 'trailer image',
  POSTER_IMAGE: 'poster image',
};

/** Age ratings, from for everybody to for adults. */
export const AGE_RATINGS = ['G', 'PG', 'PG-13', 'R', 'NC-17', 'Not Rated'] as const;

export const RESOLUTIONS = ['SD', '720p', '1080p', '2K', '4K', '8K'] as const;
export type Resolution = (typeof RESOLUTIONS)[number];
