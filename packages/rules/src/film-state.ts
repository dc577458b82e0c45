import { ASSET_KINDS, type AssetKindName, type ReleaseTypeName } from './film-types.ts';
import { MISSING_FIELD_MESSAGES, type PublishField } from './studio-messages.ts';

/**
 * The slots still empty that publishing needs: trailer video; film video unless the release type is Trailer; trailer
 * image; poster image [STU-01].
 */
export function missingAssets(releaseType: ReleaseTypeName, filled: readonly AssetKindName[]): AssetKindName[] {
  return ASSET_KINDS.filter((kind) => !(kind === 'FILM_VIDEO' && releaseType === 'TRAILER') && !filled.includes(kind));
}

/** The names of the fields still empty that publishing needs, in the order of the form [STU-02]. */
export function missingFields(film: Record<PublishField, string | readonly unknown[] | Date | null>): PublishField[] {
  const fields = Object.keys(MISSING_FIELD_MESSAGES) as PublishField[];
  return fields.filter((field) => {
    const value = film[field];
    return value === null || (!(value instanceof Date) && value.length === 0);
  });
}

export type ListingStatusName = 'MISSING_ASSETS' | 'PENDING_REVIEW' | 'APPROVED';

/** The status in My Content: MISSING_ASSETS while a slot is empty, then PENDING_REVIEW until published [STU-01]. */
export function listingStatus(film: { published: boolean; missing: readonly AssetKindName[] }): ListingStatusName {
  if (film.missing.length > 0) return 'MISSING_ASSETS';
  return film.published ? 'APPROVED' : 'PENDING_REVIEW';
}
