import { MODERATION_MESSAGES } from '@marquee/rules/moderation';
import { STUDIO_MESSAGES } from '@marquee/rules/studio-messages';
import { DomainError } from '@marquee/runtime/errors';
import type { FilmAction, FilmActionKind } from './film-actions.ts';

export function notWaiting(): DomainError {
  return refusal('FILM_NOT_WAITING', MODERATION_MESSAGES.notWaiting);
}

export function alreadyRequested(): DomainError {
  return refusal('CHANGES_ALREADY_REQUESTED', MODERATION_MESSAGES.alreadyRequested);
}

export function nothingRequested(): DomainError {
  return refusal('NO_CHANGES_REQUESTED', MODERATION_MESSAGES.nothingRequested);
}

export function notPublished(): DomainError {
  return refusal('FILM_NOT_PUBLISHED', MODERATION_MESSAGES.notPublished);
}

export function actionNotFound(): DomainError {
  return new DomainError({ kind: 'NOT_FOUND', reason: 'FILM_ACTION_NOT_FOUND', message: 'This does not exist.' });
}

function refusal(reason: string, message: string): DomainError {
  return new DomainError({ kind: 'FAILED_PRECONDITION', reason, message });
}

const DONE: Partial<Record<FilmActionKind, string>> = {
  PUBLISHED: 'published this film',
  UNPUBLISHED: 'unpublished this film',
  SENT_FOR_REVIEW: 'sent this film for review again',
  APPROVED: 'approved this film',
  APPROVAL_WITHDRAWN: 'took the approval of this film back',
  CHANGES_REQUESTED: 'asked for changes of this film',
  CHANGE_REQUEST_WITHDRAWN: 'took the request for changes back',
  REPLACEMENT_APPROVED: 'approved a replacement',
  REPLACEMENT_DECLINED: 'turned a replacement down',
  EDITED: 'edited this film',
};

/** Staff decide on what is not there any more: says what was done since, and by whom. */
export function changedSince(version: bigint, last: FilmAction | undefined): DomainError {
  const done = last && DONE[last.kind];
  const who = last?.actorName || (last?.byMaker ? 'Its maker' : 'Somebody else');
  return new DomainError({
    kind: 'CONFLICT',
    reason: 'FILM_CHANGED',
    message: done
      ? `${who} ${done} in the meantime. Look at it again before you decide.`
      : STUDIO_MESSAGES.editConflict,
    metadata: { version: String(version), action: last?.kind ?? '' },
  });
}
