import { ASSET_KINDS, type AssetKindName, type ReleaseTypeName } from './film-types.ts';
import type { PublishField } from './studio-messages.ts';

/**
 * The slots still empty that publishing needs: trailer video; film video unless the release type is Trailer; trailer
 * image; poster image [STU-01].
 */
export function missingAssets(releaseType: ReleaseTypeName, filled: readonly AssetKindName[]): AssetKindName[] {
  return ASSET_KINDS.filter((kind) => !(kind === 'FILM_VIDEO' && releaseType === 'TRAILER') && !filled.includes(kind));
}

/** The values of the fields that publishing needs [STU-02]. */
export type PublishFields = {
  filmTitle: string;
  projectType: string;
  country: string;
  language: string;
  languages: readonly string[];
  genres: readonly string[];
  rating: string;
  logLine: string;
  releaseDate: string;
  resolution: string;
};

/** The names of the fields still empty that publishing needs, in the order of the form. */
export function missingFields(film: PublishFields): PublishField[] {
  const fields: PublishField[] = [
    'filmTitle',
    'projectType',
    'country',
    'language',
    'languages',
    'genres',
    'rating',
    'logLine',
    'releaseDate',
    'resolution',
  ];
  return fields.filter((field) => film[field].length === 0);
}

export type ListingStatusName = 'MISSING_ASSETS' | 'PENDING_REVIEW' | 'APPROVED';

/** The status in My Content: MISSING_ASSETS while a slot is empty, then PENDING_REVIEW until published [STU-01]. */
export function listingStatus(film: { published: boolean; missing: readonly AssetKindName[] }): ListingStatusName {
  if (film.missing.length > 0) return 'MISSING_ASSETS';
  return film.published ? 'APPROVED' : 'PENDING_REVIEW';
}
