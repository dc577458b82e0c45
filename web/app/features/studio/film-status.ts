import { AssetKind, type FilmAsset, ListingStatus, type StudioFilm } from '@marquee/contracts/film/v1/film_pb';
import { ASSET_LABELS } from '@marquee/rules/film-types';
import { MISSING_FIELD_MESSAGES } from '@marquee/rules/studio-messages';
import { _, msg } from '../../language/words.ts';

export type StatusTone = 'good' | 'warn' | 'neutral' | 'action';
export type StatusText = { label: string; tone: StatusTone };

const assetNames: Record<AssetKind, string> = {
  [AssetKind.UNSPECIFIED]: '',
  [AssetKind.FILM_VIDEO]: ASSET_LABELS.FILM_VIDEO,
  [AssetKind.TRAILER_VIDEO]: ASSET_LABELS.TRAILER_VIDEO,
  [AssetKind.TRAILER_IMAGE]: ASSET_LABELS.TRAILER_IMAGE,
  [AssetKind.POSTER_IMAGE]: ASSET_LABELS.POSTER_IMAGE,
};

/** The name of a slot, as a sentence holds it. */
export const assetName = (kind: AssetKind) => assetNames[kind];

/** The listing status of a film, as My Content shows it [STU-01]. What it means now is in `meaningOf`. */
export function statusOf(entry: StudioFilm): StatusText {
  if (entry.status === ListingStatus.MISSING_ASSETS) return { label: 'MISSING ASSETS', tone: 'warn' };
  if (entry.status !== ListingStatus.APPROVED) return { label: 'PENDING REVIEW', tone: 'neutral' };
  if (openRequest(entry)) return { label: 'APPROVED', tone: 'warn' };
  return { label: 'APPROVED', tone: entry.awaitingApproval ? 'action' : 'good' };
}

/** How far a transcode is: a percentage, 'in line' behind others, or unknown until media has answered. */
export type Preparing = number | 'in line' | undefined;

/**
 * What the status means now, for the maker: what is missing, what is being done, and who has to act next. `preparing` is
 * how far the transcode of `preparedVideo` is.
 */
export function meaningOf(entry: StudioFilm, preparing?: Preparing): string {
  const { film, missingAssets, missingFields } = entry;
  const needed = film?.published ? 'Missing' : _('Needed to publish');
  const followed = preparedVideo(entry);
  const lines = [
    ...(missingAssets.length > 0 ? [`${needed}: ${missingAssets.map(assetName).join(', ')}.`] : []),
    ...videosOf(entry).map((asset) => videoMeaning(entry, asset, asset === followed ? preparing : undefined)),
    ...(missingFields.length > 0 && !film?.published ? [fieldsMeaning(missingFields.length)] : []),
  ].filter((line) => line !== '');
  if (film?.published || lines.length === 0) lines.push(releaseMeaning(entry));
  if (entry.assets.some(({ awaitingApproval }) => awaitingApproval))
    lines.push(_('A replacement waits for our staff.'));
  return lines.join(' ');
}

/** The video whose transcode a page follows: the film itself before its trailer. */
export const preparedVideo = (entry: StudioFilm): FilmAsset | undefined =>
  videosOf(entry).find(({ transcodeStatus }) => transcodeStatus === 'IN PROGRESS');

const videosOf = ({ assets }: StudioFilm) =>
  [AssetKind.FILM_VIDEO, AssetKind.TRAILER_VIDEO].flatMap((video) => assets.filter(({ kind }) => kind === video));

const PREPARED = msg(
  '{video, select, film {The film is being prepared.} newFilm {The new film is being prepared.} trailer {The trailer is being prepared.} other {The new trailer is being prepared.}}',
);
const IN_LINE = msg(
  '{video, select, film {The film is being prepared, in line behind others.} newFilm {The new film is being prepared, in line behind others.} trailer {The trailer is being prepared, in line behind others.} other {The new trailer is being prepared, in line behind others.}}',
);
const AT = msg(
  '{video, select, film {The film is being prepared, {percent}%.} newFilm {The new film is being prepared, {percent}%.} trailer {The trailer is being prepared, {percent}%.} other {The new trailer is being prepared, {percent}%.}}',
);
const FAILED_VIDEO = msg(
  '{video, select, film {The film could not be prepared: look at its upload.} newFilm {The new film could not be prepared: look at its upload.} trailer {The trailer could not be prepared: look at its upload.} other {The new trailer could not be prepared: look at its upload.}}',
);
const NOT_PREPARED = msg(
  '{video, select, film {The film is not prepared for watching: start that at its upload.} newFilm {The new film is not prepared for watching: start that at its upload.} trailer {The trailer is not prepared for watching: start that at its upload.} other {The new trailer is not prepared for watching: start that at its upload.}}',
);

function videoMeaning({ film }: StudioFilm, asset: FilmAsset, preparing: Preparing): string {
  const isFilm = asset.kind === AssetKind.FILM_VIDEO;
  const kind = isFilm ? 'film' : 'trailer';
  const video = asset.awaitingApproval ? (isFilm ? 'newFilm' : 'newTrailer') : kind;
  if (asset.transcodeStatus === 'IN PROGRESS')
    return preparing === undefined
      ? _(PREPARED, { video })
      : preparing === 'in line'
        ? _(IN_LINE, { video })
        : _(AT, { video, percent: preparing });
  if (asset.transcodeStatus === 'ERROR') return _(FAILED_VIDEO, { video });
  const plays = isFilm ? film?.hasFilm : film?.hasTrailer;
  if (asset.transcodeStatus !== '' || plays) return '';
  return _(NOT_PREPARED, { video });
}

const fieldsMeaning = (count: number) =>
  _('{count, plural, one {One detail is needed to publish.} other {# details are needed to publish.}}', { count });

function releaseMeaning(entry: StudioFilm): string {
  const { film, awaitingApproval } = entry;
  if (!film?.published) {
    return film?.isApproved ? _('Approved, and taken down: publish it to show it again.') : _('Ready to publish.');
  }
  if (openRequest(entry)) return _('Published, and our staff ask for changes.');
  if (awaitingApproval) {
    return entry.changeRequest
      ? _('Sent for review again, waiting for our staff.')
      : _('Published, waiting for our staff.');
  }
  return film.distribution?.website === false
    ? _('Published, and not shown on the website.')
    : _('Published for everybody.');
}

/** What staff ask of the maker, while the film has not been sent for review again. */
export const openRequest = ({ changeRequest }: StudioFilm) => (changeRequest?.answered ? undefined : changeRequest);

export const visibilityOf = (entry: StudioFilm) => (entry.film?.published ? 'PUBLISHED' : 'NOT PUBLISHED');

/** The checklist before publishing: the slots and the fields that are still empty. */
export function checklistOf(entry: StudioFilm): { assets: string[]; fields: string[] } {
  const messages: Record<string, string> = MISSING_FIELD_MESSAGES;
  return {
    assets: entry.missingAssets.map((kind) => _('Please add a {assetName}.', { assetName: assetName(kind) })),
    fields: entry.missingFields.map((field) => messages[field] ?? field),
  };
}
