import { AssetKind, ListingStatus, type StudioFilm } from '@marquee/contracts/film/v1/film_pb';
import { ASSET_LABELS } from '@marquee/rules/film-types';
import { MISSING_FIELD_MESSAGES } from '@marquee/rules/studio-messages';

export type StatusTone = 'good' | 'warn' | 'neutral' | 'action';
export type StatusText = { label: string; tone: StatusTone; detail?: string };

const assetNames: Record<AssetKind, string> = {
  [AssetKind.UNSPECIFIED]: '',
  [AssetKind.FILM_VIDEO]: ASSET_LABELS.FILM_VIDEO,
  [AssetKind.TRAILER_VIDEO]: ASSET_LABELS.TRAILER_VIDEO,
  [AssetKind.TRAILER_IMAGE]: ASSET_LABELS.TRAILER_IMAGE,
  [AssetKind.POSTER_IMAGE]: ASSET_LABELS.POSTER_IMAGE,
};

/** The name of a slot, as a sentence holds it. */
export const assetName = (kind: AssetKind) => assetNames[kind];

/** The listing status of a film, as My Content shows it [STU-01]. */
export function statusOf(entry: StudioFilm): StatusText {
  if (entry.status === ListingStatus.MISSING_ASSETS) {
    return { label: 'MISSING ASSETS', tone: 'warn', detail: entry.missingAssets.map(assetName).join(', ') };
  }
  if (entry.status !== ListingStatus.APPROVED) return { label: 'PENDING REVIEW', tone: 'neutral' };
  if (openRequest(entry)) return { label: 'APPROVED', tone: 'warn' };
  return entry.awaitingApproval
    ? { label: 'APPROVED', tone: 'action', detail: 'Published, and waiting for our staff to approve it for the feed.' }
    : { label: 'APPROVED', tone: 'good' };
}

/** What staff ask of the maker, while the film has not been sent for review again. */
export const openRequest = ({ changeRequest }: StudioFilm) => (changeRequest?.answered ? undefined : changeRequest);

export const visibilityOf = (entry: StudioFilm) => (entry.film?.published ? 'PUBLISHED' : 'NOT PUBLISHED');

/** The checklist before publishing: the slots and the fields that are still empty. */
export function checklistOf(entry: StudioFilm): { assets: string[]; fields: string[] } {
  const messages: Record<string, string> = MISSING_FIELD_MESSAGES;
  return {
    assets: entry.missingAssets.map((kind) => `Please add a ${assetName(kind)}.`),
    fields: entry.missingFields.map((field) => messages[field] ?? field),
  };
}
