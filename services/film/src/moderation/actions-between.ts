import type { Film } from '../films/films.ts';
import type { ActionFacts, FieldChange } from './film-actions.ts';

/** The fields of a film that its history shows when staff change them; flags that have an action of their own are not. */
const EDITED_FIELDS = [
  'filmTitle',
  'logLine',
  'releaseType',
  'releaseDate',
  'rating',
  'country',
  'genres',
  'language',
  'languages',
  'projectType',
  'isStudentFilm',
  'isFirstTimeFilmMaker',
  'hasSubtitles',
  'resolution',
  'festivalName',
  'festivalId',
  'isFree',
  'selfDistribute',
  'watermark',
  'usdCost',
  'coinCost',
  'screeningStartTime',
  'premiereStoppedAt',
  'availableFrom',
  'availableUntil',
  'startWindowHours',
  'watchWindowHours',
  'licenseAgreementStatus',
  'website',
  'mobile',
  'tv',
  'isFestivalWinner',
] as const satisfies readonly (keyof Film)[];

/** What a change of a film's row is in its history, in order. Only staff's edits are kept there. */
export function actionsBetween(before: Film, after: Film, by: { accountId: string }): ActionFacts[] {
  const changes = by.accountId === before.createdBy ? [] : editsBetween(before, after);
  const isSentAgain = before.changeState === 'REQUESTED' && after.changeState === 'ANSWERED';
  const asksForChanges = after.changeState === 'REQUESTED' && before.changeState !== 'REQUESTED';
  const takesRequestBack =
    before.changeState === 'REQUESTED' && after.changeState === '' && after.isApproved === before.isApproved;
  const all: (ActionFacts | false)[] = [
    changes.length > 0 && { kind: 'EDITED', changes },
    after.published && !before.published && { kind: 'PUBLISHED' },
    isSentAgain && { kind: 'SENT_FOR_REVIEW' },
    after.isApproved && !before.isApproved && { kind: after.autoApproved ? 'AUTO_APPROVED' : 'APPROVED' },
    !after.isApproved && before.isApproved && { kind: 'APPROVAL_WITHDRAWN' },
    asksForChanges && { kind: 'CHANGES_REQUESTED', reason: after.changeReason },
    takesRequestBack && { kind: 'CHANGE_REQUEST_WITHDRAWN' },
    !after.published && before.published && { kind: 'UNPUBLISHED' },
  ];
  return all.filter((action) => action !== false);
}

function editsBetween(before: Film, after: Film): FieldChange[] {
  return EDITED_FIELDS.flatMap((field) => {
    const [was, is] = [textOf(before[field]), textOf(after[field])];
    return was === is ? [] : [{ field, before: was, after: is }];
  });
}

function textOf(value: Film[(typeof EDITED_FIELDS)[number]]): string {
  if (value === null) return '';
  if (value instanceof Date) return value.toISOString();
  return Array.isArray(value) ? value.join(', ') : String(value);
}
