import { timestampDate } from '@bufbuild/protobuf/wkt';
import { useInfiniteQuery } from '@connectrpc/connect-query';
import {
  type FieldChange,
  type FilmAction,
  FilmActionKind,
  ModerationService,
} from '@marquee/contracts/film/v1/moderation_pb';
import { formatMoment, formatUsd } from '@marquee/rules/format';
import { ActionTimeline, type TimelineEntry } from '../shell/action-timeline.tsx';
import { paged } from '../shell/paged.ts';
import { fieldLabel } from './film-labels.ts';

const PAGE_SIZE = 25;

/** Who did what to a film and when, newest first. */
export function FilmHistory({ filmId }: { filmId: string }) {
  const history = useInfiniteQuery(
    ModerationService.method.listFilmActions,
    { filmId, pageSize: PAGE_SIZE, cursor: '' },
    paged,
  );
  const actions = history.data?.pages.flatMap((page) => page.actions) ?? [];
  return <ActionTimeline list={history} entries={actions.map(entryOf)} empty="Nothing was done to this film yet" />;
}

function entryOf(action: FilmAction): TimelineEntry {
  const who = action.actorName || 'Somebody';
  return {
    id: action.id,
    title: titleOf(action),
    who: `${who}${action.byMaker ? ' (maker)' : ' (staff)'} · ${timeText(action)}`,
    reason: action.reason,
    changes: LISTS_CHANGES.has(action.kind) ? action.changes.map(changeText) : [],
  };
}

/** The others name what they changed in their title. */
const LISTS_CHANGES: ReadonlySet<FilmActionKind> = new Set([
  FilmActionKind.EDITED,
  FilmActionKind.UNLOCK_DELETED,
  FilmActionKind.ORDER_REFUNDED,
  FilmActionKind.ORDER_REFUND_ASKED,
  FilmActionKind.ORDER_REFUND_FAILED,
  FilmActionKind.OWNER_CHANGED,
  FilmActionKind.AWARD_SAVED,
  FilmActionKind.AWARD_REMOVED,
  FilmActionKind.FEATURED,
  FilmActionKind.FEATURED_MOVED,
  FilmActionKind.REVIEW_REMOVED,
  FilmActionKind.TRANSCODE_MOVED,
  FilmActionKind.REVIEW_RELEASED,
  FilmActionKind.SPOILER_DECIDED,
  FilmActionKind.REVIEW_KEPT,
  FilmActionKind.ACCESS_GRANTED,
  FilmActionKind.ACCESS_TAKEN_BACK,
  FilmActionKind.CAMPAIGN_SAVED,
  FilmActionKind.CAMPAIGN_DELETED,
]);

const TITLES: Record<FilmActionKind, string> = {
  [FilmActionKind.UNSPECIFIED]: 'Changed',
  [FilmActionKind.PUBLISHED]: 'Published',
  [FilmActionKind.UNPUBLISHED]: 'Unpublished',
  [FilmActionKind.SENT_FOR_REVIEW]: 'Sent for review again',
  [FilmActionKind.APPROVED]: 'Approved',
  [FilmActionKind.AUTO_APPROVED]: 'Approved by the setting of its maker',
  [FilmActionKind.APPROVAL_WITHDRAWN]: 'Approval taken back',
  [FilmActionKind.CHANGES_REQUESTED]: 'Changes asked for',
  [FilmActionKind.CHANGE_REQUEST_WITHDRAWN]: 'Request for changes taken back',
  [FilmActionKind.REPLACEMENT_APPROVED]: 'Replacement approved',
  [FilmActionKind.REPLACEMENT_DECLINED]: 'Replacement turned down',
  [FilmActionKind.EDITED]: 'Edited',
  [FilmActionKind.REMOVED]: 'Deleted',
  [FilmActionKind.UNLOCK_DELETED]: 'Taken from a user',
  [FilmActionKind.INVITATION_DELETED]: 'Invitation to a credit ended',
  [FilmActionKind.ORDER_REFUNDED]: 'Money given back',
  [FilmActionKind.ORDER_REFUND_ASKED]: 'Refund asked for',
  [FilmActionKind.ORDER_REFUND_FAILED]: 'Refund failed',
  [FilmActionKind.OWNER_CHANGED]: 'Given to another account',
  [FilmActionKind.AWARD_SAVED]: 'Award entered',
  [FilmActionKind.AWARD_REMOVED]: 'Award removed',
  [FilmActionKind.FEATURED]: 'Picked for the home page',
  [FilmActionKind.FEATURED_MOVED]: 'Moved among the picks of the home page',
  [FilmActionKind.UNFEATURED]: 'Taken off the home page',
  [FilmActionKind.REVIEW_REMOVED]: 'Review removed',
  [FilmActionKind.TRANSCODE_MOVED]: 'Video moved to the front of the line',
  [FilmActionKind.REVIEW_RELEASED]: 'Review released',
  [FilmActionKind.SPOILER_DECIDED]: 'Spoiler decided',
  [FilmActionKind.REVIEW_KEPT]: 'Reported review kept',
  [FilmActionKind.WINDOWS_SET]: 'Availability and windows set',
  [FilmActionKind.ACCESS_GRANTED]: 'Time to watch given to a user',
  [FilmActionKind.ACCESS_TAKEN_BACK]: 'Time to watch taken back from a user',
  [FilmActionKind.CAMPAIGN_SAVED]: 'Campaign with its trailer saved',
  [FilmActionKind.CAMPAIGN_DELETED]: 'Campaign with its trailer deleted',
};

const NAMES: Record<string, string> = {
  ...fieldLabel,
  releaseType: 'Release type',
  isStudentFilm: 'Student film',
  isFirstTimeFilmMaker: 'First film',
  hasSubtitles: 'Subtitles',
  festivalName: 'Festival',
  festivalId: 'Festival id',
  isFree: 'Free',
  selfDistribute: 'Distributed by its maker',
  watermark: 'Watermark with the viewer’s name',
  usdCost: 'Price',
  coinCost: 'Price in coins',
  screeningStartTime: 'Screening starts',
  premiereStoppedAt: 'Premiere stopped',
  licenseAgreementStatus: 'Licence agreement',
  website: 'Available on the website',
  mobile: 'Available on mobile',
  tv: 'Available on TV',
  isFestivalWinner: 'Festival winner',
  makerAutoApproved: 'Films of the maker need no approval',
  FILM_VIDEO: 'Film video',
  TRAILER_VIDEO: 'Trailer video',
  TRAILER_IMAGE: 'Trailer image',
  POSTER_IMAGE: 'Poster image',
  unlockedBy: 'User',
  order: 'Order',
  createdBy: 'Owner',
  award: 'Award',
  campaign: 'Campaign',
  startsAt: 'Shown from',
  endsAt: 'Shown until',
  place: 'Place',
  reviewBy: 'Review by',
  video: 'Video',
};

const nameOf = ({ field }: FieldChange) => NAMES[field] ?? field;

function titleOf({ kind, changes }: FilmAction): string {
  const slots = LISTS_CHANGES.has(kind) ? '' : changes.map(nameOf).join(', ');
  return slots ? `${TITLES[kind]}: ${slots}` : TITLES[kind];
}

function changeText(change: FieldChange): string {
  const [before, after] = [change.before, change.after].map((value) => valueText(change.field, value));
  return `${nameOf(change)}: ${before} → ${after}`;
}

function valueText(field: string, value: string): string {
  if (value === '') return '–';
  if (value === 'true') return 'yes';
  if (value === 'false') return 'no';
  return field === 'usdCost' ? formatUsd(BigInt(value)) : value;
}

/** To the minute, in the reader's own time. */
const timeText = ({ createdAt }: FilmAction) => (createdAt ? formatMoment(timestampDate(createdAt)) : '');
