import { ASSET_KINDS, type AssetKindName, type ReleaseTypeName, type Resolution } from './film-types.ts';
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

// The sides in pixels from which a picture has a resolution; either is enough, because films are wide and tall.
const RESOLUTION_SIDES: readonly [Resolution, long: number, short: number][] = [
  ['8K', 7_680, 4_320],
  // Cinema's flat format is somewhat narrower than the resolution that it belongs to.
  ['4K', 3_840, 2_160],
  ['2K', 1_998, 1_440],
  ['1080p', 1_920, 1_080],
  ['720p', 1_280, 720],
];

/** The resolution of a picture with these sides in pixels, in either orientation [STU-02]. */
export function resolutionOf(width: number, height: number): Resolution {
  const [long, short] = [Math.max(width, height), Math.min(width, height)];
  return RESOLUTION_SIDES.find(([, longMin, shortMin]) => long >= longMin || short >= shortMin)?.[0] ?? 'SD';
}
